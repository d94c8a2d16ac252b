import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type ControlFile, checkPointLength, readControlFile, rewriteControlFile } from "#server/db/control-file.ts";
import { crc32c } from "#server/db/crc32c.ts";

/**
 * Replaces the write-ahead log of a store by an empty one, as `pg_resetwal` does (PGlite brings no such tool). What was
 * in the log and not yet in the tables is lost; the store is as at its last checkpoint, which after a clean shutdown is
 * all of it. Only for a copy, and only to read it out: pages of different moments may be left.
 * False when the control file cannot be trusted, and then nothing was changed.
 * Source: src/bin/pg_resetwal/pg_resetwal.c of Postgres 18
 */
export async function resetLog(pgDir: string): Promise<boolean> {
  const control = await readControlFile(pgDir);
  if (!control) return false;
  const folder = path.join(pgDir, "pg_wal");
  const names = (await readdir(folder).catch(() => [])).filter((name) => segmentName.test(name));
  const segment =
    1n + largest([control.checkPoint / BigInt(control.segmentSize), ...names.map((name) => numberOf(name, control))]);
  const checkPoint = segment * BigInt(control.segmentSize) + BigInt(longPageHeaderLength);
  const checkPointCopy = Uint8Array.from(control.checkPointCopy);
  // The first field of the structure: the replay would start at the checkpoint itself.
  new DataView(checkPointCopy.buffer).setBigUint64(0, checkPoint, true);
  for (const name of names) await rm(path.join(folder, name));
  await writeFile(path.join(folder, nameOf(segment, control)), emptySegment(segment, control, checkPointCopy), {
    flush: true,
  });
  await rewriteControlFile(pgDir, { checkPoint, checkPointCopy });
  return true;
}

const segmentName = /^[0-9A-F]{24}$/;
const longPageHeaderLength = 40;
const recordHeaderLength = 24;

/** XLOG_PAGE_MAGIC of Postgres 18, and the flag of a segment's first page. */
const pageMagic = 0xd118;
const longHeaderFlag = 0x0002;
/** The record's data follow in short form: one byte of length. */
const shortDataMark = 255;

/** One segment that holds nothing but the record of a checkpoint at shutdown. */
function emptySegment(segment: bigint, control: ControlFile, checkPointCopy: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(control.segmentSize);
  bytes.writeUInt16LE(pageMagic, 0);
  bytes.writeUInt16LE(longHeaderFlag, 2);
  bytes.writeUInt32LE(control.timeline, 4);
  bytes.writeBigUInt64LE(segment * BigInt(control.segmentSize), 8);
  bytes.writeBigUInt64LE(control.systemIdentifier, 24);
  bytes.writeUInt32LE(control.segmentSize, 32);
  bytes.writeUInt32LE(control.logBlockSize, 36);

  const record = bytes.subarray(longPageHeaderLength);
  const length = recordHeaderLength + 2 + checkPointLength;
  record.writeUInt32LE(length, 0);
  // Transaction, previous record, kind (checkpoint at shutdown) and manager (the log itself) are all zero.
  record.writeUInt8(shortDataMark, recordHeaderLength);
  record.writeUInt8(checkPointLength, recordHeaderLength + 1);
  record.set(checkPointCopy, recordHeaderLength + 2);
  record.writeUInt32LE(crc32c(record.subarray(recordHeaderLength, length), record.subarray(0, 20)), 20);
  return bytes;
}

/** A name is timeline, then the segment's number split where 4 GiB of log end; each 8 hex digits. */
function nameOf(segment: bigint, { timeline, segmentSize }: ControlFile): string {
  const perGroup = 0x1_0000_0000n / BigInt(segmentSize);
  return [BigInt(timeline), segment / perGroup, segment % perGroup].map(hex8).join("");
}

function numberOf(name: string, { segmentSize }: ControlFile): bigint {
  const perGroup = 0x1_0000_0000n / BigInt(segmentSize);
  return BigInt(`0x${name.slice(8, 16)}`) * perGroup + BigInt(`0x${name.slice(16)}`);
}

function hex8(value: bigint): string {
  return value.toString(16).toUpperCase().padStart(8, "0");
}

function largest(values: readonly bigint[]): bigint {
  let most = 0n;
  for (const value of values) if (value > most) most = value;
  return most;
}
