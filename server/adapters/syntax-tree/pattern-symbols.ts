import {
  type FileSymbol,
  type Language,
  longestSymbolText,
  maxFileImports,
  maxFileSymbols,
  type RawImport,
  type SymbolKind,
} from "#server/domain/code-graph/parsed-blob.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { docSentence } from "./doc-sentence.ts";
import { signatureLine } from "./signature-line.ts";

/** Longer lines are not looked at; nobody declares anything there. */
const longestLine = 500;

type Pattern = { starts: RegExp; kind: SymbolKind };

/** Words that may stand before the one that declares. */
const before = String.raw`(?:(?:export|default|public|private|protected|internal|static|final|abstract|sealed|open|override|async|data|inline|suspend|const|pub(?:\([^)]*\))?|unsafe|extern|local|partial|virtual|actual|expect|case|implicit|lazy|mutating|indirect|fileprivate|external|factory|late|def(?=\s+self\.))\s+)*`;
const name = String.raw`([\p{L}_$][\p{L}\p{N}_$]*)`;
const pattern = (words: string, kind: SymbolKind): Pattern => ({
  starts: new RegExp(`^\\s*${before}(?:${words})\\s+(?:<[^>]*>\\s*)?(?:[\\w.]+\\.)?${name}`, "u"),
  kind,
});

const common: Pattern[] = [
  pattern("class|object|companion object|actor|record|extension|mixin", "class"),
  pattern("interface|protocol|annotation class", "interface"),
  pattern("trait", "trait"),
  pattern("struct|message", "struct"),
  pattern("enum class|enum", "enum"),
  pattern("typealias|typedef|type", "type"),
  pattern("namespace|module|package object|service|defmodule", "module"),
  pattern("func|function|fun|fn|def|defp|defmacro|sub|rpc|proc", "function"),
];
const shellFunction: Pattern = { starts: /^\s*(?:function\s+)?([A-Za-z_][\w-]*)\s*\(\)\s*\{?/, kind: "function" };
const patternsOf: Partial<Record<Language, Pattern[]>> = { shell: [shellFunction, ...common.slice(-1)] };

/**
 * Symbols and imports of a language without a grammar: a word that declares, at the beginning of a line, and the name
 * after it. Does not know what is nested in what. Linear: each line is looked at with a fixed set of anchored patterns.
 */
export function patternSymbols(
  source: string,
  language: Language,
): { symbols: FileSymbol[]; symbolsCut: number; imports: RawImport[]; namespaces: string[] } {
  const patterns = patternsOf[language] ?? common;
  const symbols: FileSymbol[] = [];
  const imports: RawImport[] = [];
  const namespaces: string[] = [];
  let symbolsCut = 0;
  let comment: string[] = [];
  let number = 0;
  for (let start = 0; start < source.length; ) {
    const end = source.indexOf("\n", start);
    const line = source.slice(start, Math.min(end < 0 ? source.length : end, start + longestLine + 1));
    start = end < 0 ? source.length : end + 1;
    number += 1;
    if (line.length > longestLine) continue;
    if (/^\s*(?:\/\/|\/?\*|#(?!!)|--)/.test(line)) {
      if (comment.length < 20) comment.push(line);
      continue;
    }
    const found = firstMatch(line, patterns);
    if (found !== null && symbols.length >= maxFileSymbols) symbolsCut += 1;
    else if (found !== null) {
      const signature = signatureLine(line, 0, line.length);
      const doc = docSentence(comment.join("\n"));
      symbols.push({ ...found, line: number, signature, ...(doc === "" ? {} : { doc }) });
    }
    // Annotations may stand between a comment and what it is about.
    if (!/^\s*@/.test(line)) comment = [];
    if (language !== "kotlin") continue;
    const imported = /^\s*import\s+([\p{L}_][\p{L}\p{N}_.]*(?:\.\*)?)/u.exec(line)?.[1];
    if (imported !== undefined && imports.length < maxFileImports)
      imports.push({ form: "import", specifier: imported });
    const declared = /^\s*package\s+([\p{L}_][\p{L}\p{N}_.]*)/u.exec(line)?.[1];
    if (declared !== undefined && namespaces.length === 0) namespaces.push(declared);
  }
  return { symbols, symbolsCut, imports, namespaces };
}

function firstMatch(line: string, patterns: readonly Pattern[]): { name: string; kind: SymbolKind } | null {
  for (const { starts, kind } of patterns) {
    const found = starts.exec(line)?.[1];
    if (found !== undefined) return { name: cutText(found, longestSymbolText), kind };
  }
  return null;
}
