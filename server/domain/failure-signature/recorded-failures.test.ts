import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { decodeLog } from "#server/domain/failure-signature/decode-log.ts";
import { type Explanation, explainFailure } from "#server/domain/failure-signature/explain-failure.ts";

vi.setConfig({ testTimeout: 60_000 });

type Failure = Extract<Explanation, { kind: "failure" }>;

const corpus = new URL("../../../drizzle/seed/failures/", import.meta.url);

function foldersOf(kind: "logs" | "logs-none"): string[] {
  return readdirSync(new URL(`${kind}/`, corpus)).sort();
}

function explainRuns(kind: "logs" | "logs-none", failure: string): Explanation[] {
  const folder = new URL(`${kind}/${failure}/`, corpus);
  const runs = readdirSync(folder).filter((file) => file.endsWith(".log"));
  return runs.sort().map((file) => explainFailure({ text: decodeLog(readFileSync(new URL(file, folder))).text }));
}

const explained = new Map(foldersOf("logs").map((failure) => [failure, explainRuns("logs", failure)]));

/** A log with several failures shares the signature of those that it holds with logs that hold one of them. */
const hasSeveral = (failure: string) => failure.startsWith("several-");

describe("true output of real tools, three runs each under other conditions", () => {
  test.each([...explained.keys()])("%s has one signature in every run", (failure) => {
    const runs = explained.get(failure) ?? [];
    expect(runs.length).toBeGreaterThanOrEqual(3);
    const ids = runs.map((run) => (run.kind === "failure" ? run.id : run.reason));
    expect(ids).toEqual(ids.map(() => runs.find((run): run is Failure => run.kind === "failure")?.id));
  });

  test("different failures never share a signature", () => {
    const owners = new Map<string, string>();
    const shared: string[] = [];
    for (const [failure, [first]] of explained) {
      if (first?.kind !== "failure" || hasSeveral(failure)) continue;
      const owner = owners.get(first.id);
      if (owner) shared.push(`${failure} and ${owner}`);
      owners.set(first.id, failure);
    }
    expect(shared).toEqual([]);
    expect(owners.size).toBeGreaterThan(100);
  });

  test.each([...explained.keys()].filter(hasSeveral))(
    "%s names each of its failures as a part, the same in every run",
    (failure) => {
      const runs = (explained.get(failure) ?? []).filter((run) => run.kind === "failure");
      const parts = runs.map((run) => run.parts.map(({ id }) => id));
      expect(parts[0]?.length).toBeGreaterThanOrEqual(2);
      for (const other of parts) expect(other).toEqual(parts[0]);
    },
  );

  test("the masked text, sent as a log, has the signature it was made of", () => {
    const changed: string[] = [];
    for (const [failure, runs] of explained) {
      for (const run of runs) {
        if (run.kind !== "failure") continue;
        const again = explainFailure({ text: run.masked });
        if (again.kind !== "failure" || again.id !== run.id) changed.push(failure);
      }
    }
    expect(changed).toEqual([]);
  });

  test("every mask points at what it took out of the cleaned log", () => {
    for (const run of [...explained.values()].flat()) {
      if (run.kind !== "failure") continue;
      for (const { raw, start, end } of run.masks) expect(run.cleaned.slice(start, end)).toBe(raw);
    }
  });
});

describe("logs without a failure", () => {
  const reasons: Record<string, string> = { "none-cancelled": "cancelled", "none-footer-only": "footer_only" };

  test.each(foldersOf("logs-none"))("%s says why there is none, in every run", (name) => {
    for (const run of explainRuns("logs-none", name))
      expect(run).toMatchObject({ kind: "none", reason: reasons[name] ?? "passed" });
  });
});
