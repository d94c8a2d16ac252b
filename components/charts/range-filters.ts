import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { overviewRanges } from "#server/contracts/vocabularies.ts";

/** What a page of statistics is asked for, in its URL: how far back, and of which project. */
export const rangeParsers = {
  range: parseAsStringLiteral(overviewRanges).withDefault("7d"),
  project: parseAsString,
};

export type RangeFilters = inferParserType<typeof rangeParsers>;

/** Reads them out of a URL, on the server. */
export const loadRangeFilters = createLoader(rangeParsers);

export const rangeWord = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
} as const satisfies Record<(typeof overviewRanges)[number], string>;

const rangeDays = { "24h": 1, "7d": 7, "30d": 30, "90d": 90 } as const satisfies Record<
  (typeof overviewRanges)[number],
  number
>;

/** The same range and project for what followed lookups, which counts back whole days from now. */
export function followThroughInput({ range, project }: ReturnType<typeof rangeInput>) {
  return { days: rangeDays[range], ...(project === undefined ? {} : { project }) };
}

/** The query input for a range in a zone: one function for server and browser, so that their cache keys cannot drift. */
export function rangeInput({ range, project }: RangeFilters, zone: string) {
  return {
    range,
    zone,
    ...(project === null || project.trim() === "" ? {} : { project: project.replace(/\s/g, "").slice(0, 255) }),
  };
}
