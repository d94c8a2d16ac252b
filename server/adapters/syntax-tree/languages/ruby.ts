import type { Node } from "web-tree-sitter";
import type { RawImport } from "#server/domain/code-graph/parsed-blob.ts";
import { insideType, type LanguageRules, literalText } from "../language-rules.ts";
import type { Place, Step } from "../walk-declarations.ts";

function visit(node: Node, place: Place): Step | null {
  const { type } = node;
  if (type === "body_statement" || type === "singleton_class") return { inside: [{ node, place }] };
  const name = node.childForFieldName("name")?.text.replaceAll("::", ".");
  const body = node.childForFieldName("body");
  if ((type === "module" || type === "class") && name) {
    return {
      declared: [{ name, kind: type, node, body }],
      inside: body ? [{ node: body, place: insideType(place, name) }] : [],
    };
  }
  if ((type === "method" || type === "singleton_method") && name) {
    return { declared: [{ name, kind: place.isType ? "method" : "function", node, body }] };
  }
  if (type === "assignment") {
    const left = node.childForFieldName("left");
    if (left?.type === "constant") return { declared: [{ name: left.text, kind: "constant", node }] };
  }
  return null;
}

function importStatement(word: Node): Node | null {
  const { parent } = word;
  if (parent?.type !== "call" || parent.childForFieldName("receiver")) return null;
  return parent.childForFieldName("method")?.id === word.id ? parent : null;
}

function importsOf(statements: readonly Node[]): RawImport[] {
  return statements.flatMap((call): RawImport[] => {
    const source = call.childForFieldName("arguments")?.namedChildren.at(-1);
    if (source?.type !== "string" || source.namedChildren.some(({ type }) => type === "interpolation")) return [];
    const isRelative = call.childForFieldName("method")?.text === "require_relative";
    return [{ form: isRelative ? "relative" : "import", specifier: literalText(source) }];
  });
}

export const rubyRules: LanguageRules = {
  grammar: "ruby",
  declarations: { visit, annotations: new Set(), comments: new Set(["comment"]) },
  importWords: /\b(?:require|require_relative|load|autoload)\b/g,
  importStatement,
  importsOf,
};
