import { describe, expect, test } from "vitest";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import {
  explainFailure,
  normaliserVersion,
  normaliserVersions,
} from "#server/domain/failure-signature/explain-failure.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import { type Ruleset, rulesets } from "#server/domain/failure-signature/ruleset.ts";

/** Twenty stored examples. Ten of them hold a port of a well-known service, which the changed rule treats in another way. */
const examples = [
  ...Array.from(
    { length: 10 },
    (_, index) => `Error: connect ECONNREFUSED 127.0.0.1:5432\n    at load (src/store-${index}.js:1:1)`,
  ),
  ...Array.from({ length: 10 }, (_, index) => `src/file-${index}.ts(1,1): error TS2304: Cannot find name 'x'.`),
];

/** A later version whose masks say nothing about services: every port is only a port. */
const next: Ruleset = {
  version: "v2",
  recognisers: rulesets.v1.recognisers,
  masks: rulesets.v1.masks.map((rule) =>
    rule.name === "ipv4"
      ? { ...rule, replace: (match) => ({ from: 0, to: match[0].length, placeholder: "<host>:<port>" }) }
      : rule,
  ),
};

function linesUnder(ruleset: Ruleset, text: string): { id: string; lines: string[] } {
  const explanation = explainWith(ruleset, { cleaned: cleanLog(text) });
  if (explanation.kind !== "failure") throw new Error(`no failure in ${text}`);
  return { id: explanation.id, lines: explanation.parts[0]?.lines ?? [] };
}

describe("B07: a change of the rules makes a new version beside the old one", () => {
  test("the old ids can still be computed after the change, so that stored ones keep their meaning", () => {
    for (const text of examples) {
      const before = explainFailure({ text });
      linesUnder(next, text);
      expect(explainFailure({ text, version: "v1" })).toEqual(before);
      expect(linesUnder(rulesets.v1, text).id).toBe(before.kind === "failure" ? before.id : "");
    }
  });

  test("the new ids carry the new version, and only what the changed rule touches reads otherwise", () => {
    const changed = examples.filter(
      (text) => linesUnder(next, text).lines.join() !== linesUnder(rulesets.v1, text).lines.join(),
    );
    expect(changed).toEqual(examples.slice(0, 10));
    for (const text of examples) expect(linesUnder(next, text).id).toMatch(/^v2:[0-9a-f]{64}$/);
  });

  test("an example stored once links its old id to its new one, and no two old ids meet in one new id without a rule that joins them", () => {
    const aliases = new Map(examples.map((text) => [linesUnder(rulesets.v1, text).id, linesUnder(next, text).id]));
    expect(aliases.size).toBe(examples.length);
    expect(new Set(aliases.values()).size).toBe(examples.length);
  });
});

test("the current version is one whose ids can be computed, and stands first", () => {
  expect(normaliserVersions[0]).toBe(normaliserVersion);
  expect(new Set(normaliserVersions)).toEqual(new Set(Object.keys(rulesets)));
  for (const [name, { version }] of Object.entries(rulesets)) expect(version).toBe(name);
});
