const replacement = "\uFFFD";
const nulPicture = "\u2400";

/** Bytes that open or close an 8-bit terminal sequence. Kept as characters, so that the cleaner can remove the whole sequence. */
const c1Introducers = new Set([0x90, 0x9b, 0x9c, 0x9d]);

/**
 * Text of the bytes of a log. Never fails. UTF-8 by default; UTF-16 when a byte order mark or the pattern of NUL bytes says so, also for a
 * part of the log (a Windows tool piped into a Unix log). Surrogate pairs written as CESU-8 become the character they mean. NUL becomes
 * U+2400, every other byte that is no text U+FFFD, and `notes` names what was repaired. Linear in the number of bytes.
 */
export function decodeLog(bytes: Uint8Array): { text: string; notes: string[] } {
  const wide = wideEncodingOf(bytes);
  if (wide) {
    const text = new TextDecoder(wide).decode(bytes);
    return { text: text.toWellFormed().replaceAll("\0", nulPicture), notes: [`decoded as ${wide}`] };
  }
  return decodeUtf8(bytes);
}

type WideEncoding = "utf-16le" | "utf-16be";

function wideEncodingOf(bytes: Uint8Array): WideEncoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = Math.min(bytes.length, 4096) & ~1;
  if (sample < 16) return undefined;
  let evenNuls = 0;
  let oddNuls = 0;
  for (let at = 0; at < sample; at += 2) {
    if (bytes[at] === 0) evenNuls += 1;
    if (bytes[at + 1] === 0) oddNuls += 1;
  }
  const pairs = sample / 2;
  if (oddNuls > pairs * 0.7 && evenNuls < pairs * 0.05) return "utf-16le";
  if (evenNuls > pairs * 0.7 && oddNuls < pairs * 0.05) return "utf-16be";
  return undefined;
}

function decodeUtf8(bytes: Uint8Array): { text: string; notes: string[] } {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const pieces: string[] = [];
  const notes = new Set<string>();
  let runStart = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let at = runStart;
  const repair = (end: number, text: string, note: string) => {
    if (at > runStart) pieces.push(decoder.decode(bytes.subarray(runStart, at)));
    pieces.push(text);
    notes.add(note);
    at = end;
    runStart = end;
  };
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80 && byte !== 0) {
      const wideEnd = bytes[at + 1] === 0 ? endOfWidePart(bytes, at) : at;
      if (wideEnd > at) repair(wideEnd, narrow(bytes, at, wideEnd), "decoded a part as utf-16le");
      else at += 1;
      continue;
    }
    if (byte === 0) {
      repair(at + 1, nulPicture, "showed NUL bytes as ␀");
      continue;
    }
    const length = validSequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    const half = surrogateAt(bytes, at);
    if (half !== undefined) {
      const low = surrogateAt(bytes, at + 3);
      const isPair = half < 0xdc00 && low !== undefined && low >= 0xdc00;
      if (isPair) repair(at + 6, String.fromCharCode(half, low), "decoded CESU-8 surrogate pairs");
      else repair(at + 3, replacement, "replaced bytes that are no UTF-8");
    } else if (c1Introducers.has(byte) && !(at === runStart && (bytes[at - 1] ?? 0) >= 0x80))
      repair(at + 1, String.fromCharCode(byte), "kept 8-bit terminal sequences");
    else repair(at + 1, replacement, "replaced bytes that are no UTF-8");
  }
  if (at > runStart) pieces.push(decoder.decode(bytes.subarray(runStart, at)));
  return { text: pieces.join(""), notes: [...notes] };
}

/** End of a run of at least four ASCII characters in UTF-16LE that starts at `from`, else `from`. */
function endOfWidePart(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at + 1 < bytes.length && bytes[at + 1] === 0) {
    const byte = bytes[at] ?? 0;
    if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte > 0x7e) break;
    at += 2;
  }
  return at - from >= 8 ? at : from;
}

function narrow(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder("utf-16le").decode(bytes.subarray(from, to));
}

/** Length of the well-formed multi-byte sequence at `at` (2 to 4), or 0. Overlong forms, surrogates and values over U+10FFFF are not well formed. */
function validSequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (lead >= 0xc2 && lead <= 0xdf) return isContinuation(second) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const lowest = lead === 0xe0 ? 0xa0 : 0x80;
    const highest = lead === 0xed ? 0x9f : 0xbf;
    return second >= lowest && second <= highest && isContinuation(bytes[at + 2] ?? 0) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const lowest = lead === 0xf0 ? 0x90 : 0x80;
    const highest = lead === 0xf4 ? 0x8f : 0xbf;
    const isWhole = isContinuation(bytes[at + 2] ?? 0) && isContinuation(bytes[at + 3] ?? 0);
    return second >= lowest && second <= highest && isWhole ? 4 : 0;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** The UTF-16 surrogate that three bytes at `at` encode, as CESU-8 and Java's "modified UTF-8" do. */
function surrogateAt(bytes: Uint8Array, at: number): number | undefined {
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  if (bytes[at] !== 0xed || second < 0xa0 || second > 0xbf || !isContinuation(third)) return undefined;
  return 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f);
}
