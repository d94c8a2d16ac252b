import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { crc32c } from "#server/db/crc32c.ts";

/**
 * `global/pg_control` of Postgres 18: where the write-ahead log has to be read from, and what was true at that point.
 * Layout: src/include/catalog/pg_control.h of Postgres 18, with 8-byte alignment, little endian. Checked against
 * `pg_control_checkpoint()` and against the checkpoint record that Postgres itself wrote.
 */
const layout = {
  systemIdentifier: 0, // uint64
  version: 8, // uint32, 1800
  state: 16, // int32
  checkPoint: 32, // uint64
  checkPointCopy: 40, // CheckPoint, 88 bytes
  timeline: 48, // uint32, in the copy
  minRecoveryPoint: 136, // uint64
  minRecoveryTimeline: 144, // uint32
  backupStart: 152, // uint64
  backupEnd: 160, // uint64
  backupEndRequired: 168, // bool
  maxAlign: 204, // uint32, 8
  floatFormat: 208, // double, 1234567
  logBlockSize: 224, // uint32
  segmentSize: 228, // uint32
  checksum: 292, // uint32 over all before it
} as const;

export const checkPointLength = 88;
const controlVersion = 1800;
/** DB_SHUTDOWNED: the log needs no replay. */
const shutDown = 1;

export type ControlFile = {
  systemIdentifier: bigint;
  timeline: number;
  /** Bytes in a segment of the log, and in a block of it. */
  segmentSize: number;
  logBlockSize: number;
  /** Where the last checkpoint lies in the log. */
  checkPoint: bigint;
  /** The CheckPoint structure, 88 bytes. */
  checkPointCopy: Uint8Array;
};

/** Undefined when the file is missing, damaged, or of another version: then nothing may be concluded from it. */
export async function readControlFile(pgDir: string): Promise<ControlFile | undefined> {
  const bytes = await readFile(fileOf(pgDir)).catch(() => undefined);
  if (!bytes || bytes.length < layout.checksum + 4) return undefined;
  const isIntact = bytes.readUInt32LE(layout.checksum) === crc32c(bytes.subarray(0, layout.checksum));
  const isKnownLayout =
    bytes.readUInt32LE(layout.version) === controlVersion &&
    bytes.readUInt32LE(layout.maxAlign) === 8 &&
    bytes.readDoubleLE(layout.floatFormat) === 1234567;
  if (!isIntact || !isKnownLayout) return undefined;
  return {
    systemIdentifier: bytes.readBigUInt64LE(layout.systemIdentifier),
    timeline: bytes.readUInt32LE(layout.timeline),
    segmentSize: bytes.readUInt32LE(layout.segmentSize),
    logBlockSize: bytes.readUInt32LE(layout.logBlockSize),
    checkPoint: bytes.readBigUInt64LE(layout.checkPoint),
    checkPointCopy: bytes.subarray(layout.checkPointCopy, layout.checkPointCopy + checkPointLength),
  };
}

/** Says that the store was shut down with its last checkpoint at `checkPoint`, which holds `checkPointCopy`. */
export async function rewriteControlFile(
  pgDir: string,
  { checkPoint, checkPointCopy }: Pick<ControlFile, "checkPoint" | "checkPointCopy">,
): Promise<void> {
  const bytes = await readFile(fileOf(pgDir));
  bytes.writeInt32LE(shutDown, layout.state);
  bytes.writeBigUInt64LE(checkPoint, layout.checkPoint);
  bytes.set(checkPointCopy, layout.checkPointCopy);
  bytes.writeBigUInt64LE(0n, layout.minRecoveryPoint);
  bytes.writeUInt32LE(0, layout.minRecoveryTimeline);
  bytes.writeBigUInt64LE(0n, layout.backupStart);
  bytes.writeBigUInt64LE(0n, layout.backupEnd);
  bytes.writeUInt8(0, layout.backupEndRequired);
  bytes.writeUInt32LE(crc32c(bytes.subarray(0, layout.checksum)), layout.checksum);
  await writeFile(fileOf(pgDir), bytes, { flush: true });
}

function fileOf(pgDir: string): string {
  return path.join(pgDir, "global", "pg_control");
}
