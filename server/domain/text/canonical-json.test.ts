import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { canonicalJson } from "#server/domain/text/canonical-json.ts";

// Generous, because other suites run beside this one; what must be fast is measured in processor time.
vi.setConfig({ testTimeout: 120_000 });

test("the order in which members were written never matters, and the spelling is that of RFC 8785", () => {
  expect(canonicalJson({ b: [1e21, -0, 0.1], a: { "\u20ac": 1, "\r": 2, "1": null } })).toBe(
    '{"a":{"\\r":2,"1":null,"\u20ac":1},"b":[1e+21,0,0.1]}',
  );
});

test("canonical JSON reads back as the value, and equal values have one spelling", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test("an undefined member does not exist", () => {
  expect(canonicalJson({ a: undefined, b: 1 })).toBe(canonicalJson({ b: 1 }));
});

test("what JSON cannot hold is refused instead of hashed as something else", () => {
  for (const value of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1n,
    Symbol("x"),
    () => 1,
    new Map(),
    new Date(0),
    undefined,
  ])
    expect(() => canonicalJson(value)).toThrow(TypeError);
});
