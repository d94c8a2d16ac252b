import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { memoryKinds, memoryLevels, memoryStates } from "#server/contracts/vocabularies.ts";

/** The state of the memories page that is in its URL; the same names are the input of `memory.list`. */
export const memoryFilterParsers = {
  state: parseAsStringLiteral(memoryStates),
  level: parseAsStringLiteral(memoryLevels),
  kind: parseAsStringLiteral(memoryKinds),
  tool: parseAsString,
  project: parseAsString,
  q: parseAsString,
};

export type MemoryFilters = inferParserType<typeof memoryFilterParsers>;

export const noMemoryFilters: MemoryFilters = {
  state: null,
  level: null,
  kind: null,
  tool: null,
  project: null,
  q: null,
};

/** Reads the filters out of a URL, on the server. */
export const loadMemoryFilters = createLoader(memoryFilterParsers);

/** Writes the filters behind a path, leaving out those that are not set. */
export const memoryFiltersUrl = createSerializer(memoryFilterParsers);

/** The longest text that the page searches for. */
export const memoryQueryLength = 200;

/**
 * The query input for these filters: one function for server and browser, so that their cache keys cannot drift. A
 * name that is too long or blank can match nothing and would be refused, so it is cut or left out.
 */
export function memoryListInput({ state, level, kind, tool, project, q }: MemoryFilters) {
  const text = q?.trim().slice(0, memoryQueryLength) ?? "";
  return {
    limit: 50,
    ...(state === null ? {} : { state }),
    ...(level === null ? {} : { level }),
    ...(kind === null ? {} : { kind }),
    ...(tool === null || tool === "" ? {} : { tool: tool.slice(0, 64) }),
    ...(project === null || project.trim() === "" ? {} : { project: project.replace(/\s/g, "").slice(0, 255) }),
    ...(text === "" ? {} : { q: text }),
  };
}

export function hasMemoryFilters(filters: MemoryFilters): boolean {
  return Object.values(filters).some((value) => value !== null && value !== "");
}
