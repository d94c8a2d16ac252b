import { z } from "zod";
import { LogText, ProjectSlug, pointsText } from "./fields.ts";
import { limits } from "./limits.ts";

/** Field names as DESIGN's brain contract spells them: other servers speak it too. */
export const SearchInput = z.object({
  repo: ProjectSlug.optional(),
  error: LogText.optional().describe("What the failing command printed."),
  symbol: pointsText(500).optional().describe("A function, class or other name of the code."),
  query: pointsText(limits.taskPoints).optional().describe("A question in words."),
});

export const SearchAnswer = z.object({
  /** The lesson that belongs to exactly this failure. */
  pastFix: z.string().optional(),
  /** Where the symbol is declared, as `path:line`. */
  refs: z.array(z.string()).optional(),
  /** From the file that declares the symbol to those that import it, nearest first. */
  callPath: z.array(z.string()).optional(),
  lessons: z.array(z.string()),
  /** The commit that `refs` and `callPath` speak of. */
  commit: z.string().optional(),
});

export const SearchOutput = SearchAnswer.nullable();
export type SearchRequest = z.infer<typeof SearchInput>;

/** What a team server remembers, beside live truth and never in its place. */
export const RecallBeside = SearchAnswer.omit({ commit: true }).extend({
  state: z.literal("committed_state"),
  commit: z.string().nullable(),
});
