import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { supersessionEnds } from "#server/contracts/vocabularies.ts";

/** The state of the supersession page that is in its URL. `chain` is any memory of the chain that is opened. */
export const supersessionParsers = {
  chain: parseAsString.withOptions({ history: "push" }),
  end: parseAsStringLiteral(supersessionEnds),
  project: parseAsString,
  q: parseAsString,
};

export type SupersessionFilters = Omit<inferParserType<typeof supersessionParsers>, "chain">;

export const noSupersessionFilters: SupersessionFilters = { end: null, project: null, q: null };

/** Reads the state out of a URL, on the server. */
export const loadSupersessionState = createLoader(supersessionParsers);

/** Writes the state behind a path, leaving out what is not set. */
export const supersessionUrl = createSerializer(supersessionParsers);

export const supersessionQueryLength = 200;

/** The query input for these filters, the same on server and browser. */
export function supersessionListInput({ end, project, q }: SupersessionFilters) {
  const text = q?.trim().slice(0, supersessionQueryLength) ?? "";
  return {
    limit: 50,
    ...(end === null ? {} : { end }),
    ...(project === null || project.trim() === "" ? {} : { project: project.replace(/\s/g, "").slice(0, 255) }),
    ...(text === "" ? {} : { q: text }),
  };
}

export function hasSupersessionFilters({ end, project, q }: SupersessionFilters): boolean {
  return [end, project, q].some((value) => value !== null && value !== "");
}
