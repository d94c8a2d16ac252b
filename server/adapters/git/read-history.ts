import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type HistoryCommit,
  historyDepth,
  largestListedCommit,
  maxMessageTerms,
  type PathChange,
} from "#server/domain/code-context/commit-history.ts";
import { countTerms } from "#server/domain/code-context/count-terms.ts";
import { ObjectId } from "./git-arguments.ts";
import type { Repository } from "./open-repository.ts";
import type { RepositoryState } from "./read-repository-state.ts";
import { readGit, streamGitRecords } from "./run-git.ts";

/** Message text looked at, in UTF-16 units. */
const longestMessage = 2_000;
/** Lines by which tools sign a message. */
const trailer =
  /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|change-id|cherry-picked|pr-url|refs|see|git-svn-id):/i;

/**
 * The last `historyDepth` commits behind `commit` that are no merges, newest first. `known` holds what earlier runs read:
 * a commit never changes, so only new ones are asked for. Where the history was cut (`shallow`, grafts) the boundary
 * commits seem to add every file; they are left out. A partial clone finds exact renames only, because comparing
 * contents would fetch them.
 */
export async function readHistory(
  repository: Repository,
  request: { state: RepositoryState; known?: ReadonlyMap<string, HistoryCommit>; depth?: number },
  signal?: AbortSignal,
): Promise<HistoryCommit[]> {
  const { state, known = new Map<string, HistoryCommit>(), depth = historyDepth } = request;
  const base = { directory: repository.root, isTrusted: repository.isTrusted, signal };
  const listed = await readGit({
    ...base,
    command: "rev-list",
    options: ["--no-merges", "--topo-order", `--max-count=${depth}`],
    revisions: [state.commit],
  });
  const boundary = boundaryCommits(repository);
  const ids = listed
    .toString("latin1")
    .split("\n")
    .filter((id) => ObjectId.safeParse(id).success && !boundary.has(id));
  const unknown = ids.filter((id) => !known.has(id));
  const read = new Map<string, HistoryCommit>();
  if (unknown.length > 0) {
    const records = streamGitRecords({
      ...base,
      command: "diff-tree",
      options: [
        "-z",
        "--stdin",
        "-r",
        "--root",
        "--raw",
        "--always",
        "--no-ext-diff",
        "--no-textconv",
        "--no-color",
        "--encoding=UTF-8",
        state.isPartial ? "--find-renames=100%" : "--find-renames=50%",
        "-l200",
        "--format=%H%x00%P%x00%ct%x00%B%x00",
      ],
      input: inputLines(unknown),
      maxOutputBytes: 1_024 * 1_048_576,
    });
    for await (const commit of readCommits(records)) read.set(commit.id, commit);
  }
  return ids.flatMap((id) => known.get(id) ?? read.get(id) ?? []);
}

function* inputLines(ids: readonly string[]): Generator<string> {
  for (let at = 0; at < ids.length; at += 100) yield `${ids.slice(at, at + 100).join("\n")}\n`;
}

/**
 * Records come as: id, parents, time, message, an empty one, then for each change its status and one or two paths. A name may
 * hold anything but NUL, so what a record is follows from its place alone.
 */
async function* readCommits(records: AsyncGenerator<Buffer, void, undefined>): AsyncGenerator<HistoryCommit> {
  const next = async (): Promise<Buffer | null> => {
    const { value, done } = await records.next();
    return done === true ? null : value;
  };
  let header = await next();
  while (header !== null) {
    const id = ObjectId.parse(header.toString("latin1").trim());
    const isRoot = (await next())?.length === 0;
    const time = Number((await next())?.toString("latin1") ?? 0);
    const message = (await next())?.toString("utf8") ?? "";
    const changes: PathChange[] = [];
    let size = 0;
    header = null;
    for (let record = await next(); record !== null; record = await next()) {
      const status = record.toString("latin1").trimStart();
      if (status === "") continue;
      if (!status.startsWith(":")) {
        header = record;
        break;
      }
      const letter = status.slice(status.lastIndexOf(" ") + 1)[0] ?? "";
      const first = decode(await next());
      const second = letter === "R" || letter === "C" ? decode(await next()) : null;
      size += 1;
      const change = changeOf(letter, { first, second, isPure: status.endsWith("100") });
      if (change !== null) changes.push(change);
    }
    yield {
      id,
      time,
      size,
      isRoot,
      terms: countTerms(withoutTrailers(message), maxMessageTerms).words,
      changes: size > largestListedCommit ? changes.filter(({ kind }) => kind !== "changed") : changes,
    };
  }
}

function changeOf(
  letter: string,
  { first, second, isPure }: { first: string | null; second: string | null; isPure: boolean },
): PathChange | null {
  if (first === null) return null;
  if (letter === "A") return { kind: "added", path: first };
  if (letter === "D") return { kind: "deleted", path: first };
  if (letter === "R" && second !== null) {
    return { kind: isPure ? "moved" : "renamed", from: first, path: second };
  }
  return { kind: "changed", path: second ?? first };
}

/** Names that are no UTF-8 are in no tree that is indexed either. */
function decode(record: Buffer | null): string | null {
  if (record === null) return null;
  const path = record.toString("utf8");
  return Buffer.from(path, "utf8").equals(record) ? path : null;
}

function withoutTrailers(message: string): string {
  return message
    .slice(0, longestMessage)
    .split("\n")
    .filter((line) => !trailer.test(line))
    .join("\n");
}

/** Commits whose parents are not what they were made with: where a shallow clone was cut, and what grafts rewrote. */
function boundaryCommits(repository: Repository): Set<string> {
  const files = [join(repository.commonDir, "shallow"), join(repository.commonDir, "info", "grafts")];
  return new Set(files.flatMap((file) => linesOf(file).map((line) => line.split(" ")[0] ?? "")));
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n").slice(0, 100_000);
  } catch {
    return [];
  }
}
