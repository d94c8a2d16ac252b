import type { Node } from "web-tree-sitter";
import type { RawImport } from "#server/domain/code-graph/parsed-blob.ts";
import { insideType, type LanguageRules, literalText } from "../language-rules.ts";
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

function importStatement({ parent }: Node): Node | null {
  return parent?.type === "import_statement" || parent?.type === "import_from_statement" ? parent : null;
}

function importsOf(statements: readonly Node[]): RawImport[] {
  return statements.flatMap((statement): RawImport[] => {
    const names = statement
      .childrenForFieldName("name")
      .map((name) => (name.type === "aliased_import" ? name.childForFieldName("name") : name))
      .map((name) => name?.text.replace(/\s/g, "") ?? "");
    if (statement.type === "import_statement") return names.map((specifier) => ({ form: "import", specifier }));
    const specifier = statement.childForFieldName("module_name")?.text.replace(/\s/g, "") ?? "";
    return [{ form: "import", specifier, names: names.length > 0 ? names : ["*"] }];
  });
}

export const pythonRules: LanguageRules = {
  grammar: "python",
  declarations: { visit, annotations: new Set(["decorator"]), comments: new Set(["comment"]) },
  importWords: /\b(?:import|from)\b/g,
  importStatement,
  importsOf,
};

/** Starlark is read with Python's grammar; files are loaded by calls. */
export const starlarkRules: LanguageRules = {
  ...pythonRules,
  importWords: /\bload(?=\s*\()/g,
  importStatement: (word) => {
    const { parent } = word;
    return parent?.type === "call" && parent.childForFieldName("function")?.id === word.id ? parent : null;
  },
  importsOf: (statements) =>
    statements.flatMap((call) => {
      const source = call.childForFieldName("arguments")?.firstNamedChild;
      return source?.type === "string" ? [{ form: "import", specifier: literalText(source) }] : [];
    }),
};
