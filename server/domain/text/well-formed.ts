/**
 * Makes a text storable: lone surrogates become U+FFFD, NUL becomes U+2400, which is how it would look.
 * PGlite turns a lone surrogate into U+FFFD silently in text and refuses it in jsonb; both kinds refuse NUL.
 * `notes` says what was replaced and how often, and is empty for a text that was right.
 */
export function repairText(text: string): { text: string; notes: string[] } {
  const notes: string[] = [];
  let repaired = text;
  if (!repaired.isWellFormed()) {
    const count = countLoneSurrogates(repaired);
    notes.push(`${count} lone ${count === 1 ? "surrogate" : "surrogates"} replaced by U+FFFD`);
    repaired = repaired.toWellFormed();
  }
  if (repaired.includes("\0")) {
    const parts = repaired.split("\0");
    const count = parts.length - 1;
    notes.push(`${count} NUL ${count === 1 ? "character" : "characters"} replaced by U+2400`);
    repaired = parts.join("\u2400");
  }
  return { text: repaired, notes };
}

function countLoneSurrogates(text: string): number {
  let count = 0;
  for (const character of text) if (/^[\ud800-\udfff]$/.test(character)) count++;
  return count;
}
