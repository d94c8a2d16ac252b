import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { lookupOperations, tierFilters } from "#server/contracts/vocabularies.ts";

/** The state of the lookups page that is in its URL; the same names are the input of `lookup.list`. */
export const lookupFilterParsers = {
  tier: parseAsStringLiteral(tierFilters),
  tool: parseAsString,
  project: parseAsString,
  operation: parseAsStringLiteral(lookupOperations),
  q: parseAsString,
};

export type LookupFilters = inferParserType<typeof lookupFilterParsers>;

export const noLookupFilters: LookupFilters = { tier: null, tool: null, project: null, operation: null, q: null };

/** Reads the filters out of a URL, on the server. */
export const loadLookupFilters = createLoader(lookupFilterParsers);

/** Writes the filters behind a path, leaving out those that are not set. */
export const lookupFiltersUrl = createSerializer(lookupFilterParsers);

/** Rows asked for at a time. */
export const lookupPageSize = 50;

/** The longest text that `lookup.list` takes in `q`. */
export const queryLength = 200;

/**
 * The query input for these filters: one function for server and browser, so that their cache keys cannot drift. A
 * name that is too long or blank can match nothing and would be refused, so it is cut or left out.
 */
export function lookupListInput({ tier, tool, project, operation, q }: LookupFilters) {
  const text = q?.trim().slice(0, queryLength) ?? "";
  return {
    limit: lookupPageSize,
    ...(tier === null ? {} : { tier }),
    ...(tool === null || tool === "" ? {} : { tool: tool.slice(0, 64) }),
    ...(project === null || project.trim() === "" ? {} : { project: project.replace(/\s/g, "").slice(0, 255) }),
    ...(operation === null ? {} : { operation }),
    ...(text === "" ? {} : { q: text }),
  };
}

/** The same filters without paging: what a count of newer lookups takes. */
export function lookupCountInput(filters: LookupFilters, after: string | null) {
  const { limit: _, ...rest } = lookupListInput(filters);
  return { ...rest, after };
}

export function hasLookupFilters(filters: LookupFilters): boolean {
  return Object.values(filters).some((value) => value !== null && value !== "");
}
