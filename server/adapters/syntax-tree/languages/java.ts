import type { Node } from "web-tree-sitter";
import type { SymbolKind } from "#server/domain/code-graph/parsed-blob.ts";
import { insideType, type LanguageRules } from "../language-rules.ts";
import type { Place, Step } from "../walk-declarations.ts";

const kindOfNode: Record<string, SymbolKind> = {
  class_declaration: "class",
  record_declaration: "class",
  interface_declaration: "interface",
  annotation_type_declaration: "interface",
  enum_declaration: "enum",
};

function visit(node: Node, place: Place): Step | null {
  const { type } = node;
  const body = node.childForFieldName("body");
  if (type === "enum_body_declarations") return { inside: [{ node, place }] };
  if (type === "field_declaration" || type === "constant_declaration") {
    const modifiers = node.firstNamedChild?.type === "modifiers" ? node.firstNamedChild.text : "";
    if (type === "field_declaration" && !(/\bstatic\b/.test(modifiers) && /\bfinal\b/.test(modifiers))) return null;
    const declarator = node.childForFieldName("declarator");
    const name = declarator?.childForFieldName("name")?.text;
    const value = declarator?.childForFieldName("value");
    return name ? { declared: [{ name, kind: "constant", node, body: value }] } : null;
  }
  const name = node.childForFieldName("name")?.text;
  if (name === undefined) return null;
  if (type === "method_declaration") return { declared: [{ name, kind: "method", node, body }] };
  const kind = kindOfNode[type];
  if (kind === undefined) return null;
  return {
    declared: [{ name, kind, node, body }],
    inside: body ? [{ node: body, place: insideType(place, name) }] : [],
  };
}

export const javaRules: LanguageRules = {
  grammar: "java",
  declarations: {
    visit,
    annotations: new Set(["annotation", "marker_annotation"]),
    comments: new Set(["line_comment", "block_comment"]),
  },
  importWords: /\bimport\b/g,
  importStatement: ({ parent }) => (parent?.type === "import_declaration" ? parent : null),
  importsOf: (statements) =>
    statements.map(({ text }) => ({
      form: "import",
      specifier: text.replace(/^\s*import\s+(?:static\s+)?|[\s;]/g, ""),
    })),
  namespacesOf: (root) => {
    const clause = root.namedChildren.find(({ type }) => type === "package_declaration");
    const name = clause?.namedChildren.findLast(({ type }) => /identifier$/.test(type))?.text.replace(/\s/g, "");
    return name ? [name] : [];
  },
  needsTypeNames: (imports) => imports.some(({ specifier }) => specifier.endsWith(".*")),
};
