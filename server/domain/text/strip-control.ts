/** ANSI: control sequences, strings with their terminator on the same line (OSC, DCS, PM, APC), and two-byte escapes. */
const ansi =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]P^_X]|[\x9d\x90\x9e\x9f\x98])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-Z\\^-~]/g;

/** C0 and C1 without tab and line feed, bidi embeddings, overrides and isolates, and tag characters, which hide text from people only. */
const unseen =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const lineEnds = /\r\n?|[\u2028\u2029\x85\v\f]/g;

/**
 * Text as a person would see it: ANSI sequences and control characters removed, every kind of line end a line feed.
 * Bidi overrides go too: with them a line reads differently from what it says (CVE-2021-42574). Linear; done twice it changes nothing.
 */
export function stripControl(text: string): string {
  return text.replace(ansi, "").replace(lineEnds, "\n").replace(unseen, "");
}
