import type { Node } from "web-tree-sitter";
import type { RawImport } from "#server/domain/code-graph/parsed-blob.ts";
import { type Captures, insideType, type LanguageRules, literalText } from "../language-rules.ts";
import type { Place, Step } from "../walk-declarations.ts";

/** Statements whose blocks run when the module is loaded, so that what they define is the module's own. */
const loadTime = new Set(["if_statement", "try_statement", "with_statement"]);
const clauses = new Set([
  "block",
  "else_clause",
  "elif_clause",
  "except_clause",
  "except_group_clause",
  "finally_clause",
]);

function visit(node: Node, place: Place): Step | null {
  return declare(node, place, node);
}

function declare(node: Node, place: Place, outer: Node): Step | null {
  const { type } = node;
  if (type === "decorated_definition") {
    const definition = node.childForFieldName("definition");
    return definition ? declare(definition, place, outer) : null;
  }
  if (loadTime.has(type) || clauses.has(type)) {
    const inside = type === "block" ? [node] : node.namedChildren.filter((child) => clauses.has(child.type));
    return { inside: inside.map((inner) => ({ node: inner, place })) };
  }
  const name = node.childForFieldName("name")?.text;
  const body = node.childForFieldName("body");
  if (type === "function_definition" && name) {
    const kind = place.isType ? "method" : "function";
    return { declared: [{ name, kind, node: outer, body, doc: docstringOf(body) }] };
  }
  if (type === "class_definition" && name) {
    return {
      declared: [{ name, kind: "class", node: outer, body, doc: docstringOf(body) }],
      inside: body ? [{ node: body, place: insideType(place, name) }] : [],
    };
  }
  if (type === "type_alias_statement") {
    const alias = node.childForFieldName("left")?.text;
    return alias ? { declared: [{ name: alias, kind: "type", node: outer }] } : null;
  }
  return type === "expression_statement" && !place.isType ? declareAssignment(node) : null;
}

function declareAssignment(node: Node): Step | null {
  const assignment = node.firstNamedChild;
  const left = assignment?.type === "assignment" ? assignment.childForFieldName("left") : null;
  if (left?.type !== "identifier") return null;
  const name = left.text;
  const right = assignment?.childForFieldName("right");
  const body = right && /^(?:dictionary|list|set|tuple|string|concatenated_string)$/.test(right.type) ? right : null;
  return { declared: [{ name, kind: /^[A-Z][A-Z0-9_]*$/.test(name) ? "constant" : "variable", node, body }] };
}

function docstringOf(body: Node | null): string | null {
  const first = body?.firstNamedChild;
  const text = first?.type === "expression_statement" ? first.firstNamedChild : null;
  return text?.type === "string" ? literalText(text) : null;
}

function importsOf(matches: readonly Captures[]): RawImport[] {
  const imports: RawImport[] = [];
  for (const captures of matches) {
    const module = captures.get("module")?.[0];
    if (module) imports.push({ form: "import", specifier: module.text.replace(/\s/g, "") });
    const from = captures.get("from")?.[0];
    if (!from) continue;
    const specifier = from.childForFieldName("module_name")?.text.replace(/\s/g, "") ?? "";
    const names = from
      .childrenForFieldName("name")
      .map((name) => (name.type === "aliased_import" ? name.childForFieldName("name") : name)?.text ?? "");
    imports.push({ form: "import", specifier, names: names.length > 0 ? names : ["*"] });
  }
  return imports;
}

export const pythonRules: LanguageRules = {
  grammar: "python",
  declarations: { visit, annotations: new Set(["decorator"]), comments: new Set(["comment"]) },
  importQuery: `
(import_statement name: (dotted_name) @module)
(import_statement name: (aliased_import name: (dotted_name) @module))
(import_from_statement) @from
`,
  importsOf,
};

/** Starlark is read with Python's grammar; files are loaded by calls. */
export const starlarkRules: LanguageRules = {
  ...pythonRules,
  importQuery: "(call function: (identifier) @function arguments: (argument_list . (string) @source))",
  importsOf: (matches) => {
    const imports: RawImport[] = [];
    for (const captures of matches) {
      const source = captures.get("source")?.[0];
      if (!source || captures.get("function")?.[0]?.text !== "load") continue;
      imports.push({ form: "import", specifier: literalText(source) });
    }
    return imports;
  },
};
