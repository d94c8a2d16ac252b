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

/**
 * Builds the graph of one commit from its files and what their bytes say. Pure: the order of `files` and `skipped` makes
 * no difference, and time grows with the number of files, symbols and import statements.
 * Each path at most once; paths that cannot be nodes are in `skipped` only.
 */
export function buildCodeGraph(commit: {
  commit: string;
  files: readonly RepositoryFile[];
  skipped: readonly SkippedPath[];
}): CodeGraphSnapshot {
  const files = commit.files.toSorted((a, b) => compareText(a.path, b.path));
  const index = new RepositoryIndex(files);
  const modules = declaredModules(index);

  const nodes: CodeGraphNode[] = modules.nodes;
  const edges = new EdgeSet();
  for (const path of index.directories) {
    nodes.push({ id: directoryId(path), kind: "directory", path });
    if (path !== "") edges.add(directoryId(directoryOf(path)), directoryId(path), "contains");
  }
  for (const { path } of files) {
    nodes.push({ id: fileId(path), kind: "file", path });
    edges.add(directoryId(directoryOf(path)), fileId(path), "contains");
  }
  for (const { from, to, kind } of modules.edges) edges.add(from, to, kind);

  const imports: ImportCounts = { resolved: 0, external: 0, ambiguous: 0, unresolved: 0 };
  const resolve = createResolvers(index);
  for (const file of files) {
    for (const imported of file.parsed?.imports ?? []) {
      const language = file.parsed?.language;
      const resolution: ImportResolution = language ? resolve(language)(file, imported) : { kind: "unresolved" };
      imports[resolution.kind] += 1;
      if (resolution.kind !== "resolved") continue;
      for (const target of resolution.targets) edges.add(fileId(file.path), target, "imports");
    }
  }

  return {
    commit: commit.commit,
    ruleVersion: parseRuleVersion,
    nodes: nodes.sort((a, b) => compareText(a.id, b.id)),
    edges: edges.sorted(),
    files: files.flatMap(describeFile),
    skipped: groupSkipped([...commit.skipped, ...files.flatMap(skippedInside)]),
    imports,
  };
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

/** Each edge once, none from a node to itself. */
class EdgeSet {
  readonly #edges = new Map<string, Map<string, CodeGraphEdge["kind"][]>>();

  add(from: string, to: string, kind: CodeGraphEdge["kind"]): void {
    if (from === to) return;
    const targets = this.#edges.get(from) ?? new Map<string, CodeGraphEdge["kind"][]>();
    const kinds = targets.get(to) ?? [];
    if (!kinds.includes(kind)) targets.set(to, [...kinds, kind]);
    this.#edges.set(from, targets);
  }

  sorted(): CodeGraphEdge[] {
    const edges: CodeGraphEdge[] = [];
    for (const [from, targets] of this.#edges) {
      for (const [to, kinds] of targets) for (const kind of kinds) edges.push({ from, to, kind });
    }
    return edges.sort((a, b) => compareText(a.from, b.from) || compareText(a.kind, b.kind) || compareText(a.to, b.to));
  }
}

/** By code unit, which no locale changes. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
