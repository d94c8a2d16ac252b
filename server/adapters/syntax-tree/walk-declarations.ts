import type { Node } from "web-tree-sitter";
import { type FileSymbol, maxFileSymbols, type SymbolKind } from "#server/domain/code-graph/parsed-blob.ts";
import { docSentence } from "./doc-sentence.ts";
import { signatureLine } from "./signature-line.ts";

/** One declaration as a language's rules see it. */
export type Declared = {
  name: string;
  kind: SymbolKind;
  /** What the signature is cut from: the statement, with `export` and the like. */
  node: Node;
  /** Where the signature ends; at the node's end without one. */
  body?: Node | null | undefined;
  /** Replaces the place that the walk is in, for `impl` blocks and methods written outside their class. */
  container?: string | null;
  /** A doc text that the language keeps inside the body. */
  doc?: string | null | undefined;
};

/** Where the walk is: the dotted name of what encloses it, and whether that is a type, so that functions are methods. */
export type Place = { container: string | null; isType: boolean };

/** What one node declares, and which nodes hold further declarations. Bodies of functions are never walked. */
export type Step = { declared?: Declared[]; inside?: { node: Node; place: Place }[] };

export type DeclarationRules = {
  /** Null for a node that declares nothing. */
  visit(node: Node, place: Place): Step | null;
  /** Nodes between a comment and what it is about, such as attributes; they begin no signature either. */
  annotations: ReadonlySet<string>;
  comments: ReadonlySet<string>;
};

/**
 * Declarations of a file in the order in which they stand. Keeps the first `maxFileSymbols` and counts the rest.
 * Iterative, so that no depth of nesting overflows; each node is looked at once.
 */
export function walkDeclarations(
  root: Node,
  source: string,
  rules: DeclarationRules,
): { symbols: FileSymbol[]; symbolsCut: number } {
  const symbols: FileSymbol[] = [];
  let symbolsCut = 0;
  const stack: { children: Node[]; next: number; place: Place }[] = [
    { children: root.namedChildren, next: 0, place: { container: null, isType: false } },
  ];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const at = frame.next;
    const node = frame.children[at];
    if (node === undefined) {
      stack.pop();
      continue;
    }
    frame.next += 1;
    if (rules.comments.has(node.type)) continue;
    // What could not be parsed may still hold whole declarations.
    const step = node.isError ? { inside: [{ node, place: frame.place }] } : rules.visit(node, frame.place);
    if (step === null) continue;

    for (const declared of step.declared ?? []) {
      if (symbols.length >= maxFileSymbols) {
        symbolsCut += 1;
        continue;
      }
      const comment = declared.doc ?? commentBefore(frame.children, at, rules);
      symbols.push(toSymbol(declared, frame.place.container, source, rules, comment));
    }
    for (const { node: inner, place } of (step.inside ?? []).toReversed()) {
      stack.push({ children: inner.namedChildren, next: 0, place });
    }
  }
  return { symbols, symbolsCut };
}

function toSymbol(
  declared: Declared,
  enclosing: string | null,
  source: string,
  rules: DeclarationRules,
  comment: string | null,
): FileSymbol {
  const start = signatureStart(declared.node, rules.annotations);
  const end = declared.body?.startIndex ?? declared.node.endIndex;
  const container = declared.container === undefined ? enclosing : declared.container;
  const signature = signatureLine(source, start.index, end);
  const doc = comment === null ? "" : docSentence(comment);
  return {
    name: declared.name,
    kind: declared.kind,
    line: start.row + 1,
    ...(container === null || container === "" ? {} : { container }),
    ...(signature === "" ? {} : { signature }),
    ...(doc === "" ? {} : { doc }),
  };
}

/** Where the declaration itself begins, behind decorators, attributes and annotations. */
function signatureStart(node: Node, annotations: ReadonlySet<string>): { index: number; row: number } {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (annotations.has(child.type)) continue;
    if (child.type !== "modifiers") return { index: child.startIndex, row: child.startPosition.row };
    const modifier = child.children.find(({ type }) => !annotations.has(type));
    if (modifier) return { index: modifier.startIndex, row: modifier.startPosition.row };
  }
  return { index: node.startIndex, row: node.startPosition.row };
}

/** The comment that ends right above a node: one block, or an unbroken run of line comments. */
function commentBefore(children: readonly Node[], at: number, rules: DeclarationRules): string | null {
  const lines: string[] = [];
  let below = children[at]?.startPosition.row ?? 0;
  for (let index = at - 1; index >= 0 && lines.length < 50; index -= 1) {
    const node = children[index];
    if (node === undefined) break;
    if (rules.annotations.has(node.type)) {
      below = node.startPosition.row;
      continue;
    }
    // Some grammars count the line end as part of a line comment.
    const text = node.text.trimEnd();
    const lastRow = node.startPosition.row + countLines(text);
    if (!rules.comments.has(node.type) || below - lastRow > 1) break;
    // A comment behind the code of the line before belongs to that line.
    const before = children[index - 1];
    if (before && !rules.comments.has(before.type) && before.endPosition.row === node.startPosition.row) break;
    lines.unshift(text);
    if (text.startsWith("/*")) break;
    below = node.startPosition.row;
  }
  return lines.length === 0 ? null : lines.join("\n");
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
