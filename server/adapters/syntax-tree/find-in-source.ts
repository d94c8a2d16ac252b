import type { Node } from "web-tree-sitter";

/** Places of one file at which the tree is asked. */
const maxPlaces = 10_000;
/** How often a name is looked at before it is taken for one that only stands in comments and texts. */
const maxLooks = 8;

/**
 * Statements that begin with one of the words, each once, in their order. The text says where to look and the tree says
 * what is there: a query over the whole tree takes quadratic time on a long run of punctuation, and this does not.
 */
export function findStatements(
  { root, source }: { root: Node; source: string },
  words: RegExp,
  statementOf: (word: Node) => Node | null,
): Node[] {
  const found = new Map<number, Node>();
  let places = 0;
  for (const { index } of source.matchAll(words)) {
    places += 1;
    if (places > maxPlaces) break;
    const word = root.descendantForIndex(index);
    const statement = word && statementOf(word);
    if (statement) found.set(statement.id, statement);
  }
  return [...found.values()];
}

/**
 * Distinct texts that a pattern finds outside of comments and string literals, sorted, at most `limit`. The pattern's
 * first group is the text, or all that it matches.
 */
export function findNames({ root, source }: { root: Node; source: string }, pattern: RegExp, limit: number): string[] {
  const looks = new Map<string, number>();
  const names = new Set<string>();
  for (const match of source.matchAll(pattern)) {
    if (names.size >= limit) break;
    const name = match[1] ?? match[0];
    const looked = looks.get(name) ?? 0;
    if (names.has(name) || looked >= maxLooks || looks.size > limit * 4) continue;
    looks.set(name, looked + 1);
    const node = root.descendantForIndex(match.index);
    if (node && !/comment|string|char|text_fragment|heredoc/.test(node.type)) names.add(name);
  }
  return [...names].sort();
}
