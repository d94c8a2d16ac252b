import {
  createLoader,
  createSerializer,
  type inferParserType,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { lessonFilters, markFilters, oftenSeen, signatureSorts } from "#server/contracts/vocabularies.ts";

/** The state of the failures page that is in its URL. */
export const failureFilterParsers = {
  tool: parseAsString,
  project: parseAsString,
  mark: parseAsStringLiteral(markFilters),
  lessons: parseAsStringLiteral(lessonFilters),
  /** Seen often, and nobody has left a lesson: what is worth writing one for. */
  untaught: parseAsBoolean,
  q: parseAsString,
  sort: parseAsStringLiteral(signatureSorts),
};

export type FailureFilters = inferParserType<typeof failureFilterParsers>;

export const noFailureFilters = {
  tool: null,
  project: null,
  mark: null,
  lessons: null,
  untaught: null,
  q: null,
} as const satisfies Partial<FailureFilters>;

/** Reads the filters out of a URL, on the server. */
export const loadFailureFilters = createLoader(failureFilterParsers);

/** Writes the filters behind a path, leaving out those that are not set. */
export const failureFiltersUrl = createSerializer(failureFilterParsers);

/** The longest text that the page searches for. */
export const failureQueryLength = 200;

/**
 * The query input for these filters: one function for server and browser, so that their cache keys cannot drift. A name
 * that is too long or blank can match nothing and would be refused, so it is cut or left out.
 */
export function failureListInput({ tool, project, mark, lessons, untaught, q, sort }: FailureFilters) {
  const text = q?.trim().slice(0, failureQueryLength) ?? "";
  return {
    limit: 50,
    sort: sort ?? signatureSorts[0],
    ...(tool === null || tool === "" ? {} : { tool: tool.slice(0, 64) }),
    ...(project === null || project.trim() === "" ? {} : { project: project.replace(/\s/g, "").slice(0, 255) }),
    ...(mark === null ? {} : { mark }),
    ...(lessons === null ? {} : { lessons }),
    ...(untaught === true ? { lessons: "without" as const, min_seen: oftenSeen } : {}),
    ...(text === "" ? {} : { q: text }),
  };
}

export function hasFailureFilters({ sort: _sort, ...filters }: FailureFilters): boolean {
  return Object.values(filters).some((value) => value !== null && value !== "" && value !== false);
}
