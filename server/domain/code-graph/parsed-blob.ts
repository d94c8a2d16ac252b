import type { TermCounts } from "#server/domain/code-context/count-terms.ts";
import type { ModuleManifest } from "./module-manifest.ts";

/**
 * Version of everything that turns a file's bytes into a `ParsedBlob`: grammars, extraction, minified and generated
 * detection. Raise it with any change in them, so that what was remembered under the old rules is parsed again.
 */
export const parseRuleVersion = 2;

/** Languages read with a grammar. */
export const grammarLanguages = [
  "typescript",
  "tsx",
  "javascript",
  "python",
  "go",
  "rust",
  "java",
  "c",
  "cpp",
  "csharp",
  "ruby",
  "starlark",
  "vue",
  "svelte",
] as const;

/** Languages read by patterns, because no grammar is shipped for them. */
export const patternLanguages = [
  "kotlin",
  "scala",
  "groovy",
  "swift",
  "php",
  "dart",
  "lua",
  "elixir",
  "perl",
  "shell",
  "zig",
  "protobuf",
] as const;

export type GrammarLanguage = (typeof grammarLanguages)[number];
export type PatternLanguage = (typeof patternLanguages)[number];
export type Language = GrammarLanguage | PatternLanguage;

export const symbolKinds = [
  "function",
  "method",
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "type",
  "constant",
  "variable",
  "module",
  "macro",
] as const;
export type SymbolKind = (typeof symbolKinds)[number];

/** How symbols were found: by a grammar, by patterns, or not looked for. */
export type SymbolsFrom = "grammar" | "pattern" | "none";

export type FileSymbol = {
  name: string;
  kind: SymbolKind;
  /** 1-based. */
  line: number;
  /** Enclosing class, type or namespace, outermost first with dots. */
  container?: string;
  /** Declaration without its body, on one line, at most `longestSymbolText` code points. */
  signature?: string;
  /** First sentence of the comment before it, at most `longestSymbolText` code points. */
  doc?: string;
};

/** Code points of a signature or of a doc sentence. */
export const longestSymbolText = 200;
/** Symbols kept of one file; the rest is counted. */
export const maxFileSymbols = 1_000;
/** Import statements kept of one file. */
export const maxFileImports = 2_000;

/**
 * One import as it is written.
 *
 * - `import`: the language's own statement; `names` are what it asks for, or in Go what is used of the package
 * - `relative`: relative to the file by definition (Ruby `require_relative`, TypeScript `/// <reference>`)
 * - `quoted`, `angled`: C includes
 * - `declaration`: Rust `mod name;`, with `file` where an attribute names it
 *
 * `within` is the inline module of Rust that the statement stands in.
 */
export type RawImport = {
  form: "import" | "relative" | "quoted" | "angled" | "declaration";
  specifier: string;
  names?: string[];
  within?: string[];
  file?: string;
};

/** What one file's bytes say, whatever its path. Plain data; JSON keeps it whole. */
export type ParsedBlob = {
  outcome: "parsed" | "minified" | "generated" | "binary" | "unreadable";
  /** Null for a manifest that is no source file. */
  language: Language | null;
  symbolsFrom: SymbolsFrom;
  symbols: FileSymbol[];
  /** Symbols beyond `maxFileSymbols`. */
  symbolsCut: number;
  /** The grammar's work limit was reached, so patterns were used instead. */
  grammarGaveUp: boolean;
  imports: RawImport[];
  /** Words of the whole text, comments included, by which a task finds it. None of minified and generated files. */
  terms: TermCounts;
  /** Java package, or C# namespaces. */
  namespaces: string[];
  /** Type names used, where a whole-namespace import leaves open what it is for. */
  typeNames: string[];
  manifest: ModuleManifest | null;
};

/**
 * Remembers parsed blobs under `parseKey`. Keys never expire: equal key, equal value. An implementation may forget, and
 * then the blob is parsed again.
 */
export type ParsedBlobCache = {
  getMany(keys: readonly string[]): Promise<Map<string, ParsedBlob>>;
  putMany(entries: readonly { key: string; parsed: ParsedBlob }[]): Promise<void>;
};
