// Every repetition is bounded or excludes its own opener, so that each replacement is linear in the text.
const wholeLineMoves = /(?:\x1b\[|\x9b)(?:[0-9;]{0,16}[ABEFGHf]|2K)/g;
const controlSequence = /(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]/g;
const controlString = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]{0,4096}(?:\x07|\x1b\\|\x9c)/g;
const shortEscape = /\x1b[ -/]{0,4}[0-~]?/g;
/** What copies of terminals leave behind: `^[[31m`, `␛[31m`, `\x1b[31m`, `\u001b[31m`, `\033[31m`, `\e[31m`, and U+FFFD for a C1 byte. */
const writtenEscape =
  /(?:\^\[|\u241b|\\x1[bB]|\\u001[bB]|\\u\{1[bB]\}|\\0?33|\\e)(?:\[[0-9;?]{0,32}[A-Za-z]|\]8;[^\x07\n\\^]{0,512}(?:\^G|\\x07|\\a|\\u0007))|\uFFFD[0-9]{1,3}(?:;[0-9]{1,3}){0,4}m/g;
/** A colour whose escape character was lost. Two digits or a style digit, so that durations such as `[5m` stay. */
const bareColour = /\[(?:[0-9]{1,3};){0,4}(?:[1-9][0-9]{1,2}|[01])?m(?![\w\]])/g;
const anyEscape = /[\x1b\x90\x98\x9b\x9d-\x9f]/;
const anyWrittenEscape = /\^\[|[\u241b\uFFFD]|\\(?:x1|u001|u\{1|0?33|e)/i;

/**
 * Text without terminal sequences: colours, hyperlinks and titles, 8-bit forms, and the spellings that copies leave behind. A sequence that
 * returns to the start of a line becomes a carriage return, because what follows overwrites what was there.
 */
export function stripEscapes(text: string): string {
  let plain = text;
  // What a removal leaves behind may read as a sequence again.
  for (let round = 0; round < 4; round++) {
    const before = plain;
    plain = stripOnce(before);
    if (plain.length === before.length) break;
  }
  return plain;
}

function stripOnce(text: string): string {
  let plain = text;
  if (anyEscape.test(plain)) {
    plain = plain.replace(wholeLineMoves, "\r").replace(controlSequence, "");
    // Most that colour their output send nothing else.
    if (anyEscape.test(plain)) plain = plain.replace(controlString, "").replace(shortEscape, "");
  }
  if (anyWrittenEscape.test(plain)) plain = plain.replace(writtenEscape, "");
  return plain.includes("[") ? plain.replace(bareColour, "") : plain;
}
