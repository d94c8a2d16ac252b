import type { FailureTool } from "#server/domain/failure-signature/failure-tool.ts";
import type { MaskProfile } from "#server/domain/failure-signature/masks.ts";

/**
 * How close a finding is to the reason why the step failed, most decisive first. `crash`: the process was ended (memory, signal). `cause`: a tool
 * says what it rejects. `exception`: an error that reached the log, perhaps of a test that passed. `reported`: a line that calls itself an error.
 * `consequence`: a wrapper names the command that failed. `hint`: words of failure without more.
 */
export const findingRanks = ["crash", "cause", "exception", "reported", "consequence", "hint"] as const;
export type FindingRank = (typeof findingRanks)[number];

/** A part of the cleaned log, or words that stand in a normalised line although the log has them elsewhere or not at all. */
export type Piece = { start: number; end: number } | string;

export type FindingLine = {
  profile: MaskProfile;
  /** Blanks before the line, where the tool's own form has some. Without pieces the line is blank. */
  indent?: number;
  pieces: Piece[];
  /** What is hashed instead of the line, where a tool speaks several languages and its code and arguments say all. */
  identity?: Piece[];
};

/** One failure as a recogniser found it, before masking. */
export type Finding = {
  /** Name of the recogniser. */
  rule: string;
  tool: FailureTool | null;
  rank: FindingRank;
  lines: FindingLine[];
  /** Index of the log line that gave it away. */
  at: number;
  /** BCP 47 tag of the language that the tool spoke, where its word for error gives it away. */
  language?: string;
  notes?: string[];
};
