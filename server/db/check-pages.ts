import { open, readdir } from "node:fs/promises";
import path from "node:path";

export type PageCheck = {
  checked: number;
  /** Relative to the folder of the store, with the number of the block in its relation. */
  damaged: { file: string; block: number }[];
};

/**
 * Reads every page of a store that nobody has open and compares its checksum, as `pg_checksums --check` does. Finds
 * what a flipped bit, a cut-off file or a foreign write left behind, also where no query has come by yet.
 */
export async function checkPages(pgDir: string): Promise<PageCheck> {
  const result: PageCheck = { checked: 0, damaged: [] };
  for (const folder of ["global", ...(await foldersIn(path.join(pgDir, "base")))]) {
    const names = await readdir(path.join(pgDir, folder)).catch(() => []);
    for (const name of names.sort()) {
      if (relationFile.test(name)) await checkFile(pgDir, path.join(folder, name), result);
    }
  }
  return result;
}

/** `16384`, its map and free space (`_vm`, `_fsm`), and the parts of one above 1 GiB (`.1`). */
const relationFile = /^\d+(?:_(?:vm|fsm|init))?(?:\.(\d+))?$/;
const pageLength = 8_192;
const pagesInPart = 131_072;
const pagesAtOnce = 64;

async function foldersIn(base: string): Promise<string[]> {
  const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name))
    .map(({ name }) => path.join("base", name));
}

async function checkFile(pgDir: string, file: string, result: PageCheck): Promise<void> {
  const firstBlock = Number(relationFile.exec(path.basename(file))?.[1] ?? 0) * pagesInPart;
  const handle = await open(path.join(pgDir, file), "r");
  try {
    const buffer = new Uint8Array(pageLength * pagesAtOnce);
    for (let position = 0; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) break;
      for (let start = 0; start < bytesRead; start += pageLength) {
        const block = firstBlock + (position + start) / pageLength;
        const page = buffer.subarray(start, Math.min(start + pageLength, bytesRead));
        result.checked += 1;
        if (!isPageIntact(page, block)) result.damaged.push({ file, block });
      }
      position += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

function isPageIntact(page: Uint8Array, block: number): boolean {
  if (page.length < pageLength) return false;
  const view = new DataView(page.buffer, page.byteOffset, pageLength);
  // A page that was added and not yet used is all zeros, and has no checksum.
  if (view.getUint16(14, true) === 0) return page.every((byte) => byte === 0);
  return view.getUint16(8, true) === pageChecksum(view, block);
}

/** Postgres' page checksum: 32 FNV-1a sums beside each other, folded. Source: src/include/storage/checksum_impl.h */
export function pageChecksum(page: DataView, block: number): number {
  const sums = Uint32Array.from(startSums);
  const lanes = sums.length;
  for (let row = 0; row < pageLength; row += lanes * 4) {
    for (let lane = 0; lane < lanes; lane++) {
      const value = page.getUint32(row + lane * 4, true);
      // The field that holds the checksum itself, bytes 8 and 9, counts as zero.
      mixInto(sums, lane, row === 0 && lane === 2 ? (value & 0xffff0000) >>> 0 : value);
    }
  }
  for (let round = 0; round < 2; round++) {
    for (let lane = 0; lane < lanes; lane++) mixInto(sums, lane, 0);
  }
  const folded = sums.reduce((all, sum) => all ^ sum, block) >>> 0;
  return (folded % 65_535) + 1;
}

function mixInto(sums: Uint32Array, lane: number, value: number): void {
  const mixed = ((sums[lane] ?? 0) ^ value) >>> 0;
  sums[lane] = Math.imul(mixed, 16_777_619) ^ (mixed >>> 17);
}

const startSums = [
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
];
