import fc from "fast-check";
import { expect, test } from "vitest";
import { composeDraft } from "./compose-draft.ts";
import { findRecoveries } from "./find-recoveries.ts";
import { summariseDiff } from "./summarise-diff.ts";

const diff = [
  "diff --git a/src/a.ts b/src/a.ts",
  "index 1..2 100644",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -1,3 +1,4 @@",
  " keep",
  "--- looks like a header",
  "+++ looks like one too",
  "+second",
  " keep",
  "--- a/gone.ts",
  "+++ /dev/null",
  "@@ -1 +0,0 @@",
  "-last words",
  "\\ No newline at end of file",
].join("\n");

test("a diff is summed up by file, and content that looks like a header stays content", () => {
  expect(summariseDiff(diff)).toEqual([
    {
      path: "src/a.ts",
      addedLines: 2,
      removedLines: 1,
      added: ["++ looks like one too", "second"],
      removed: ["-- looks like a header"],
    },
    { path: "gone.ts", addedLines: 0, removedLines: 1, added: [], removed: ["last words"] },
  ]);
});

test("any text at all is summed up without failing, and no diff changes nothing", () => {
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(summariseDiff(text))));
  expect(summariseDiff("no diff\nat all")).toEqual([]);
});

const run = (command: string, verdict: "pass" | "fail") => ({ kind: "run" as const, command, verdict });
const edit = (file: string) => ({ kind: "edit" as const, files: [file] });

test("only a command that failed before recovers, with the edits since it first failed", () => {
  const last = run("npm test", "fail");
  const recoveries = findRecoveries([
    run("ls", "pass"),
    edit("before.ts"),
    run("npm test", "fail"),
    edit("first.ts"),
    last,
    edit("second.ts"),
    run(" npm   test ", "pass"),
    run("npm test", "pass"),
  ]);
  expect(recoveries).toEqual([
    { failed: last, passed: run(" npm   test ", "pass"), edits: [edit("first.ts"), edit("second.ts")] },
  ]);
});

test("commands recover independently of one another", () => {
  const verdict = fc.constantFrom<"pass" | "fail">("pass", "fail");
  const runs = fc.array(fc.record({ command: fc.constantFrom("a", "b"), verdict }));
  fc.assert(
    fc.property(runs, (drawn) => {
      const steps = drawn.map(({ command, verdict: told }) => run(command, told));
      const ofA = findRecoveries(steps.filter(({ command }) => command === "a"));
      expect(findRecoveries(steps).filter(({ failed }) => failed.command === "a")).toEqual(ofA);
    }),
  );
});

test("a draft fits its limit whatever it is about, and claims no cause", () => {
  const change = fc.record({
    path: fc.string({ maxLength: 200 }),
    addedLines: fc.nat(),
    removedLines: fc.nat(),
    added: fc.array(fc.string(), { maxLength: 3 }),
    removed: fc.array(fc.string(), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.array(change, { maxLength: 20 }), (command, masked, changes) => {
      const text = composeDraft({ command, tool: "npm", masked, changes }, 300);
      expect([...text].length).toBeLessThanOrEqual(300);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(/because|caused/);
    }),
  );
});
