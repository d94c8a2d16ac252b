import type { FailureTool } from "#server/domain/failure-signature/failure-tool.ts";
import type { Finding, Piece } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogLine,
  type LogView,
  slice,
  textAt,
} from "#server/domain/failure-signature/log-view.ts";
import { severityOf } from "#server/domain/failure-signature/recognisers/localised.ts";
import { indentOf, lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const form =
  /^\s{0,8}((?:[A-Za-z]:)?[^\s:*?<>|"'()][^:*?<>|"\n]{0,400}?\.([A-Za-z][A-Za-z0-9+]{0,9})|<(?:command-line|stdin|built-in)>)(?:(?::\p{Nd}{1,9}(?:[.-]\p{Nd}{1,9})?){1,3}|\(\p{Nd}{1,9}(?:,\p{Nd}{1,9})?\)):? ?(?:(?:internal )?(?:compiler )?(\p{L}[\p{L} ]{0,30}?)(?:\[[\w-]{1,60}\])?) ?[:：] ?(.{1,1000})$/du;
/** What `form` has between the file and the position, told at a small part of its cost. */
const beforePosition = /[.>](?:[A-Za-z][A-Za-z0-9+]{0,9})?[:(](?:[0-9]|[^\x00-\x7f])/;
/** The same line once its position is masked; here only the known words count, because `file: text` is also how programs talk. */
const withoutPosition =
  /^\s{0,8}((?:[A-Za-z]:)?[^\s:*?<>|"'()][^:*?<>|"\n]{0,400}?\.([A-Za-z][A-Za-z0-9+]{0,9})): ((?:fatal )?error|Fehler|erreur|エラー|错误|错误) ?[:：] ?(.{1,1000})$/u;

const tools: ReadonlyMap<string, FailureTool> = new Map([
  ["c", "gcc"],
  ["h", "gcc"],
  ["cc", "gcc"],
  ["cpp", "gcc"],
  ["cxx", "gcc"],
  ["hpp", "gcc"],
  ["hh", "gcc"],
  ["hxx", "gcc"],
  ["m", "gcc"],
  ["mm", "gcc"],
  ["s", "gcc"],
  ["cu", "gcc"],
  ["f", "gcc"],
  ["f90", "gcc"],
  ["inl", "gcc"],
  ["py", "mypy"],
  ["pyi", "mypy"],
  ["swift", "swift"],
  ["java", "javac"],
  ["kt", "kotlin"],
  ["kts", "kotlin"],
  ["scala", "scala"],
  ["rs", "rustc"],
  ["go", "go"],
]);

/** `file:1:2: error: message` of gcc, clang, swiftc, javac, mypy and all that copied them, with the word for error in any language. */
export const compilerDiagnostic: Recogniser = {
  name: "compiler_diagnostic",
  hint: /[.>](?:[A-Za-z][A-Za-z0-9+]{0,9})?[:(]/,
  readsHint: true,
  read(log, index, isFull) {
    const line = log.line(index);
    if (!line) return undefined;
    const placed = beforePosition.test(line.text) ? form.exec(line.text) : null;
    const match = placed ?? withoutPosition.exec(line.text);
    if (!match) return undefined;
    const word = match[3] ?? "";
    const severity = severityOf(word);
    const ending = match[2] ?? "";
    const tool = match[1]?.startsWith("<") ? "gcc" : (tools.get(ending) ?? tools.get(ending.toLowerCase()));
    // Programs write `server.log:12: text: more` about anything; only a compiler's file makes an unknown word an error.
    if (severity.language === "und" && severity.isError && tool === undefined) return undefined;
    if (!severity.isError) return { findings: [], end: index + 1 };
    if (isFull("cause")) return { findings: [], end: index + 1, dropped: "cause" };
    const [file, said, message] = placed
      ? [captured(line, placed, 1), captured(line, placed, 3), captured(line, placed, 4)]
      : piecesWithoutPosition(line, match);
    const lines = [findingLine("diagnostic", file, ": ", said, ": ", message)];
    if (tool === "javac") lines.push(...symbolLines(log, index));
    const finding: Finding = { rule: "compiler_diagnostic", tool: tool ?? null, rank: "cause", at: index, lines };
    if (severity.language !== "en" && severity.language !== "und") finding.language = severity.language;
    return { findings: [finding], end: index + 1 };
  },
};

/** Nothing varies between the file, the word and the message, so that the pattern need not say where they are. */
function piecesWithoutPosition(line: LogLine, [, file = "", , word = "", message = ""]: RegExpExecArray): Piece[] {
  const from = indentOf(line.text);
  const said = from + file.length + ": ".length;
  return [
    slice(line, from, from + file.length),
    slice(line, said, said + word.length),
    slice(line, line.text.length - message.length),
  ];
}

/** javac names the symbol some lines below: `symbol: class Foo`, `location: class Main`. */
export function symbolLines(log: LogView, index: number) {
  const found = [];
  for (let at = index + 1; at < Math.min(log.lineCount, index + 8); at++) {
    const line = log.line(at);
    const match =
      line && /^(?:\[ERROR\])?\s{1,8}((?:symbol|location|required|found|reason): {1,6}.{1,400})$/d.exec(line.text);
    if (line && match) found.push(indented(2, findingLine("diagnostic", captured(line, match, 1))));
    else if (line && /^\S.{0,400}:(?:\[?[0-9]{1,9})/.test(line.text)) break;
  }
  return found;
}

export const linkerLines = lineRecognisers(
  /undefined reference|cannot find -l|multiple definition|Undefined symbols|duplicate symbol|unresolved external|library not found|cannot open (?:output|shared)|relocation|^ld: |ld(?:\.\w+)?: |collect2|undefined symbol|^(?:cc1|gcc|g\+\+|cc|c\+\+|clang)/,
  [
    {
      name: "gcc_driver",
      tool: "gcc",
      rank: "cause",
      profile: "message",
      pattern:
        /^((?:cc1(?:plus|obj)?|(?:gcc|g\+\+|clang(?:\+\+)?)(?:-[0-9]{1,3})?|cc|c\+\+): (?:fatal )?error: .{1,400})$/d,
    },
    {
      name: "ld_undefined",
      tool: "ld",
      rank: "cause",
      profile: "diagnostic",
      pattern:
        /(?:^|[\s/])([\w@.+-]{1,120}\.(?:c|cc|cpp|cxx|o|a|f90|m|mm|s|rs))(?::\(\.[\w.+]{1,80}\)|:[0-9]{1,9})?: (undefined reference to [`'"].{1,400})$/d,
      shape: [1, ": ", 2],
    },
    {
      name: "ld_undefined_nameless",
      tool: "ld",
      rank: "cause",
      profile: "diagnostic",
      pattern: /(undefined reference to [`'"].{1,400}['"])/d,
    },
    {
      name: "ld_library",
      tool: "ld",
      rank: "cause",
      profile: "diagnostic",
      pattern:
        /(cannot find -l[\w.+-]{1,120}|library '?-?l?[\w.+-]{1,120}'? not found|library not found for -l[\w.+-]{1,120})/d,
    },
    {
      name: "ld_duplicate",
      tool: "ld",
      rank: "cause",
      profile: "diagnostic",
      pattern: /((?:multiple definition of|duplicate symbol) [`'"_]?.{1,300}?)(?:;|:| in |$)/d,
    },
    {
      name: "lld_undefined",
      tool: "ld",
      rank: "cause",
      profile: "diagnostic",
      pattern: /((?:ld\.lld|lld|wasm-ld|rust-lld|mold): error: (?:undefined|duplicate|unable|cannot).{1,400})$/d,
    },
    {
      name: "ld_other",
      tool: "ld",
      rank: "cause",
      profile: "diagnostic",
      pattern:
        /^(?:\/\S{1,200}\/)?(?:[\w-]{1,40}-)?(ld)(?:\.(?:bfd|gold|lld))?: (?!warning|.{0,300}: in function|.{0,300}: warning)((?:cannot|unable|skipping|final link failed|error|symbol\(s\) not found|framework not found|can't).{1,400})$/d,
      shape: [1, ": ", 2],
    },
  ],
);

const appleSymbols = /^Undefined symbols for architecture \S{1,20}:$/;

/** Apple's linker: the header, then each symbol in quotes. */
export const appleLinker: Recogniser = {
  name: "ld_undefined_symbols",
  hint: /^Undefined symbols for architecture/,
  read(log, index) {
    if (!appleSymbols.test(textAt(log, index))) return undefined;
    const findings = [];
    let at = index + 1;
    for (; at < Math.min(log.lineCount, index + 400); at++) {
      const line = log.line(at);
      if (!line || !/^\s/.test(line.text)) break;
      const match = /^\s{1,8}"(.{1,300})", referenced from:$/d.exec(line.text);
      if (match)
        findings.push({
          rule: "ld_undefined_symbols",
          tool: "ld" as const,
          rank: "cause" as const,
          at,
          lines: [
            findingLine("diagnostic", "Undefined symbols for architecture <arch>:"),
            indented(2, findingLine("diagnostic", '"', captured(line, match, 1), '", referenced from:')),
          ],
        });
    }
    return findings.length === 0 ? undefined : { findings, end: at };
  },
};
