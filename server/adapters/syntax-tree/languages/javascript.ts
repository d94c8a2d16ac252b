import type { Node } from "web-tree-sitter";
import type { RawImport, SymbolKind } from "#server/domain/code-graph/parsed-blob.ts";
import { insideType, type LanguageRules, literalText, within } from "../language-rules.ts";
import type { Declared, Place, Step } from "../walk-declarations.ts";

const kindOfNode: Record<string, SymbolKind> = {
  function_declaration: "function",
  generator_function_declaration: "function",
  function_signature: "function",
  class_declaration: "class",
  abstract_class_declaration: "class",
  interface_declaration: "interface",
  type_alias_declaration: "type",
  enum_declaration: "enum",
};
const methodNodes = new Set(["method_definition", "abstract_method_signature", "method_signature"]);
const functionValues = new Set(["arrow_function", "function_expression", "generator_function"]);

function visit(node: Node, place: Place): Step | null {
  return declare(node, place, node);
}

/** `outer` is the statement that a declaration stands in: `export`, `declare`. */
function declare(node: Node, place: Place, outer: Node): Step | null {
  const { type } = node;
  if (type === "export_statement") return declareExport(node, place);
  if (type === "ambient_declaration" || type === "expression_statement") {
    const inner = node.namedChildren.find((child) => child.type !== "comment");
    return inner ? declare(inner, place, outer) : null;
  }
  if (type === "lexical_declaration" || type === "variable_declaration") return declareVariables(node, outer);
  if (type === "assignment_expression") return declareAssignment(node, outer);
  if (type === "internal_module" || type === "module") return declareNamespace(node, place, outer);
  if (methodNodes.has(type)) {
    const name = node.childForFieldName("name")?.text ?? "";
    if (name === "" || name === "constructor") return null;
    return { declared: [{ name, kind: "method", node: outer, body: node.childForFieldName("body") }] };
  }
  if (type === "public_field_definition" || type === "field_definition") {
    const name = (node.childForFieldName("name") ?? node.childForFieldName("property"))?.text;
    const value = node.childForFieldName("value");
    if (!name || !value || !functionValues.has(value.type)) return null;
    return { declared: [{ name, kind: "method", node: outer, body: value.childForFieldName("body") }] };
  }
  const kind = kindOfNode[type];
  const name = node.childForFieldName("name")?.text;
  if (kind === undefined || name === undefined) return null;
  return withMembers({ name, kind, node: outer, body: node.childForFieldName("body") }, place);
}

function declareExport(node: Node, place: Place): Step | null {
  const declaration = node.childForFieldName("declaration");
  if (declaration) {
    if (declaration.childForFieldName("name") || !/^(?:class|function|generator)/.test(declaration.type)) {
      return declare(declaration, place, node);
    }
    return defaultExport(declaration, node, place);
  }
  const value = node.childForFieldName("value");
  return value ? defaultExport(value, node, place) : null;
}

function defaultExport(value: Node, outer: Node, place: Place): Step | null {
  const body = value.childForFieldName("body");
  const name = value.childForFieldName("name")?.text ?? "default";
  if (value.type === "class") return withMembers({ name, kind: "class", node: outer, body }, place);
  if (/function/.test(value.type)) return { declared: [{ name, kind: "function", node: outer, body }] };
  return null;
}

function withMembers(declared: Declared, place: Place): Step {
  const hasMembers = declared.kind === "class" && declared.body;
  if (!hasMembers) return { declared: [declared] };
  return { declared: [declared], inside: [{ node: hasMembers, place: insideType(place, declared.name) }] };
}

function declareVariables(node: Node, outer: Node): Step {
  const isConstant = node.firstChild?.type === "const";
  const declarators = node.namedChildren.filter(({ type }) => type === "variable_declarator");
  const declared: Declared[] = [];
  for (const declarator of declarators) {
    const name = declarator.childForFieldName("name");
    if (name?.type !== "identifier") continue;
    const value = declarator.childForFieldName("value");
    const statement = declarators.length === 1 ? outer : declarator;
    if (value && functionValues.has(value.type)) {
      declared.push({ name: name.text, kind: "function", node: statement, body: value.childForFieldName("body") });
    } else if (value?.type === "class") {
      declared.push({ name: name.text, kind: "class", node: statement, body: value.childForFieldName("body") });
    } else {
      declared.push({
        name: name.text,
        kind: isConstant ? "constant" : "variable",
        node: statement,
        body: bigValue(value),
      });
    }
  }
  return { declared };
}

/** Where an object or array begins, so that the signature shows the name and the type and not the data. */
function bigValue(value: Node | null): Node | null {
  return value && (value.type === "object" || value.type === "array") ? value : null;
}

/** CommonJS and prototypes: `exports.x = …`, `module.exports = function x`, `X.prototype.y = function`. */
function declareAssignment(node: Node, outer: Node): Step | null {
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  if (left?.type !== "member_expression" || !right) return null;
  const target = left.text.length > 300 ? "" : left.text;
  const isFunction = functionValues.has(right.type);
  const body = isFunction || right.type === "class" ? right.childForFieldName("body") : bigValue(right);
  const exported = /^(?:module\.)?exports\.([\w$]+)$/.exec(target)?.[1];
  if (exported) {
    const kind = isFunction ? "function" : right.type === "class" ? "class" : "constant";
    return { declared: [{ name: exported, kind, node: outer, body }] };
  }
  const [, type, method] = /^([\w$]+)\.prototype\.([\w$]+)$/.exec(target) ?? [];
  if (type && method && isFunction) {
    return { declared: [{ name: method, kind: "method", node: outer, body, container: type }] };
  }
  const name = target === "module.exports" ? right.childForFieldName("name")?.text : undefined;
  return name ? { declared: [{ name, kind: isFunction ? "function" : "class", node: outer, body }] } : null;
}

function declareNamespace(node: Node, place: Place, outer: Node): Step {
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  const text = name === null ? "" : name.type === "string" ? literalText(name) : name.text;
  return {
    declared: text === "" ? [] : [{ name: text, kind: "module", node: outer, body }],
    inside: body ? [{ node: body, place: within(place, text) }] : [],
  };
}

/** `import`, `export … from`, `import x = require()`, `import()` and `require()`, as far as the source is a plain text. */
function importStatement(word: Node): Node | null {
  // The callee of a dynamic import is a node of its own around the word.
  const callee = word.parent?.type === "import" ? word.parent : word;
  const { parent } = callee;
  if (parent?.type === "import_statement" || parent?.type === "export_statement") return parent;
  if (parent?.type !== "call_expression" || parent.childForFieldName("function")?.id !== callee.id) return null;
  return callee.type === "import" || (callee.type === "identifier" && callee.text === "require") ? parent : null;
}

function importsOf(statements: readonly Node[], { root }: { root: Node }): RawImport[] {
  const imports = referencePaths(root);
  for (const statement of statements) {
    const required = statement.namedChildren.find(({ type }) => type === "import_require_clause");
    const source =
      statement.type === "call_expression"
        ? statement.childForFieldName("arguments")?.firstNamedChild
        : (required ?? statement).childForFieldName("source");
    if (source?.type !== "string" && source?.type !== "template_string") continue;
    const specifier = literalText(source);
    if (!source.namedChildren.some(({ type }) => type === "template_substitution")) {
      imports.push({ form: "import", specifier });
    }
  }
  return imports;
}

/** `/// <reference path="…" />`, which only counts before the first statement. */
function referencePaths(root: Node): RawImport[] {
  const imports: RawImport[] = [];
  for (let node = root.firstNamedChild; node?.type === "comment"; node = node.nextNamedSibling) {
    const path = /^\/\/\/\s*<reference\s+path\s*=\s*["']([^"']+)["']/.exec(node.text)?.[1];
    if (path) imports.push({ form: "relative", specifier: path.startsWith(".") ? path : `./${path}` });
  }
  return imports;
}

const declarations = { visit, annotations: new Set(["decorator"]), comments: new Set(["comment"]) };

export const javascriptRules: LanguageRules = {
  grammar: "javascript",
  declarations,
  importWords: /\b(?:import|export|require)\b/g,
  importStatement,
  importsOf,
};
export const typescriptRules: LanguageRules = { ...javascriptRules, grammar: "typescript" };
export const tsxRules: LanguageRules = { ...javascriptRules, grammar: "tsx" };
