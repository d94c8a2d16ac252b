import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Language as Grammar, Parser, type Tree } from "web-tree-sitter";
import { countTerms, type TermCounts } from "#server/domain/code-context/count-terms.ts";
import { judgeSource } from "#server/domain/code-graph/judge-source.ts";
import type { ParseRule } from "#server/domain/code-graph/parse-rule.ts";
import {
  type GrammarLanguage,
  type Language,
  maxFileImports,
  type ParsedBlob,
  type RawImport,
} from "#server/domain/code-graph/parsed-blob.ts";
import { readBazelPackage } from "./bazel-package.ts";
import { decodeSource } from "./decode-source.ts";
import { findNames, findStatements } from "./find-in-source.ts";
import type { LanguageRules } from "./language-rules.ts";
import { cppRules, cRules } from "./languages/c.ts";
import { csharpRules } from "./languages/csharp.ts";
import { goRules } from "./languages/go.ts";
import { javaRules } from "./languages/java.ts";
import { javascriptRules, tsxRules, typescriptRules } from "./languages/javascript.ts";
import { pythonRules, starlarkRules } from "./languages/python.ts";
import { rubyRules } from "./languages/ruby.ts";
import { rustRules } from "./languages/rust.ts";
import { patternSymbols } from "./pattern-symbols.ts";
import { readManifest } from "./read-manifest.ts";
import { onlyScripts } from "./script-blocks.ts";
import { walkDeclarations } from "./walk-declarations.ts";

/** Where the shipped WebAssembly lies: the runtime's own file, and the folder of the grammars. */
export type GrammarPlaces = { runtime: string; grammars: string };

export type ReadSource = (job: { rule: ParseRule; bytes: Uint8Array }) => Promise<ParsedBlob>;

const rulesOfLanguage: Record<GrammarLanguage, LanguageRules> = {
  typescript: typescriptRules,
  tsx: tsxRules,
  javascript: javascriptRules,
  python: pythonRules,
  go: goRules,
  rust: rustRules,
  java: javaRules,
  c: cRules,
  cpp: cppRules,
  csharp: csharpRules,
  ruby: rubyRules,
  starlark: starlarkRules,
  vue: typescriptRules,
  svelte: typescriptRules,
};

const maxTypeNames = 2_000;
/** Capitalised and no member of something else: how types are named wherever whole namespaces are imported. */
const typeName = /(?<![\p{L}\p{N}_.])\p{Lu}[\p{L}\p{N}_]*/gu;

/**
 * How often the parser may report progress before it is stopped. It reports after a fixed amount of work, so the same
 * file is given up on every machine alike; ordinary code needs about 13 reports a KiB, ambiguous code under 50.
 */
const workLimit = (length: number) => 20_000 + length / 8;

/**
 * Reads one file at a time: decodes, judges, parses, extracts. Grammars are loaded when first needed. Never throws on
 * any bytes; what cannot be read says so in its outcome. The answer depends on the rule and the bytes alone.
 */
export async function createSourceReader(places: GrammarPlaces): Promise<ReadSource> {
  const wasmBinary = await readFile(places.runtime);
  await Parser.init({ wasmBinary });
  const loaded = new Map<LanguageRules, Promise<Parser>>();

  return async ({ rule, bytes }) => {
    const source = decodeSource(bytes);
    if (
      rule === "package_json" ||
      rule === "pnpm_workspace" ||
      rule === "tsconfig" ||
      rule === "cargo" ||
      rule === "go_mod"
    ) {
      const manifest = source === null ? null : readManifest(rule, source);
      return { ...emptyBlob(null), manifest, outcome: manifest === null ? "unreadable" : "parsed" };
    }
    if (rule === "bazel_package") {
      const blob = await readCode(source, "starlark", await load(starlarkRules));
      return blob.manifest === null ? emptyBlob(null) : blob;
    }
    if (!isGrammarLanguage(rule)) return readByPattern(source, rule);
    return readCode(source, rule, await load(rulesOfLanguage[rule]));
  };

  function load(rules: LanguageRules): Promise<Parser> {
    const known = loaded.get(rules) ?? loadGrammar(rules, places);
    loaded.set(rules, known);
    return known;
  }
}

async function loadGrammar(rules: LanguageRules, places: GrammarPlaces): Promise<Parser> {
  const grammar = await Grammar.load(await readFile(join(places.grammars, `tree-sitter-${rules.grammar}.wasm`)));
  return new Parser().setLanguage(grammar);
}

function readByPattern(source: string | null, language: Language): ParsedBlob {
  const refused = judge(source, language);
  if (refused !== null || source === null) return refused ?? emptyBlob(language);
  return {
    ...emptyBlob(language),
    ...patternSymbols(source, language),
    symbolsFrom: "pattern",
    terms: countTerms(source),
  };
}

function readCode(source: string | null, language: GrammarLanguage, parser: Parser): ParsedBlob {
  const judged = judge(source, language);
  if (judged?.outcome === "minified" || judged?.outcome === "binary" || source === null) {
    return judged ?? emptyBlob(language);
  }
  const rules = rulesOfLanguage[language];
  const code = language === "vue" || language === "svelte" ? onlyScripts(source) : source;
  const tree = parseWithin(parser, code);
  if (tree === null) {
    return {
      ...emptyBlob(language),
      ...patternSymbols(code, language),
      symbolsFrom: "pattern",
      grammarGaveUp: true,
      terms: countTerms(source),
    };
  }
  try {
    const file = { root: tree.rootNode, source: code };
    const statements = findStatements(file, rules.importWords, rules.importStatement);
    const imports = distinctImports(rules.importsOf(statements, file));
    const isGenerated = judged?.outcome === "generated";
    const { symbols, symbolsCut } = isGenerated
      ? { symbols: [], symbolsCut: 0 }
      : walkDeclarations(file.root, code, rules.declarations);
    const own = new Set(symbols.map(({ name }) => name));
    const typeNames = rules.needsTypeNames?.(imports) === true ? findNames(file, typeName, maxTypeNames) : [];
    return {
      ...emptyBlob(language),
      outcome: isGenerated ? "generated" : "parsed",
      symbolsFrom: isGenerated ? "none" : "grammar",
      symbols,
      symbolsCut,
      terms: isGenerated ? noTerms() : countTerms(source),
      imports,
      namespaces: rules.namespacesOf?.(file.root) ?? [],
      // What the file declares itself hides what it imports under the same name.
      typeNames: typeNames.filter((name) => !own.has(name)),
      manifest: language === "starlark" ? readBazelPackage(file.root) : null,
    };
  } finally {
    tree.delete();
  }
}

function judge(source: string | null, language: Language): ParsedBlob | null {
  if (source === null) return { ...emptyBlob(language), outcome: "binary" };
  const judgement = judgeSource(source);
  return judgement === "ordinary" ? null : { ...emptyBlob(language), outcome: judgement };
}

function parseWithin(parser: Parser, source: string): Tree | null {
  const limit = workLimit(source.length);
  let reports = 0;
  const tree = parser.parse(source, null, {
    progressCallback: () => {
      reports += 1;
      return reports > limit;
    },
  });
  if (tree === null) parser.reset();
  return tree;
}

function distinctImports(imports: readonly RawImport[]): RawImport[] {
  const seen = new Set<string>();
  const distinct: RawImport[] = [];
  for (const imported of imports) {
    if (distinct.length >= maxFileImports) break;
    if (imported.specifier === "" || imported.specifier.length > 1_000) continue;
    const key = JSON.stringify(imported);
    if (seen.has(key)) continue;
    seen.add(key);
    distinct.push({ ...imported, specifier: imported.specifier.toWellFormed() });
  }
  return distinct;
}

function emptyBlob(language: Language | null): ParsedBlob {
  return {
    outcome: "parsed",
    language,
    symbolsFrom: "none",
    symbols: [],
    symbolsCut: 0,
    grammarGaveUp: false,
    imports: [],
    terms: noTerms(),
    namespaces: [],
    typeNames: [],
    manifest: null,
  };
}

function noTerms(): TermCounts {
  return { words: [], counts: [] };
}

function isGrammarLanguage(rule: ParseRule): rule is GrammarLanguage {
  return Object.hasOwn(rulesOfLanguage, rule);
}
