import type { Node } from "web-tree-sitter";
import type { RawImport } from "#server/domain/code-graph/parsed-blob.ts";
import type { DeclarationRules, Place } from "./walk-declarations.ts";

/** Nodes that one match of the import query has captured, by the name of the capture. */
export type Captures = ReadonlyMap<string, Node[]>;

/** What a language's tree means to the code graph. */
export type LanguageRules = {
  /** Name of the grammar's file, without `tree-sitter-` and ending. */
  grammar: string;
  declarations: DeclarationRules;
  /** Query whose matches hold the imports, wherever in the file they stand. */
  importQuery: string;
  /** Imports out of all matches, in their order. `root` is there for what a query cannot say. */
  importsOf(matches: readonly Captures[], root: Node): RawImport[];
  /** Packages or namespaces that the file declares itself part of. */
  namespacesOf?(root: Node): string[];
  /** Query for type names in use, asked only where `needsTypeNames` says so. */
  typeNameQuery?: string;
  needsTypeNames?(imports: readonly RawImport[]): boolean;
};

/** Inside of a plain string literal, whatever its quotes and prefixes. */
export function literalText(node: Node): string {
  const content = node.namedChildren.find(({ type }) => /_content$|_fragment$/.test(type));
  return content?.text ?? node.text.replace(/^[^"'`<]*["'`<]+|["'`>]+$/g, "");
}

/** Inside of a named namespace or module. */
export function within(place: Place, name: string): Place {
  return { container: joinNames(place.container, name), isType: false };
}

/** Inside of a named type. */
export function insideType(place: Place, name: string): Place {
  return { container: joinNames(place.container, name), isType: true };
}

export function joinNames(container: string | null, name: string): string {
  return container === null || container === "" ? name : `${container}.${name}`;
}
