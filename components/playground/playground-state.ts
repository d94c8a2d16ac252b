import { createLoader, type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const playgroundOperations = ["memory.context", "context.prior"] as const;

/** What the playground is asked and what it was answered, in its URL. A log is too long for one and stays in the form. */
export const playgroundParsers = {
  operation: parseAsStringLiteral(playgroundOperations).withDefault("memory.context"),
  task: parseAsString.withDefault(""),
  tool: parseAsString.withDefault(""),
  project: parseAsString.withDefault(""),
  session: parseAsString.withDefault(""),
  nodes: parseAsString.withDefault(""),
  scope: parseAsStringLiteral(["project", "all-projects"]),
  budget: parseAsInteger,
  /** The lookup that is shown. */
  lookup: parseAsString.withOptions({ history: "push" }),
};

export type PlaygroundState = inferParserType<typeof playgroundParsers>;

/** Reads it out of a URL, on the server. */
export const loadPlaygroundState = createLoader(playgroundParsers);

/** Session that is named when the reader names none: prior context is that of other sessions. */
export const playgroundSession = "playground";
