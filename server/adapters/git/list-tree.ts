import { TextDecoder } from "node:util";
import { GitFailure } from "./git-failure.ts";
import type { Repository } from "./open-repository.ts";
import { streamGitRecords } from "./run-git.ts";

export type TreeEntryKind = "file" | "symbolic_link" | "submodule";

/**
 * One entry of a committed tree. `path` holds the exact name, decoded; null when its bytes are no UTF-8, and `shownPath`
 * then shows those bytes escaped.
 */
export type TreeEntry = { kind: TreeEntryKind; objectId: string; path: string | null; shownPath: string };

/** Entries of one commit, above which a tree is taken for a bomb: a few objects can describe billions of files. */
export const maxTreeEntries = 500_000;

const kindOfMode: Record<string, TreeEntryKind> = { "120000": "symbolic_link", "160000": "submodule" };
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Every entry of a commit, in git's order. Never the working tree. Throws `GitFailure` beyond `maxTreeEntries`. */
export async function* listTree(
  repository: Repository,
  commit: string,
  signal?: AbortSignal,
): AsyncGenerator<TreeEntry, void, undefined> {
  let count = 0;
  try {
    for await (const record of streamGitRecords({
      directory: repository.root,
      isTrusted: repository.isTrusted,
      command: "ls-tree",
      options: ["-z", "-r", "--full-tree"],
      revisions: [commit],
      maxOutputBytes: 1_024 * 1_048_576,
      signal,
    })) {
      count += 1;
      if (count > maxTreeEntries) {
        throw new GitFailure(
          "too_much_output",
          `The commit holds more than ${maxTreeEntries} files; that is the limit.`,
        );
      }
      // "<mode> <type> <object>\t<path>"
      const nameStart = record.indexOf(9) + 1;
      const [mode = "", , objectId = ""] = record
        .subarray(0, nameStart - 1)
        .toString("latin1")
        .split(" ");
      const name = record.subarray(nameStart);
      const path = decodePath(name);
      yield { kind: kindOfMode[mode] ?? "file", objectId, path, shownPath: path ?? escapeBytes(name) };
    }
  } catch (error) {
    if (!(error instanceof GitFailure) || !/could not fetch|lazy fetching/.test(error.errorText)) throw error;
    throw new GitFailure(
      "refused",
      "Folders of this commit have not been fetched yet. Complete the clone, then index again.",
    );
  }
}

function decodePath(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function escapeBytes(bytes: Buffer): string {
  let text = "";
  for (const byte of bytes)
    text += byte > 31 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
  return text;
}
