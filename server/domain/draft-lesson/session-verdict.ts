import type { SessionStep } from "./find-recoveries.ts";

/**
 * How a session ended: `fail` while a command that failed has not passed since, `pass` when each has. Null where nothing
 * failed: a pass alone is no verdict, for any command may pass. A command is the same when it is the same text but for blanks.
 */
export function sessionVerdict(steps: readonly SessionStep[]): "pass" | "fail" | null {
  const standing = new Map<string, "pass" | "fail">();
  for (const step of steps) {
    if (step.kind === "edit") continue;
    const command = step.command.replace(/\s+/g, " ").trim();
    if (step.verdict === "fail" || standing.has(command)) standing.set(command, step.verdict);
  }
  if (standing.size === 0) return null;
  return [...standing.values()].includes("fail") ? "fail" : "pass";
}
