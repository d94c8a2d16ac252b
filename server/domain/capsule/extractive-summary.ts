import type { FileSymbol } from "#server/domain/code-graph/parsed-blob.ts";

const namedInSummary = 6;
const sentencesInSummary = 4;

/**
 * What a file holds, said with its own words only: the declarations at its top and the first sentences of their
 * comments. It names nothing in backticks that is not among the symbols, so it passes the gate by its making.
 */
export function extractiveSummary(symbols: readonly FileSymbol[]): string {
  const top = symbols.filter((symbol) => symbol.container === undefined);
  if (top.length === 0) return "Declares no symbol of its own.";
  const names = [...new Set(top.map(({ name }) => name))];
  const shown = names.slice(0, namedInSummary).map((name) => `\`${name}\``);
  const rest = names.length - shown.length;
  const docs = [...new Set(top.flatMap(({ doc }) => (doc === undefined ? [] : [asProse(doc)])))];
  return [
    `Declares ${list(shown)}${rest > 0 ? ` and ${rest} more` : ""}.`,
    ...docs.slice(0, sentencesInSummary).map((doc) => (/[.!?…]$/.test(doc) ? doc : `${doc}.`)),
  ].join(" ");
}

/** The code of a comment may name what lies in other files; as prose it claims nothing about this one. */
function asProse(doc: string): string {
  return doc.replaceAll("`", "").replaceAll("()", "").replaceAll(/\s+/g, " ").trim();
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** The names that a summary may use: each symbol by itself and, where it has one, behind its container. */
export function symbolNames(symbols: readonly FileSymbol[]): string[] {
  const names = symbols.flatMap(({ name, container }) =>
    container === undefined ? [name] : [name, `${container}.${name}`],
  );
  return [...new Set(names)];
}
