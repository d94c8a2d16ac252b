import type { RepositoryFile } from "#server/domain/code-graph/repository-index.ts";
import { isInside } from "#server/domain/code-graph/repository-path.ts";
import { stem } from "#server/domain/retrieval/stem.ts";
import { compareIds } from "#server/domain/selection/compare-ids.ts";
import { foldCase } from "#server/domain/text/fold-case.ts";
import type { Invariant, InvariantState, JudgedInvariant } from "./invariant.ts";
import { pathRole } from "./path-role.ts";

const mostEvidence = 5;

/**
 * Which rules still stand in one commit: whether the named symbol exists anywhere, and whether any file breaks a rule
 * that can be checked. Tests and examples break no rule. A rule that names nothing and forbids nothing stays unchecked.
 */
export function judgeInvariants(invariants: readonly Invariant[], files: readonly RepositoryFile[]): JudgedInvariant[] {
  const known = new Set<string>();
  for (const { parsed } of files) {
    if (parsed === null) continue;
    for (const { name } of parsed.symbols) known.add(name);
    for (const word of parsed.terms.words) known.add(word);
  }
  const exists = (symbol: string): boolean => {
    const last = symbol.split(/\.|::|#/).at(-1) ?? symbol;
    return known.has(symbol) || known.has(last) || known.has(stem(foldCase(last)));
  };
  return invariants.map((invariant) => {
    const evidence = violations(invariant, files);
    return { ...invariant, state: stateOf(invariant, evidence, exists), evidence: evidence.slice(0, mostEvidence) };
  });
}

function stateOf(
  { symbol, check }: Invariant,
  evidence: readonly string[],
  exists: (symbol: string) => boolean,
): InvariantState {
  if (evidence.length > 0) return "violated";
  // What must not be used need not exist.
  if (check !== null) return "holds";
  if (symbol === null) return "unchecked";
  return exists(symbol) ? "holds" : "symbol_missing";
}

function violations({ check }: Invariant, files: readonly RepositoryFile[]): string[] {
  if (check === null) return [];
  const broken = files.filter(({ path, parsed }) => {
    if (check.kind === "forbidden_path") return isInside(path, check.value);
    if (parsed === null || pathRole(path) !== "source") return false;
    if (check.within !== null && !isInside(path, check.within)) return false;
    if (check.kind === "forbidden_import") {
      return parsed.imports.some(
        ({ specifier }) => specifier === check.value || specifier.startsWith(`${check.value}/`),
      );
    }
    const last = check.value.split(/\.|::|#/).at(-1) ?? check.value;
    const declares = parsed.symbols.some(({ name }) => name === last);
    return !declares && isDistinctive(last) && parsed.terms.words.includes(stem(foldCase(last)));
  });
  return broken.map(({ path }) => path).toSorted(compareIds);
}

/** A plain word stands in comments and in other names too; only a name that is one for certain accuses a file. */
function isDistinctive(name: string): boolean {
  return /\p{Ll}\p{Lu}|_/u.test(name);
}
