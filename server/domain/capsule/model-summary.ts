import { cutText } from "#server/domain/text/cut-text.ts";
import { stripControl } from "#server/domain/text/strip-control.ts";

/** Code points of a model's summary that are kept: three sentences, not an essay. */
const longestSummary = 1_000;

/**
 * What a model said, as prose that can stand in a context's Summary section: one paragraph, which can open no section
 * and no fence of its own. Null when it said nothing.
 */
export function modelSummary(said: string): string | null {
  const lines = stripControl(said).split("\n");
  const spoken = lines.filter((line) => !/^\s*(?:#{1,6}(?:\s|$)|```|~~~)/.test(line));
  const prose = spoken.join(" ").replaceAll(/\s+/g, " ").trim();
  return prose === "" ? null : cutText(prose, longestSummary);
}
