import type { Node } from "web-tree-sitter";
import type { SymbolKind } from "#server/domain/code-graph/parsed-blob.ts";
import { insideType, joinNames, type LanguageRules } from "../language-rules.ts";
import type { Place, Step } from "../walk-declarations.ts";

const kindOfNode: Record<string, SymbolKind> = {
  class_declaration: "class",
  record_declaration: "class",
  record_struct_declaration: "struct",
  struct_declaration: "struct",
  interface_declaration: "interface",
  enum_declaration: "enum",
  delegate_declaration: "type",
};

function visit(node: Node, place: Place): Step | null {
  const { type } = node;
  const body = node.childForFieldName("body");
  if (/^preproc_/.test(type)) return { inside: [{ node, place }] };
  if (type === "namespace_declaration") return body ? { inside: [{ node: body, place }] } : null;
  if (type === "file_scoped_namespace_declaration") return { inside: [{ node, place }] };
  const name = node.childForFieldName("name")?.text;
  if (type === "method_declaration" && name) return { declared: [{ name, kind: "method", node, body }] };
  if (type === "field_declaration") {
    if (!node.namedChildren.some((child) => child.type === "modifier" && child.text === "const")) return null;
    const declarator = node.namedChildren.find((child) => child.type === "variable_declaration")?.namedChildren.at(-1);
    const field = declarator?.childForFieldName("name")?.text;
    return field ? { declared: [{ name: field, kind: "constant", node }] } : null;
  }
  const kind = kindOfNode[type];
  if (kind === undefined || name === undefined) return null;
  return {
    declared: [{ name, kind, node, body }],
    inside: body && kind !== "enum" ? [{ node: body, place: insideType(place, name) }] : [],
  };
}

export const csharpRules: LanguageRules = {
  grammar: "c_sharp",
  declarations: { visit, annotations: new Set(["attribute_list"]), comments: new Set(["comment"]) },
  importWords: /\busing\b/g,
  importStatement: ({ parent }) => (parent?.type === "using_directive" ? parent : null),
  importsOf: (statements) =>
    statements.map(({ text }) => {
      const written = text.replace(/^(?:global\s+)?using\s+(?:static\s+|unsafe\s+)?(?:\w+\s*=\s*)?|[\s;]/gu, "");
      return { form: "import", specifier: written.replace(/^global::/, "").replace(/<.*$/, "") };
    }),
  namespacesOf: (root) => {
    const found: string[] = [];
    const pending: { node: Node; outer: string | null }[] = [{ node: root, outer: null }];
    for (let next = pending.pop(); next !== undefined && found.length < 100; next = pending.pop()) {
      for (const child of next.node.namedChildren) {
        if (!/namespace_declaration$/.test(child.type)) continue;
        const name = joinNames(next.outer, child.childForFieldName("name")?.text.replace(/\s/g, "") ?? "");
        found.push(name);
        const body = child.childForFieldName("body");
        if (body) pending.push({ node: body, outer: name });
      }
    }
    return found;
  },
  needsTypeNames: (imports) => imports.length > 0,
};
