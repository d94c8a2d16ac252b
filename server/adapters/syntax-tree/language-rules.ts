import type { Node } from "web-tree-sitter";
import type { RawImport } from "#server/domain/code-graph/parsed-blob.ts";
import type { DeclarationRules, Place } from "./walk-declarations.ts";

/** What a language's tree means to the code graph. */
export type LanguageRules = {
  /** Name of the grammar's file, without `tree-sitter-` and ending. */
  grammar: string;
  declarations: DeclarationRules;
  /** Words with which an import may begin. Found in the text first, and only then looked up in the tree. */
  importWords: RegExp;
  /** The statement that a word at its place begins, or null where it is only a word. */
  importStatement(word: Node): Node | null;
  /** Imports out of all statements, in their order. */
  importsOf(statements: readonly Node[], file: { root: Node; source: string }): RawImport[];
  /** Packages or namespaces that the file declares itself part of. */
  namespacesOf?(root: Node): string[];
  /** Whether these imports leave open which types they are for, so that type names in use are wanted. */
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
