export type SessionStep =
  | { kind: "run"; command: string; verdict: "pass" | "fail" }
  | { kind: "edit"; files: readonly string[] };

export type Recovery<Run, Edit> = { failed: Run; passed: Run /** Since it first failed, in order. */; edits: Edit[] };

/**
 * Commands that failed and passed later, in the order in which they passed: each with its last failure and with the
 * edits since its first. A command is the same when it is the same text but for blanks.
 */
export function findRecoveries<
  Run extends Extract<SessionStep, { kind: "run" }>,
  Edit extends Extract<SessionStep, { kind: "edit" }>,
>(steps: readonly (Run | Edit)[]): Recovery<Run, Edit>[] {
  const failing = new Map<string, { failed: Run; edits: Edit[] }>();
  const recoveries: Recovery<Run, Edit>[] = [];
  for (const step of steps) {
    if (step.kind === "edit") {
      for (const open of failing.values()) open.edits.push(step);
      continue;
    }
    const command = step.command.replace(/\s+/g, " ").trim();
    const open = failing.get(command);
    // What was tried before it failed again belongs to the same way out.
    if (step.verdict === "fail") failing.set(command, { failed: step, edits: open?.edits ?? [] });
    else if (open) {
      recoveries.push({ ...open, passed: step });
      failing.delete(command);
    }
  }
  return recoveries;
}
