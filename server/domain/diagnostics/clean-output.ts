import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";

/** One line without colours and control characters. */
export type OutputLine = {
  /** At most `outputLimits.lineCharacters` characters, without blanks at the end. */
  text: string;
  /** The whole line, present only where `text` was shortened. */
  whole?: string;
  /** 0-based position in the output. */
  number: number;
  /** The tool cleared the screen at the start of this line or in it: what came before is of an earlier watch cycle. */
  isCleared: boolean;
};

export type CleanOutput = { lines: OutputLine[]; isCut: boolean; notes: string[] };

// Colours (CSI), hyperlinks and titles (OSC), device strings, and two-character escapes. Each part stops at the next escape, so
// that the whole replacement is linear. The second half is what copies of terminals leave behind: `^[[31m` and `␛[31m`.
const escapes =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[ -/]+[0-~]|[0-~])|\x9b[0-?]*[ -/]*[@-~]|(?:\^\[|\u241b)\[[0-9;]*m/g;
const screenClears = /\x1b(?:\[[23]J|c)/;
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x1b\ufeff]/g;
const anyControl = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x9b\ufeff\u241b]|\^\[\[/;

function cleanLine(raw: string, number: number): OutputLine {
  const isTouched = anyControl.test(raw);
  const isCleared = isTouched && screenClears.test(raw);
  const text = (isTouched ? raw.replace(escapes, "").replace(controls, "") : raw).trimEnd();
  if (text.length <= outputLimits.lineCharacters) return { text, number, isCleared };
  return { text: text.slice(0, outputLimits.lineCharacters).trimEnd(), whole: text, number, isCleared };
}

/**
 * Lines of an output as a reader of the terminal sees them: colours, hyperlinks and control characters removed, CRLF and lone
 * carriage returns (progress bars) taken as line ends. Linear in the length; never throws.
 */
export function cleanOutput(output: string): CleanOutput {
  const notes: string[] = [];
  let text = output;
  const isCut = text.length > outputLimits.characters;
  if (isCut) {
    const tail = text.slice(-outputLimits.characters);
    text = tail.slice(tail.indexOf("\n") + 1);
    notes.push(`Only the last ${outputLimits.characters} characters of ${output.length} were read.`);
  }
  const lines: OutputLine[] = [];
  for (const row of text.split("\n")) {
    if (!row.includes("\r")) {
      lines.push(cleanLine(row, lines.length));
      continue;
    }
    const parts = row.split("\r").filter((part) => part !== "");
    if (parts.length === 0) lines.push(cleanLine("", lines.length));
    for (const part of parts) lines.push(cleanLine(part, lines.length));
  }
  // The text after the last line end is no line of its own.
  if (lines.length > 1 && lines.at(-1)?.text === "" && !lines.at(-1)?.isCleared) lines.pop();
  return { lines, isCut, notes };
}
