import type { Node } from "web-tree-sitter";
import type { RawImport, SymbolKind } from "#server/domain/code-graph/parsed-blob.ts";
import { insideType, type LanguageRules, literalText, within } from "../language-rules.ts";
import type { Place, Step } from "../walk-declarations.ts";

const kindOfNode: Record<string, SymbolKind> = {
  function_item: "function",
  function_signature_item: "function",
  struct_item: "struct",
  union_item: "struct",
  enum_item: "enum",
  trait_item: "trait",
  type_item: "type",
  const_item: "constant",
  static_item: "variable",
  macro_definition: "macro",
  mod_item: "module",
};
/** Names of one `use` beyond this are dropped; a hostile file could nest lists without end. */
const maxUsePaths = 500;

function visit(node: Node, place: Place): Step | null {
  const body = node.childForFieldName("body");
  if (node.type === "impl_item") {
    const type = /^[&\s]*(?:[\w]+::)*(\w+)/u.exec(node.childForFieldName("type")?.text ?? "")?.[1];
    return body && type ? { inside: [{ node: body, place: insideType(place, type) }] } : null;
  }
  if (node.type === "foreign_mod_item") return body ? { inside: [{ node: body, place }] } : null;
  const kind = kindOfNode[node.type];
  const name = node.childForFieldName("name")?.text;
  if (kind === undefined || name === undefined) return null;
  if (node.type === "mod_item" || node.type === "trait_item") {
    return {
      declared: [{ name, kind, node, body }],
      inside: body ? [{ node: body, place: kind === "trait" ? insideType(place, name) : within(place, name) }] : [],
    };
  }
  const value = node.childForFieldName("value") ?? node.namedChildren.find(({ type }) => type === "macro_rule");
  return {
    declared: [{ name, kind: kind === "function" && place.isType ? "method" : kind, node, body: body ?? value }],
  };
}

function importsOf(statements: readonly Node[], { root }: { root: Node }): RawImport[] {
  const imports: RawImport[] = [];
  const inline = inlineModules(root, imports);
  for (const statement of statements) {
    if (statement.type === "extern_crate_declaration") {
      imports.push({ form: "import", specifier: statement.childForFieldName("name")?.text ?? "" });
      continue;
    }
    const argument = statement.childForFieldName("argument");
    const inside = inline.findLast(({ start, end }) => start <= statement.startIndex && statement.endIndex <= end);
    for (const specifier of argument ? pathsOfUse(argument) : []) {
      imports.push({ form: "import", specifier, ...(inside ? { within: inside.names } : {}) });
    }
  }
  return imports;
}

type InlineModule = { start: number; end: number; names: string[] };

/** Modules written inside the file, outermost first; adds `mod name;` of every level to `imports`. */
function inlineModules(root: Node, imports: RawImport[]): InlineModule[] {
  const found: InlineModule[] = [];
  const pending: { node: Node; names: string[] }[] = [{ node: root, names: [] }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    let attributes: Node[] = [];
    for (const child of next.node.namedChildren) {
      if (child.type === "attribute_item") attributes.push(child);
      else if (!child.isExtra) {
        const name = child.type === "mod_item" ? child.childForFieldName("name")?.text : undefined;
        if (name !== undefined) {
          const body = child.childForFieldName("body");
          if (body) {
            const names = [...next.names, name];
            found.push({ start: body.startIndex, end: body.endIndex, names });
            if (names.length < 32) pending.push({ node: body, names });
          } else imports.push(declaration(name, next.names, attributes));
        }
        attributes = [];
      }
    }
  }
  return found;
}

function declaration(name: string, within: string[], attributes: readonly Node[]): RawImport {
  const path = attributes
    .map(({ firstNamedChild }) => firstNamedChild)
    .find((attribute) => attribute?.firstNamedChild?.text === "path")
    ?.childForFieldName("value");
  return {
    form: "declaration",
    specifier: name,
    ...(within.length > 0 ? { within } : {}),
    ...(path ? { file: literalText(path) } : {}),
  };
}

/** `a::{b, c::*}` as `a::b` and `a::c`. */
function pathsOfUse(argument: Node): string[] {
  const paths: string[] = [];
  const pending: { node: Node; prefix: string }[] = [{ node: argument, prefix: "" }];
  for (let next = pending.pop(); next !== undefined && paths.length < maxUsePaths; next = pending.pop()) {
    const { node, prefix } = next;
    const at = (text: string) => (prefix === "" ? text : `${prefix}::${text}`);
    if (node.type === "use_list") {
      pending.push(...node.namedChildren.toReversed().map((child) => ({ node: child, prefix })));
    } else if (node.type === "scoped_use_list") {
      const path = node.childForFieldName("path");
      const list = node.childForFieldName("list");
      if (list) pending.push({ node: list, prefix: path ? at(path.text) : prefix });
    } else if (node.type === "use_as_clause") {
      const path = node.childForFieldName("path");
      if (path) pending.push({ node: path, prefix });
    } else if (node.type === "use_wildcard") {
      const path = node.firstNamedChild;
      paths.push(path ? at(path.text) : prefix);
    } else if (node.type === "self" && prefix !== "") paths.push(prefix);
    else if (!node.isExtra) paths.push(at(node.text));
  }
  return paths.map((path) => path.replace(/\s/g, "").replace(/^::/, "")).filter((path) => path !== "");
}

export const rustRules: LanguageRules = {
  grammar: "rust",
  declarations: {
    visit,
    annotations: new Set(["attribute_item"]),
    comments: new Set(["line_comment", "block_comment"]),
  },
  importWords: /\b(?:use|extern)\b/g,
  importStatement: ({ parent }) =>
    parent?.type === "use_declaration" || parent?.type === "extern_crate_declaration" ? parent : null,
  importsOf,
};
