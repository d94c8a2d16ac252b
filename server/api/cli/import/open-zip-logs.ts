import type { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { limits } from "#server/contracts/limits.ts";
import { decodeTail, type SourceText } from "../read-source.ts";
import type { LogFile } from "./log-file.ts";

/** What an archive may be at most. GitHub's own are far smaller: a few hundred jobs at most, each of some megabytes. */
const zipLimits = { entries: 10_000, unpackedBytes: 1024 * 1024 * 1024 };

/**
 * The files of a zip archive, in byte order of their names, until it is closed. Nothing is unpacked to disk. Throws,
 * naming the archive and the entry or the limit, when it is no archive, is damaged anywhere, holds a name that leads out
 * of it or something encrypted, or more entries or bytes than `zipLimits`. No entry gives more bytes than the directory
 * says, so the directory, which is read first, bounds the work.
 */
export async function openZipLogs(file: string): Promise<{ logs: LogFile[]; close(): void }> {
  const zip = await openPromise(file, { autoClose: false, strictFileNames: true }).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  try {
    const logs = (await entriesOf(zip, file)).map((entry) => ({
      name: entry.fileName,
      read: async () => {
        try {
          return await readTail(await zip.openReadStreamPromise(entry));
        } catch (error) {
          throw unreadable(`${file}: ${entry.fileName}`, error);
        }
      },
    }));
    // Twice through the archive, so that a damaged one is refused before anything of it was imported.
    for (const log of logs) await log.read();
    return { logs, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: ZipFile, file: string): Promise<Entry[]> {
  if (zip.entryCount > zipLimits.entries) {
    throw new Error(`${file}: holds ${zip.entryCount} entries, over the limit of ${zipLimits.entries}.`);
  }
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith("/")) entries.push(entry);
  } catch (error) {
    throw unreadable(file, error);
  }
  const unpackedBytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpackedBytes > zipLimits.unpackedBytes) {
    throw new Error(`${file}: unpacks to ${unpackedBytes} bytes, over the limit of ${zipLimits.unpackedBytes}.`);
  }
  const locked = entries.find((entry) => !entry.canDecodeFileData());
  if (locked) throw new Error(`${file}: ${locked.fileName} is encrypted, or packed in a way that is not known.`);
  return entries.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** The end of a stream as a log is sent; holds little more than twice as much of it at any time. */
async function readTail(stream: Readable): Promise<SourceText> {
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  let leftOutBytes = 0;
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
    heldBytes += chunks.at(-1)?.length ?? 0;
    if (heldBytes < 2 * limits.logBytes) continue;
    leftOutBytes += heldBytes - limits.logBytes;
    // A copy, so that what lies before it is given back.
    chunks = [Buffer.from(Buffer.concat(chunks).subarray(-limits.logBytes))];
    heldBytes = limits.logBytes;
  }
  return decodeTail(Buffer.concat(chunks), leftOutBytes);
}

function unreadable(what: string, error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`${what} cannot be read as a zip archive: ${why.replace(/\.$/, "")}.`, { cause: error });
}
