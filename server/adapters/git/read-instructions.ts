import { decodeSource } from "#server/adapters/syntax-tree/decode-source.ts";
import { isInstructionFile } from "#server/domain/code-context/invariant.ts";
import type { Repository } from "./open-repository.ts";
import { readBlobs } from "./read-blobs.ts";
import type { RepositoryState } from "./read-repository-state.ts";

/** Instruction files read of one commit, nearest to the top first, and bytes of each. */
const mostInstructionFiles = 64;
const longestInstructionBytes = 256 * 1_024;

/** Text of the files that tell agents how to work, as they were committed. Links are no files, so none is followed. */
export async function readInstructions(
  repository: Repository,
  { state, files }: { state: RepositoryState; files: readonly { path: string; objectId: string }[] },
  signal?: AbortSignal,
): Promise<{ path: string; text: string }[]> {
  const found = files
    .filter(({ path }) => isInstructionFile(path))
    .sort((a, b) => a.path.split("/").length - b.path.split("/").length || (a.path < b.path ? -1 : 1))
    .slice(0, mostInstructionFiles);
  if (found.length === 0) return [];
  const texts = new Map<string, string>();
  const request = {
    commit: state.commit,
    objectIds: [...new Set(found.map(({ objectId }) => objectId))],
    maxBytes: longestInstructionBytes,
    isPartial: state.isPartial,
  };
  for await (const blob of readBlobs(repository, request, signal)) {
    const text = blob.kind === "content" ? decodeSource(blob.bytes) : null;
    if (text !== null) texts.set(blob.objectId, text);
  }
  return found.flatMap(({ path, objectId }) => {
    const text = texts.get(objectId);
    return text === undefined ? [] : [{ path, text }];
  });
}
