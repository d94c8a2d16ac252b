import { open, readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { limits } from "#server/contracts/limits.ts";
import { decodeLog } from "#server/domain/failure-signature/decode-log.ts";

/** A log as a command sends it: the last 1 MiB from a line start, and whether something was left out. */
export type SourceText = { text: string; leftOutBytes: number };

/** Reads a file, or standard input for `-`. Keeps the end, because that is where a run says why it failed. */
export async function readSource(file: string, stdin: Readable): Promise<SourceText> {
  return file === "-" ? tailOf(await readAll(stdin)) : readTail(file);
}

/**
 * Reads all of a file, or of standard input for `-`, as text. Throws, naming both, when it is larger than one call may carry: of a list
 * no part may be left out in silence.
 */
export async function readWhole(file: string, stdin: Readable): Promise<string> {
  const bytes = file === "-" ? await readAll(stdin) : await readFile(file);
  if (bytes.length <= limits.bodyBytes) return bytes.toString("utf8");
  throw new Error(`${file}: ${bytes.length} bytes, and at most ${limits.bodyBytes} can be sent at once.`);
}

/** A text as a command or a hook sends it: its last 1 MiB from a line start. */
export function lastMebibyte(text: string): SourceText {
  // A UTF-16 unit is at most three bytes of UTF-8, so most texts need no counting.
  return text.length * 3 <= limits.logBytes ? { text, leftOutBytes: 0 } : tailOf(Buffer.from(text));
}

async function readTail(file: string): Promise<SourceText> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - limits.logBytes);
    const buffer = Buffer.alloc(size - start);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    const bytes = buffer.subarray(0, bytesRead);
    return start === 0 ? decoded(bytes, 0) : fromLineStart(bytes, start);
  } finally {
    await handle.close();
  }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function tailOf(bytes: Buffer): SourceText {
  const start = bytes.length - limits.logBytes;
  return start <= 0 ? decoded(bytes, 0) : fromLineStart(bytes.subarray(start), start);
}

/** The end of an output of which `leftOutBytes` bytes are gone already, as one is sent. */
export function decodeTail(bytes: Buffer, leftOutBytes: number): SourceText {
  const over = bytes.length - limits.logBytes;
  if (over <= 0) return leftOutBytes > 0 ? fromLineStart(bytes, leftOutBytes) : decoded(bytes, 0);
  return fromLineStart(bytes.subarray(over), leftOutBytes + over);
}

function fromLineStart(bytes: Buffer, leftOutBefore: number): SourceText {
  const lineEnd = bytes.indexOf(0x0a);
  // A line end of UTF-16LE is two bytes long.
  const isWide = lineEnd >= 0 && bytes[lineEnd + 1] === 0 && bytes[lineEnd - 1] === 0;
  const skipped = lineEnd < 0 ? 0 : lineEnd + (isWide && bytes[lineEnd + 2] !== 0 ? 2 : 1);
  return decoded(bytes.subarray(skipped), leftOutBefore + skipped);
}

/**
 * Logs are mostly UTF-8; what a shell of Windows redirects to a file is UTF-16. Broken bytes become U+FFFD, which is longer than they were: cut
 * again, so that the text fits its limit.
 */
function decoded(bytes: Buffer, leftOutBytes: number): SourceText {
  const { text } = decodeLog(bytes);
  const size = Buffer.byteLength(text);
  if (size <= limits.logBytes) return { text, leftOutBytes };
  const tail = Buffer.from(text).subarray(size - limits.logBytes);
  return {
    text: tail.subarray(tail.indexOf(0x0a) + 1).toString("utf8"),
    leftOutBytes: leftOutBytes + size - limits.logBytes,
  };
}
