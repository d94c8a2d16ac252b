import type { Diagnostic } from "./diagnostic.ts";

/** A name in a line of source that a finding is about. `character` counts UTF-16 units from 0. */
export type NameToAsk = { name: string; character: number };

const identifier = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;
const quoted = /['"`‘“](?<name>[\p{ID_Start}_$][\p{ID_Continue}$]{1,99})['"`’”]/gu;
const mostNames = 4;

/** Names that a message quotes, in its order, each once. */
export function quotedNames(message: string): string[] {
  const first = message.slice(0, 2_000);
  return [...new Set([...first.matchAll(quoted)].flatMap((found) => found.groups?.name ?? []))].slice(0, mostNames);
}

/** The names in the line of a finding worth asking about: the one at its column first, then those that its message quotes. */
export function namesToAsk({ column, message }: Pick<Diagnostic, "column" | "message">, line: string): NameToAsk[] {
  const text = line.slice(0, 2_000);
  const inLine = [...text.matchAll(identifier)].map((found) => ({ name: found[0], character: found.index }));
  const at = column === null ? undefined : Math.max(0, column - 1);
  const atColumn =
    at === undefined
      ? undefined
      : (inLine.find(({ name, character }) => character <= at && at < character + name.length) ??
        inLine.find(({ character }) => character >= at));
  const named = quotedNames(message).flatMap((name) => inLine.find((one) => one.name === name) ?? []);
  const asked = [...(atColumn ? [atColumn] : []), ...named];
  return asked
    .filter((one, place) => asked.findIndex((other) => other.character === one.character) === place)
    .slice(0, mostNames);
}
