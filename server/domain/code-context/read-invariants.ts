import type { Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString as plainText } from "mdast-util-to-string";
import { cutText } from "#server/domain/text/cut-text.ts";
import type { Invariant, InvariantCheck } from "./invariant.ts";

/** Instruction text looked at, in UTF-16 units. */
const longestFile = 64_000;
const longestRule = 300;
/** Rules of one file; a longer list is no list of invariants. */
const mostRules = 60;

/** Words by which a sentence binds. Steps, greetings and descriptions have none of them. */
const binding =
  /\b(?:must|never|always|do not|don['’]t|should not|shouldn['’]t|cannot|may not|only|avoid|require[sd]?|forbidden|prohibited|no longer|not allowed|prefer|ensure|keep)\b/i;
const forbidding =
  /\b(?:never|do not|don['’]t|must not|mustn['’]t|may not|should not|shouldn['’]t|avoid|no|forbidden|prohibited)\b/i;

/** Rules of one instruction file, in its order: list items and sentences that bind. Never throws. */
export function readInvariants(path: string, markdown: string): Invariant[] {
  const text = withoutFrontMatter(markdown.slice(0, longestFile));
  const rules: Invariant[] = [];
  const seen = new Set<string>();
  for (const { node, line } of statements(fromMarkdown(text.body), 0)) {
    if (rules.length >= mostRules) break;
    const codes = codesIn(node);
    for (const sentence of sentencesOf(plainText(node))) {
      if (!binding.test(sentence) || seen.has(sentence)) continue;
      seen.add(sentence);
      const named = codes.filter((code) => sentence.includes(code));
      rules.push({
        rule: cutText(sentence, longestRule),
        source: { path, line: line + text.skippedLines },
        symbol: named.map(symbolOf).find((symbol) => symbol !== null) ?? null,
        check: checkOf(sentence, named),
      });
    }
  }
  return rules;
}

function withoutFrontMatter(markdown: string): { body: string; skippedLines: number } {
  const matter = /^---\r?\n[\s\S]*?\r?\n---\r?\n/.exec(markdown)?.[0];
  if (matter === undefined) return { body: markdown, skippedLines: 0 };
  return { body: markdown.slice(matter.length), skippedLines: matter.split("\n").length - 1 };
}

function* statements(node: Nodes, depth: number): Generator<{ node: Nodes; line: number }> {
  if (node.type === "paragraph") {
    yield { node, line: node.position?.start.line ?? 1 };
    return;
  }
  if (node.type === "code" || node.type === "html" || node.type === "heading" || depth > 12) return;
  if (isParent(node)) for (const child of node.children) yield* statements(child, depth + 1);
}

function isParent(node: Nodes): node is Extract<Nodes, Parents> {
  return "children" in node;
}

function codesIn(node: Nodes): string[] {
  if (node.type === "inlineCode") return [node.value];
  return isParent(node) ? node.children.flatMap((child) => codesIn(child)) : [];
}

/** Sentences of one paragraph; a full stop inside a name or a path ends none. */
function sentencesOf(text: string): string[] {
  return text
    .replace(/\s+/g, " ")
    .split(/(?<=[.!?])\s+(?=[\p{Lu}`"'(])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 8);
}

/** `parse`, `Store.open`, `useQuery()`; not a path, a flag, a command or a number. */
function symbolOf(code: string): string | null {
  const name = code.replace(/\(\)$/, "");
  return /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name) &&
    !/\.(?:md|json|ya?ml|toml|[cm]?[jt]sx?|py|go|rs)$/.test(name)
    ? name
    : null;
}

/**
 * What a forbidding sentence forbids. Only plain forms are taken, because a wrong check would accuse innocent files:
 * "never import `x`", "do not use `y`", "no files under `z/`", each with "in", "from" or "inside" and a folder if limited.
 */
function checkOf(sentence: string, codes: readonly string[]): InvariantCheck | null {
  const [first] = codes;
  if (
    first === undefined ||
    !forbidding.test(sentence) ||
    /\b(?:unless|except|without|instead of|outside)\b/i.test(sentence)
  )
    return null;
  const at = sentence.indexOf(first);
  const before = sentence.slice(Math.max(0, at - 60), at);
  const within = folderIn(sentence.slice(at + first.length), codes);
  if (
    /\b(?:never|do not|don['’]t|must not|mustn['’]t|may not|should not|avoid|no)\s+(?:directly\s+)?(?:import(?:s|ing)?|require|depend on)(?:\s+(?:from|anything from|the))?\s*["'“]?$/i.test(
      before,
    )
  ) {
    return { kind: "forbidden_import", value: first.replace(/\/?\*+$/, ""), within };
  }
  if (
    /\b(?:never|do not|don['’]t|must not|mustn['’]t|may not|should not|avoid)\s+(?:ever\s+)?(?:us(?:e|ing)|call(?:ing)?)(?:\s+the)?\s*$/i.test(
      before,
    )
  ) {
    const symbol = symbolOf(first);
    return symbol === null ? null : { kind: "forbidden_symbol", value: symbol, within };
  }
  if (
    /\b(?:never|do not|don['’]t|must not|mustn['’]t|no)\s+(?:(?:add|create|put|commit|have)\s+)?(?:any\s+|new\s+)?(?:files?|code|folders?|modules?)?\s*(?:in|under|below|inside|named|called|to)?\s*$/i.test(
      before,
    )
  ) {
    return /[/.]/.test(first) && !/\b(?:edit|modify|touch|change|run|use|call)\b/i.test(before)
      ? {
          kind: "forbidden_path",
          value: first
            .replace(/^\.?\//, "")
            .replace(/\/?\*+$/, "")
            .replace(/\/$/, ""),
        }
      : null;
  }
  return null;
}

function folderIn(rest: string, codes: readonly string[]): string | null {
  const named = codes.find((code) => /\//.test(code) && rest.includes(code));
  if (named === undefined) return null;
  const before = rest.slice(0, rest.indexOf(named));
  return /\b(?:in|from|inside|within|under|below)\s+(?:the\s+)?$/i.test(before)
    ? named
        .replace(/^\.?\//, "")
        .replace(/\/?\*+$/, "")
        .replace(/\/$/, "")
    : null;
}
