import {
  type CodeGraphEdge,
  type CodeGraphFile,
  type CodeGraphNode,
  type CodeGraphSnapshot,
  directoryId,
  fileId,
  type ImportCounts,
  type SkippedGroup,
  type SkippedPath,
  skipReasons,
} from "./code-graph-snapshot.ts";
import { declaredModules } from "./declared-modules.ts";
import type { ImportResolution, ResolveImport } from "./import-resolution.ts";
import { type Language, parseRuleVersion } from "./parsed-blob.ts";
import { type RepositoryFile, RepositoryIndex } from "./repository-index.ts";
import { directoryOf } from "./repository-path.ts";
import { createBazelResolver } from "./resolve-bazel-label.ts";
import { createCIncludeResolver } from "./resolve-c-include.ts";
import { createCSharpResolver } from "./resolve-csharp-using.ts";
import { createGoResolver } from "./resolve-go-import.ts";
import { createJavaResolver } from "./resolve-java-import.ts";
import { createJavaScriptResolver } from "./resolve-javascript-import.ts";
import { createPythonResolver } from "./resolve-python-import.ts";
import { createRubyResolver } from "./resolve-ruby-require.ts";
import { createRustResolver } from "./resolve-rust-import.ts";

const shownExamples = 20;

export type CommitFiles = { commit: string; files: readonly RepositoryFile[]; skipped: readonly SkippedPath[] };

/** Files linked between two steps; a few milliseconds. */
const filesPerStep = 1_000;

/**
 * Builds the graph of one commit from its files and what their bytes say. Pure: the order of `files` and `skipped` makes
 * no difference, and time grows with the number of files, symbols and import statements.
 * Each path at most once; paths that cannot be nodes are in `skipped` only.
 */
export function buildCodeGraph(commit: CommitFiles): CodeGraphSnapshot {
  const steps = codeGraphSteps(commit);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** `buildCodeGraph` in steps, each yielding the number of files linked, for a caller that has other things to do between. */
export function* codeGraphSteps(commit: CommitFiles): Generator<number, CodeGraphSnapshot, undefined> {
  const files = commit.files.toSorted((a, b) => compareText(a.path, b.path));
  yield 0;
  const index = new RepositoryIndex(files);
  const modules = declaredModules(index);
  yield 0;

  const nodes: CodeGraphNode[] = modules.nodes;
  const edges: CodeGraphEdge[] = modules.edges;
  for (const path of index.directories) {
    const id = directoryId(path);
    nodes.push({ id, kind: "directory", path });
    if (path !== "") edges.push({ from: directoryId(directoryOf(path)), to: id, kind: "contains" });
  }
  const imports: ImportCounts = { resolved: 0, external: 0, ambiguous: 0, unresolved: 0 };
  const resolve = createResolvers(index);
  for (const [linked, file] of files.entries()) {
    if (linked % filesPerStep === 0) yield linked;
    const id = fileId(file.path);
    nodes.push({ id, kind: "file", path: file.path });
    edges.push({ from: directoryId(directoryOf(file.path)), to: id, kind: "contains" });
    for (const to of targetsOf(file, resolve, imports)) edges.push({ from: id, to, kind: "imports" });
  }
  yield files.length;
  nodes.sort((a, b) => compareText(a.id, b.id));
  yield files.length;
  edges.sort((a, b) => compareText(a.from, b.from) || compareText(a.kind, b.kind) || compareText(a.to, b.to));
  yield files.length;

  return {
    commit: commit.commit,
    ruleVersion: parseRuleVersion,
    nodes,
    edges,
    files: files.flatMap(describeFile),
    skipped: groupSkipped([...commit.skipped, ...files.flatMap(skippedInside)]),
    imports,
  };
}

/** Ids that a file imports, each once and never its own; counts what became of every statement. */
function targetsOf(
  file: RepositoryFile,
  resolve: (language: Language) => ResolveImport,
  counts: ImportCounts,
): Iterable<string> {
  if (!file.parsed || file.parsed.imports.length === 0) return [];
  const { language } = file.parsed;
  const targets = new Set<string>();
  for (const imported of file.parsed.imports) {
    const resolution: ImportResolution = language ? resolve(language)(file, imported) : { kind: "unresolved" };
    counts[resolution.kind] += 1;
    if (resolution.kind === "resolved") for (const target of resolution.targets) targets.add(target);
  }
  targets.delete(fileId(file.path));
  return targets;
}

/** Resolvers are made when the first file of their language asks, so a repository pays only for what it holds. */
function createResolvers(index: RepositoryIndex): (language: Language) => ResolveImport {
  const made = new Map<(index: RepositoryIndex) => ResolveImport, ResolveImport>();
  return (language) => {
    const create = resolverOfLanguage[language] ?? unknownResolver;
    const resolve = made.get(create) ?? create(index);
    made.set(create, resolve);
    return resolve;
  };
}

const unknownResolver = (): ResolveImport => () => ({ kind: "external" });

const resolverOfLanguage: Partial<Record<Language, (index: RepositoryIndex) => ResolveImport>> = {
  typescript: createJavaScriptResolver,
  tsx: createJavaScriptResolver,
  javascript: createJavaScriptResolver,
  vue: createJavaScriptResolver,
  svelte: createJavaScriptResolver,
  python: createPythonResolver,
  go: createGoResolver,
  rust: createRustResolver,
  java: createJavaResolver,
  kotlin: createJavaResolver,
  c: createCIncludeResolver,
  cpp: createCIncludeResolver,
  csharp: createCSharpResolver,
  ruby: createRubyResolver,
  starlark: createBazelResolver,
};

function describeFile({ path, objectId, parsed }: RepositoryFile): CodeGraphFile[] {
  if (!parsed?.language) return [];
  const { language, symbolsFrom, symbols } = parsed;
  return [{ path, objectId, language, symbolsFrom, symbols }];
}

function skippedInside({ path, parsed }: RepositoryFile): SkippedPath[] {
  if (parsed === null) return [];
  if (parsed.outcome !== "parsed") return [{ path, reason: parsed.outcome }];
  const reasons: SkippedPath[] = [];
  if (parsed.symbolsCut > 0) reasons.push({ path, reason: "symbols_cut" });
  if (parsed.grammarGaveUp) reasons.push({ path, reason: "grammar_gave_up" });
  return reasons;
}

function groupSkipped(skipped: readonly SkippedPath[]): SkippedGroup[] {
  return skipReasons.flatMap((reason) => {
    const paths = skipped.filter((one) => one.reason === reason).map(({ path }) => path);
    if (paths.length === 0) return [];
    return [{ reason, count: paths.length, examples: paths.sort(compareText).slice(0, shownExamples) }];
  });
}

/** By code unit, which no locale changes. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
