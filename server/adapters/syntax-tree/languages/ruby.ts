import type { Node } from "web-tree-sitter";
import type { RawImport } from "#server/domain/code-graph/parsed-blob.ts";
import { type Captures, insideType, type LanguageRules, literalText } from "../language-rules.ts";
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

function importsOf(matches: readonly Captures[]): RawImport[] {
  const imports: RawImport[] = [];
  for (const captures of matches) {
    const method = captures.get("method")?.[0]?.text;
    const source = captures.get("source")?.[0];
    if (!source || source.namedChildren.some(({ type }) => type === "interpolation")) continue;
    const specifier = literalText(source);
    if (method === "require_relative") imports.push({ form: "relative", specifier });
    else if (method === "require" || method === "load" || method === "autoload") {
      imports.push({ form: "import", specifier });
    }
  }
  return imports;
}

export const rubyRules: LanguageRules = {
  grammar: "ruby",
  declarations: { visit, annotations: new Set(), comments: new Set(["comment"]) },
  importQuery: "(call !receiver method: (identifier) @method arguments: (argument_list (string) @source .))",
  importsOf,
};
