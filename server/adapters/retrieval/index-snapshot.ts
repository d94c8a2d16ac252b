import { createHash, type Hash } from "node:crypto";
import { endianness } from "node:os";
import { z } from "zod";
import type { LexicalSnapshot } from "#server/domain/retrieval/lexical-snapshot.ts";
import { lexicalVersion } from "#server/domain/retrieval/lexical-snapshot.ts";
import { tokenizerVersion } from "#server/domain/text/tokenize.ts";

/** Legs that are kept. Skills are few and are read anew at each start. */
export const keptLegs = ["symptom", "text", "reference"] as const;
export type KeptLeg = (typeof keptLegs)[number];

/** The indexes of one workspace as they stood at `corpusSeq`. `mark` is what the store holds if it is theirs. */
export type IndexSnapshot = {
  workspaceId: string;
  mark: string;
  corpusSeq: number;
  legs: Record<KeptLeg, LexicalSnapshot>;
};

/** Of this file alone: how columns are laid out in it. */
const format = 2;

const magic = "whence-index\n";
const digestBytes = 64;
/** Length of the header, four bytes of nothing, and the sequence once more, to be read without the rest. */
const prefixBytes = 16;
const arrayNames = [
  "projectOfSlot",
  "lengths",
  "termLengths",
  "terms",
  "postingLengths",
  "postings",
  "gramCounts",
  "gramLengths",
  "termsOfGram",
] as const;
type ArrayName = (typeof arrayNames)[number];

const wide: ReadonlySet<ArrayName> = new Set<ArrayName>(["lengths"]);

const LegHeader = z.object({
  hasContext: z.boolean(),
  /** Ids, words and grams hold no line break, and one text is read ten times as fast as a list of 100,000. */
  ids: z.string(),
  projects: z.array(z.string()),
  words: z.string(),
  grams: z.string(),
  /** Values of each array, in the order of `arrayNames`. */
  counts: z.array(z.int().min(0)).length(arrayNames.length),
});
const Header = z.object({
  format: z.literal(format),
  lexical: z.literal(lexicalVersion),
  tokenizer: z.literal(tokenizerVersion),
  /** Collations of words, case folding and normal forms come with the engine's Unicode tables. */
  unicode: z.string(),
  endianness: z.enum(["BE", "LE"]),
  workspaceId: z.string(),
  mark: z.string().min(1),
  corpusSeq: z.int().min(0),
  legs: z.object({ symptom: LegHeader, text: LegHeader, reference: LegHeader }),
});

/** A file that cannot be used, and in words why. It is never more than a reason to index anew. */
export class SnapshotUnusable extends Error {
  override readonly name = "SnapshotUnusable";
}

/** Tells a whole file from a damaged one; of the hashes at hand the quickest, three times as quick as SHA-256. */
export function snapshotHash(): Hash {
  return createHash("blake2b512");
}

/** What stands before the parts of a snapshot in its file. */
export function snapshotHead(digest: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(magic), digest]);
}

/** The parts of a file, in order, without its head. They share nothing with an index that goes on changing. */
export function encodeSnapshot({ workspaceId, mark, corpusSeq, legs }: IndexSnapshot): Uint8Array[] {
  const arrays = keptLegs.map((leg) => arraysOf(legs[leg]));
  const header = {
    format,
    lexical: lexicalVersion,
    tokenizer: tokenizerVersion,
    unicode: process.versions.unicode ?? "",
    endianness: endianness(),
    workspaceId,
    mark,
    corpusSeq,
    legs: Object.fromEntries(
      keptLegs.map((leg, position) => [
        leg,
        {
          hasContext: legs[leg].hasContext,
          ids: legs[leg].ids.join("\n"),
          projects: legs[leg].projects,
          words: legs[leg].vocabulary.terms.join("\n"),
          grams: legs[leg].vocabulary.grams.join("\n"),
          counts: arrayNames.map((name) => arrays[position]?.[name].length ?? 0),
        },
      ]),
    ),
  };
  const json = Buffer.from(JSON.stringify(header));
  const start = magic.length + digestBytes + prefixBytes;
  // Arrays of doubles must lie at a multiple of eight for a view to be possible.
  const padded = Buffer.alloc(Math.ceil((start + json.length) / 8) * 8 - start, " ");
  json.copy(padded);
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(padded.length);
  prefix.writeDoubleLE(corpusSeq, 8);
  const columns = arrays.flatMap((leg) =>
    arrayNames.flatMap((name) => {
      const { buffer, byteOffset, byteLength } = leg[name];
      const bytes = new Uint8Array(buffer, byteOffset, byteLength);
      return byteLength % 8 === 0 ? [bytes] : [bytes, new Uint8Array(8 - (byteLength % 8))];
    }),
  );
  return [prefix, padded, ...columns];
}

/** Bytes of a file that `peekCorpusSeq` needs. */
export const peekedBytes = magic.length + digestBytes + prefixBytes;

/** The sequence that a file says it stands at, unchecked; null for what is no snapshot. */
export function peekCorpusSeq(start: Uint8Array): number | null {
  if (start.length < peekedBytes || Buffer.from(start.subarray(0, magic.length)).toString("latin1") !== magic)
    return null;
  return Buffer.from(start).readDoubleLE(peekedBytes - 8);
}

/** Throws `SnapshotUnusable` for a file that is cut, changed, of other versions or of another workspace. */
export function decodeSnapshot(file: Uint8Array, workspaceId: string): IndexSnapshot {
  // A buffer of the pool may start anywhere; the columns must not.
  const bytes = file.byteOffset % 8 === 0 ? file : new Uint8Array(file);
  const start = magic.length + digestBytes + prefixBytes;
  if (bytes.length < start || Buffer.from(bytes.subarray(0, magic.length)).toString("latin1") !== magic) {
    throw new SnapshotUnusable("it is no index snapshot");
  }
  const body = bytes.subarray(magic.length + digestBytes);
  const digest = snapshotHash().update(body).digest();
  if (!digest.equals(bytes.subarray(magic.length, magic.length + digestBytes))) {
    throw new SnapshotUnusable("its checksum is wrong");
  }
  const headerLength = Buffer.from(body.subarray(0, 4)).readUInt32LE();
  const parsed = Header.safeParse(JSON.parse(Buffer.from(bytes.subarray(start, start + headerLength)).toString()));
  if (!parsed.success) throw new SnapshotUnusable("it was written by another version");
  const header = parsed.data;
  if (header.unicode !== (process.versions.unicode ?? "") || header.endianness !== endianness()) {
    throw new SnapshotUnusable("it was written by another engine");
  }
  if (header.workspaceId !== workspaceId) throw new SnapshotUnusable("it is of another workspace");
  let at = bytes.byteOffset + start + headerLength;
  const take = (name: ArrayName, count: number): Int32Array | Float64Array => {
    const column = wide.has(name) ? new Float64Array(bytes.buffer, at, count) : new Int32Array(bytes.buffer, at, count);
    at += Math.ceil(column.byteLength / 8) * 8;
    return column;
  };
  const legOf = (leg: KeptLeg): LexicalSnapshot => {
    const { counts, words, grams, hasContext, ids, projects } = header.legs[leg];
    const columns = new Map(arrayNames.map((name, position) => [name, take(name, counts[position] ?? 0)]));
    const ints = (name: ArrayName) => intColumn(columns.get(name));
    const doubles = (name: ArrayName) => doubleColumn(columns.get(name));
    const projectOfSlot = ints("projectOfSlot");
    const gramCounts = ints("gramCounts");
    const gramLengths = ints("gramLengths");
    return {
      hasContext,
      ids: linesOf(ids, projectOfSlot.length),
      projects,
      projectOfSlot,
      lengths: doubles("lengths"),
      termsOfSlot: { lengths: ints("termLengths"), values: ints("terms") },
      postings: { lengths: ints("postingLengths"), values: ints("postings") },
      vocabulary: {
        terms: linesOf(words, gramCounts.length),
        gramCounts,
        grams: linesOf(grams, gramLengths.length),
        termsOfGram: { lengths: gramLengths, values: ints("termsOfGram") },
      },
    };
  };
  return {
    workspaceId,
    mark: header.mark,
    corpusSeq: header.corpusSeq,
    legs: { symptom: legOf("symptom"), text: legOf("text"), reference: legOf("reference") },
  };
}

function linesOf(text: string, count: number): string[] {
  const lines = count === 0 ? [] : text.split("\n");
  if (lines.length !== count) throw new SnapshotUnusable("a list in it is not as long as it says");
  return lines;
}

function arraysOf(leg: LexicalSnapshot): Record<ArrayName, Int32Array | Float64Array> {
  return {
    projectOfSlot: leg.projectOfSlot,
    lengths: leg.lengths,
    termLengths: leg.termsOfSlot.lengths,
    terms: leg.termsOfSlot.values,
    postingLengths: leg.postings.lengths,
    postings: leg.postings.values,
    gramCounts: leg.vocabulary.gramCounts,
    gramLengths: leg.vocabulary.termsOfGram.lengths,
    termsOfGram: leg.vocabulary.termsOfGram.values,
  };
}

function intColumn(column: Int32Array | Float64Array | undefined): Int32Array {
  if (!(column instanceof Int32Array)) throw new SnapshotUnusable("a column is missing");
  return column;
}

function doubleColumn(column: Int32Array | Float64Array | undefined): Float64Array {
  if (!(column instanceof Float64Array)) throw new SnapshotUnusable("a column is missing");
  return column;
}
