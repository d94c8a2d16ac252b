import type { Node } from "web-tree-sitter";
import { maxFileImports, type RawImport, type SymbolKind } from "#server/domain/code-graph/parsed-blob.ts";
import { findNames } from "../find-in-source.ts";
import { type LanguageRules, literalText } from "../language-rules.ts";
import type { Declared, Step } from "../walk-declarations.ts";

const kindOfType: Record<string, SymbolKind> = { struct_type: "struct", interface_type: "interface" };
/** Distinct `package.Name` of one file. */
const maxUsedNames = 2_000;
const groups = new Set(["type_declaration", "const_declaration", "var_declaration", "var_spec_list"]);

function visit(node: Node): Step | null {
  const { type } = node;
  const body = node.childForFieldName("body");
  const name = node.childForFieldName("name")?.text ?? "";
  if (type === "function_declaration" && name !== "init") return { declared: [{ name, kind: "function", node, body }] };
  if (type === "method_declaration") {
    const receiver = node.childForFieldName("receiver")?.text ?? "";
    // "(s *Server[T])" is a method of Server.
    const container = /^\(\s*(?:\w+\s+)?\**\s*(?:\w+\.)?(\w+)/u.exec(receiver)?.[1] ?? null;
    return { declared: [{ name, kind: "method", node, body, container }] };
  }
  if (groups.has(type)) {
    const specs = node.namedChildren.filter((child) => child.type !== "comment");
    const [only] = specs;
    // A statement with one spec is its own signature; in a group each spec, with the comment above it, is one.
    if (specs.length === 1 && only && only.startPosition.row === node.startPosition.row) return declareSpec(only, node);
    return { inside: [{ node, place: { container: null, isType: false } }] };
  }
  return declareSpec(node, node);
}

function declareSpec(node: Node, outer: Node): Step | null {
  if (node.type === "type_spec" || node.type === "type_alias") {
    const definition = node.childForFieldName("type");
    const kind = kindOfType[definition?.type ?? ""] ?? "type";
    const opened = definition?.children.find(({ type }) => type === "{" || type === "field_declaration_list");
    return { declared: [{ name: node.childForFieldName("name")?.text ?? "", kind, node: outer, body: opened }] };
  }
  if (node.type === "var_spec_list") return { inside: [{ node, place: { container: null, isType: false } }] };
  if (node.type !== "const_spec" && node.type !== "var_spec") return null;
  const kind = node.type === "const_spec" ? "constant" : "variable";
  const declared: Declared[] = [];
  for (const { text: name, type } of node.childrenForFieldName("name")) {
    if (type === "identifier" && name !== "_") declared.push({ name, kind, node: outer });
  }
  return { declared };
}

function importsOf(statements: readonly Node[], file: { root: Node; source: string }): RawImport[] {
  const specs = statements.flatMap((statement) => statement.descendantsOfType("import_spec"));
  const imports = specs.slice(0, maxFileImports).map((spec) => {
    const path = spec.childForFieldName("path");
    const specifier = path ? literalText(path) : "";
    return { specifier, local: spec.childForFieldName("name")?.text ?? packageNameOf(specifier) };
  });
  const used = new Map<string, string[]>();
  for (const selector of findNames(file, /\b[\p{L}_][\p{L}\p{N}_]*\.\p{Lu}[\p{L}\p{N}_]*/gu, maxUsedNames)) {
    const [local = "", name = ""] = selector.split(".");
    used.set(local, [...(used.get(local) ?? []), name]);
  }
  return imports.map(({ specifier, local }) => {
    const names = used.get(local);
    return { form: "import", specifier, ...(names ? { names } : {}) };
  });
}

/** What a package is called where it is imported without an alias; its last segment, but for a version. */
function packageNameOf(path: string): string {
  const segments = path.split("/");
  const last = segments.at(-1) ?? "";
  const name = /^v\d+$/.test(last) ? (segments.at(-2) ?? last) : last;
  return name
    .replace(/\.v\d+$/, "")
    .replace(/^go-|-go$/g, "")
    .replaceAll("-", "");
}

export const goRules: LanguageRules = {
  grammar: "go",
  declarations: { visit, annotations: new Set(), comments: new Set(["comment"]) },
  importWords: /\bimport\b/g,
  importStatement: ({ parent }) => (parent?.type === "import_declaration" ? parent : null),
  importsOf,
};
