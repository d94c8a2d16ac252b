import { renderUntrustedBlock, type UntrustedItem } from "./untrusted-block.ts";

/** What of a SCOPE is put into words. */
export type RenderableBoot = {
  project: string;
  commit: string;
  repoMap: string;
  invariants: readonly string[];
  candidates: readonly { path: string; score: number }[];
  lessons: readonly string[];
};

/**
 * One SCOPE as text for a model. What does not depend on the goal comes first, so that a prompt cache may keep it. All of
 * it was written by others, so all of it stands inside the untrusted block.
 */
export function renderBootAnswer(
  answer: RenderableBoot,
  { secret, countTokens }: { secret: Uint8Array; countTokens: (text: string) => number },
): { map: string; task: string } {
  const item = (group: string, lines: readonly string[]): UntrustedItem => ({
    session: null,
    project: answer.project,
    group,
    lines,
  });
  const write = (items: UntrustedItem[], kind: string) =>
    renderUntrustedBlock({ items, secret, kind, budgetTokens: null, countTokens }).text;
  const map = [
    ...(answer.repoMap === "" ? [] : [item("Where the weight of this repository lies:", answer.repoMap.split("\n"))]),
    ...(answer.invariants.length === 0 ? [] : [item("Rules of this repository:", answer.invariants)]),
  ];
  const task = [
    ...(answer.candidates.length === 0
      ? []
      : [
          item(
            "Files to open first, best first:",
            answer.candidates.map(({ path }) => JSON.stringify(path).slice(1, -1)),
          ),
        ]),
    ...(answer.lessons.length === 0 ? [] : [item("Learned here before:", answer.lessons)]),
  ];
  return { map: write(map, "repository map"), task: write(task, `code context at ${answer.commit.slice(0, 12)}`) };
}
