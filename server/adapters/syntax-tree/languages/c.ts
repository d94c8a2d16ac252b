import type { Node } from "web-tree-sitter";
import type { RawImport, SymbolKind } from "#server/domain/code-graph/parsed-blob.ts";
import { insideType, joinNames, type LanguageRules, within } from "../language-rules.ts";
import type { Declared, Place, Step } from "../walk-declarations.ts";

const kindOfType: Record<string, SymbolKind> = {
  struct_specifier: "struct",
  union_specifier: "struct",
  class_specifier: "class",
  enum_specifier: "enum",
};
/** Nodes that only wrap declarations: conditions of the preprocessor, `extern "C"`. */
const wrappers = new Set([
  "preproc_if",
  "preproc_ifdef",
  "preproc_elif",
  "preproc_else",
  "declaration_list",
  "linkage_specification",
]);

function visit(node: Node, place: Place): Step | null {
  return declare(node, place, node);
}

function declare(node: Node, place: Place, outer: Node): Step | null {
  const { type } = node;
  if (type === "linkage_specification") {
    const body = node.childForFieldName("body");
    if (body && body.type !== "declaration_list") return declare(body, place, outer);
  }
  if (wrappers.has(type)) return { inside: [{ node, place }] };
  if (type === "template_declaration" || type === "export_declaration") {
    const inner = node.namedChildren.at(-1);
    return inner ? declare(inner, place, outer) : null;
  }
  if (type === "namespace_definition") {
    const name = node.childForFieldName("name")?.text.replaceAll("::", ".") ?? "";
    const body = node.childForFieldName("body");
    return body ? { inside: [{ node: body, place: within(place, name) }] } : null;
  }
  if (type === "preproc_def" || type === "preproc_function_def") return declareMacro(node);
  if (type === "type_definition" || type === "alias_declaration") return declareAlias(node, place, outer);
  if (kindOfType[type]) return declareType(node, place, outer);
  if (type === "function_definition" || type === "declaration" || type === "field_declaration") {
    const inType = node.childForFieldName("type");
    const declaredType = inType && kindOfType[inType.type] ? declareType(inType, place, outer) : null;
    const callable = declareFunction(node, place, outer);
    if (!declaredType) return callable;
    return {
      declared: [...(declaredType.declared ?? []), ...(callable?.declared ?? [])],
      inside: declaredType.inside ?? [],
    };
  }
  return null;
}

function declareType(node: Node, place: Place, outer: Node): Step | null {
  const name = node.childForFieldName("name")?.text;
  const body = node.childForFieldName("body");
  const kind = kindOfType[node.type];
  if (!name || !body || !kind) return null;
  return {
    declared: [{ name, kind, node: outer, body }],
    inside: kind === "enum" ? [] : [{ node: body, place: insideType(place, name) }],
  };
}

function declareFunction(node: Node, place: Place, outer: Node): Step | null {
  let declarator = node.childForFieldName("declarator");
  while (declarator && /^(?:pointer|reference|parenthesized|attributed)_declarator$/.test(declarator.type)) {
    declarator = declarator.childForFieldName("declarator") ?? declarator.namedChildren.at(-1) ?? null;
  }
  if (declarator?.type !== "function_declarator") return null;
  const written = declarator.childForFieldName("declarator");
  // A pointer to a function is a variable.
  if (!written || written.type === "parenthesized_declarator" || written.text.length > 300) return null;
  const segments = written.text
    .replace(/<[^<>]*>/g, "")
    .replace(/\s+/g, " ")
    .split("::");
  const name = segments.pop() ?? "";
  const outside = segments.filter((segment) => segment !== "").join(".");
  const container = outside === "" ? place.container : joinNames(place.container, outside);
  // A constructor and a destructor are named as their class, which is listed itself.
  if (name === "" || name.startsWith("~") || name === container?.split(".").at(-1)) return null;
  const isMember = outside !== "" || place.isType;
  const body =
    node.childForFieldName("body") ?? node.namedChildren.find(({ type }) => type === "field_initializer_list");
  const declared: Declared = { name, kind: isMember ? "method" : "function", node: outer, body, container };
  return { declared: [declared] };
}

function declareAlias(node: Node, place: Place, outer: Node): Step | null {
  const type = node.childForFieldName("type");
  let declarator = node.childForFieldName("name") ?? node.childForFieldName("declarator");
  for (let depth = 0; depth < 16 && declarator && declarator.type !== "type_identifier"; depth += 1) {
    declarator = declarator.childForFieldName("declarator") ?? declarator.firstNamedChild;
  }
  const body = type?.childForFieldName("body") ?? null;
  const named = type && kindOfType[type.type] ? declareType(type, place, outer) : null;
  const name = declarator?.text;
  if (!name) return named;
  const isSame = named?.declared?.some((declared) => declared.name === name) === true;
  const alias: Declared = { name, kind: kindOfType[type?.type ?? ""] ?? "type", node: outer, body };
  return { declared: [...(named?.declared ?? []), ...(isSame ? [] : [alias])], inside: named?.inside ?? [] };
}

/** A macro without a value is an include guard or a switch, and says nothing. */
function declareMacro(node: Node): Step | null {
  const name = node.childForFieldName("name")?.text;
  const value = node.childForFieldName("value");
  if (!name || (node.type === "preproc_def" && !value)) return null;
  return { declared: [{ name, kind: "macro", node, body: value && value.text.length > 80 ? value : null }] };
}

function importsOf(statements: readonly Node[]): RawImport[] {
  return statements.flatMap((statement): RawImport[] => {
    const path = statement.childForFieldName("path");
    const text = path?.text ?? "";
    if (path?.type === "string_literal") return [{ form: "quoted", specifier: text.replaceAll('"', "") }];
    if (path?.type === "system_lib_string") return [{ form: "angled", specifier: text.replace(/^<|>$/g, "") }];
    return [];
  });
}

export const cRules: LanguageRules = {
  grammar: "c",
  declarations: { visit, annotations: new Set(["attribute_declaration"]), comments: new Set(["comment"]) },
  importWords: /#[ \t]*(?:include|import)\b/g,
  importStatement: ({ parent }) => (parent?.type === "preproc_include" ? parent : null),
  importsOf,
};
export const cppRules: LanguageRules = { ...cRules, grammar: "cpp" };
