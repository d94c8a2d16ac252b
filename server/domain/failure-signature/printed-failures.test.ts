import { describe, expect, test } from "vitest";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import printed from "#server/testing/cases/B-printed.json" with { type: "json" };

/**
 * What the small tools of Debian 12 really printed, each run at a person's desk, on a GitHub runner (times, CRLF, the C locale) and on one of GitLab
 * (colours), in other folders and with other ports. The runners' own lines are imitated.
 */
const explained = printed.map(({ id, runs }) => ({ id, runs: runs.map((text) => explainFailure({ text })) }));

describe("what small tools print", () => {
  test.each(printed.map((sample, place) => [sample.id, sample, place] as const))(
    "%s is one signature in every run, and known by its tool",
    (_, { tool }, place) => {
      const runs = explained[place]?.runs ?? [];
      expect(runs.length).toBeGreaterThanOrEqual(3);
      const ids = runs.map((run) => (run.kind === "failure" ? run.id : run.reason));
      expect(new Set(ids).size).toBe(1);
      for (const run of runs) expect(run).toMatchObject({ kind: "failure", tool, inferred: true });
    },
  );

  test("no two failures share a signature", () => {
    const owners = new Map<string, string>();
    for (const { id, runs } of explained) {
      const [first] = runs;
      if (first?.kind !== "failure") continue;
      expect([id, owners.get(first.id)]).toEqual([id, undefined]);
      owners.set(first.id, id);
    }
  });

  test("the masked text, sent as a log, has the signature it was made of", () => {
    const changed: string[] = [];
    for (const { id, runs } of explained) {
      for (const run of runs) {
        if (run.kind !== "failure") continue;
        const again = explainFailure({ text: run.masked });
        if (again.kind !== "failure" || again.id !== run.id)
          changed.push(`${id}: ${run.masked} → ${again.kind === "failure" ? again.masked : again.reason}`);
      }
    }
    expect(changed).toEqual([]);
  });
});
