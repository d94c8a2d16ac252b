import { createLoader, parseAsString } from "nuqs/server";

/** What of the code page is in its URL. */
export const codeStateParsers = {
  project: parseAsString,
  goal: parseAsString,
  file: parseAsString,
  run: parseAsString,
};

/** Reads the state out of a URL, on the server. */
export const loadCodeState = createLoader(codeStateParsers);

/** The input of `code.overview`: one function for server and browser, so that their cache keys cannot drift. */
export function codeOverviewInput({ project }: { project: string | null }) {
  const slug = project?.replace(/[\s\p{Cc}]/gu, "").slice(0, 255) ?? "";
  return slug === "" ? {} : { project: slug };
}

/** Rows of what CARRY left that the page shows; the input of each of its lists. */
export function carriedInput(project: string) {
  return { project, limit: 30 };
}
