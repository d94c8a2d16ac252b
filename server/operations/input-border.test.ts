import { expect, test } from "vitest";
import { ContextMetadata } from "#server/contracts/contexts.ts";
import { SavePolicyInput } from "#server/contracts/policies.ts";
import { admitInput } from "./input-border.ts";

const maskNothing = async (text: string) => ({ text, masked: [] });

test("a field that a contract would drop without a word is refused by its path", async () => {
  const policy = JSON.parse('{"fields":{"noise_floor":0.1,"__proto__":5}}');
  expect(await admitInput(policy, maskNothing, (value) => SavePolicyInput.safeParse(value))).toMatchObject({
    ok: false,
    failure: { code: "INVALID_INPUT", errors: [{ path: "fields.__proto__" }] },
  });
  const metadata = JSON.parse('{"content_hash":"x","parts":[{"__proto__":1}]}');
  expect(await admitInput(metadata, maskNothing, (value) => ContextMetadata.safeParse(value))).toMatchObject({
    ok: false,
    failure: { code: "INVALID_INPUT", errors: [{ path: "parts.0.__proto__" }] },
  });
});

test("fields that objects inherit are kept as they were given", async () => {
  const given = { content_hash: "x", symbols: [], constructor: "a", toString: "b", hasOwnProperty: { valueOf: "c" } };
  expect(await admitInput(given, maskNothing, (value) => ContextMetadata.safeParse(value))).toEqual({
    ok: true,
    value: { value: given, notes: [] },
  });
});
