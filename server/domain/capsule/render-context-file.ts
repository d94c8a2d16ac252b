import { stripControl } from "#server/domain/text/strip-control.ts";
import type { RunFacts } from "./build-capsule.ts";

/** `.local/runs/<runId>/context.md`: what the run touched, left unread, relied on and would do next. */
export function renderContextFile(capsule: RunFacts): string {
  const section = (name: string, lines: readonly string[]) =>
    [`## ${name}`, "", ...(lines.length === 0 ? ["_none_"] : lines.map((line) => `- ${line}`)), ""].join("\n");
  return [
    `# Run ${capsule.runId}`,
    "",
    `Task: ${oneLine(capsule.task) || "_none_"}`,
    `Verdict: ${capsule.verdict}`,
    `Project: ${oneLine(capsule.repo)}`,
    "",
    section("Files touched", capsule.filesTouched.map(code)),
    section(
      "Files deliberately not read",
      capsule.filesNotRead.map(({ path, why }) => (why.trim() === "" ? code(path) : `${code(path)}: ${oneLine(why)}`)),
    ),
    section("Invariants relied on", capsule.invariants.map(oneLine)),
    section("Likely next steps", capsule.nextSteps.map(oneLine)),
  ].join("\n");
}

/** A text cannot open a section or a list of its own. */
function oneLine(text: string): string {
  return stripControl(text.replaceAll(/\s+/g, " ")).trim();
}

/** A path as code, whatever backticks and line breaks its name holds. */
function code(path: string): string {
  const shown = stripControl(path.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t"));
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${shown}\`` : `${fence} ${shown} ${fence}`;
}
