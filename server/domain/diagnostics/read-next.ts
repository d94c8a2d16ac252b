import { causeOf } from "#server/domain/diagnostics/cause-rules.ts";
import { type Diagnostic, severities } from "#server/domain/diagnostics/diagnostic.ts";
import { isForeignPath, isTestPath } from "#server/domain/diagnostics/foreign-path.ts";
import { capText } from "#server/domain/diagnostics/message-text.ts";
import { folderOfPackage } from "#server/domain/diagnostics/task-streams.ts";

/** One file to open, and why. */
export type ReadNext = {
  path: string;
  line?: number;
  reason: string;
  /** Only the end of the path is known; match it by suffix. */
  isPartialPath?: true;
};

/** An agent opens a handful of files; a list of hundreds is no order. */
export const readNextLimit = 20;

type Candidate = {
  path: string;
  line: number | null;
  reason: string;
  isPartialPath: boolean;
  /** What is compared, in this order; smaller comes first. */
  rank: readonly number[];
  findings: number;
};

function projectPath(file: string, diagnostic: Diagnostic): string {
  const folder = diagnostic.package === undefined ? null : folderOfPackage(diagnostic.package);
  // pnpm runs a task inside its package, so that relative paths begin there.
  if (folder === null || /^(?:\/|[A-Za-z]:\/|\.\.\/)/.test(file) || file.startsWith(`${folder}/`)) return file;
  return `${folder}/${file}`;
}

function headline({ code, message }: Diagnostic): string {
  const [first = ""] = message.split("\n", 1);
  const said = code === null || first.includes(code) ? first : `${code} ${first}`;
  return capText(said.trim(), 160);
}

function compareRanks(one: Candidate, other: Candidate): number {
  for (const [at, value] of one.rank.entries()) {
    const difference = value - (other.rank[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The files to open after a failure, in order: errors before warnings, root causes before what follows from them (a file that does not parse
 * or a missing module before type errors, those before failing tests), project files before tests, and dependencies last. After the place of
 * a finding come the places that it names itself (where the other type is declared) and the callers in its stack trace. Each path stands once.
 */
export function readNext(diagnostics: readonly Diagnostic[]): ReadNext[] {
  const best = new Map<string, Candidate>();
  const offer = (candidate: Candidate) => {
    const held = best.get(candidate.path);
    if (held === undefined) best.set(candidate.path, candidate);
    else if (compareRanks(candidate, held) < 0)
      best.set(candidate.path, { ...candidate, findings: held.findings + candidate.findings });
    else held.findings += candidate.findings;
  };
  const kindOf = (path: string) => (isForeignPath(path) ? 2 : isTestPath(path) ? 1 : 0);
  for (const [order, diagnostic] of diagnostics.entries()) {
    const { rank, label } = causeOf(diagnostic);
    const severity = severities.indexOf(diagnostic.severity);
    const isPartialPath = diagnostic.isPartialPath ?? false;
    if (diagnostic.file !== null) {
      const path = projectPath(diagnostic.file, diagnostic);
      const kind = kindOf(path);
      const named = diagnostic.test === undefined ? "" : ` in “${capText(diagnostic.test, 80)}”`;
      offer({
        path,
        line: diagnostic.line,
        reason: `${label}${named}: ${headline(diagnostic)}`,
        isPartialPath,
        rank: [kind === 2 ? 1 : 0, severity, rank, kind, 0, order],
        findings: 1,
      });
    }
    const place =
      diagnostic.file === null
        ? "the failure"
        : `${diagnostic.file}${diagnostic.line === null ? "" : `:${diagnostic.line}`}`;
    const follow = (file: string, line: number | null, reason: string, step: number) => {
      const path = projectPath(file, diagnostic);
      const kind = kindOf(path);
      offer({
        path,
        line,
        reason,
        isPartialPath,
        rank: [kind === 2 ? 1 : 0, severity, rank, kind, step, order],
        findings: 0,
      });
    };
    for (const { file, line, message } of diagnostic.related ?? []) {
      follow(
        file,
        line,
        `named by ${place}${message === "" ? "" : `: ${capText(message.split("\n", 1)[0] ?? "", 120)}`}`,
        1,
      );
    }
    for (const { file, line, function: name } of diagnostic.trace ?? []) {
      follow(file, line, `${name === null ? "" : `${name} is `}on the way to ${place}`, 2);
    }
  }
  return [...best.values()]
    .toSorted(compareRanks)
    .slice(0, readNextLimit)
    .map(({ path, line, reason, isPartialPath, findings }) => ({
      path,
      ...(line === null ? {} : { line }),
      reason: findings > 1 ? `${reason} (and ${findings - 1} more here)` : reason,
      ...(isPartialPath ? { isPartialPath: true as const } : {}),
    }));
}
