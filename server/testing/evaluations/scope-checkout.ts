import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { indexRepository } from "#server/adapters/git/index-repository.ts";
import { createMemoryParsedBlobCache } from "#server/adapters/git/memory-parsed-blob-cache.ts";
import { openRepository } from "#server/adapters/git/open-repository.ts";
import { readBlobs } from "#server/adapters/git/read-blobs.ts";
import { readHistory } from "#server/adapters/git/read-history.ts";
import type { ParserPool } from "#server/adapters/syntax-tree/parser-pool.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import type { HistoryCommit } from "#server/domain/code-context/commit-history.ts";
import type { ScopeIndex } from "#server/domain/code-context/scope-index.ts";
import { makeScopeSnapshot, scopeIndexOf } from "#server/domain/code-context/scope-snapshot.ts";

export type OpenedCommit = {
  index: ScopeIndex;
  tokensOf(paths: readonly string[]): Promise<number[]>;
  history: HistoryCommit[];
};
export type OpenedRepository = { at(commit?: string): Promise<OpenedCommit>; close(): void };

/** A repository whose commits are indexed one after another. Contents and commits that were read are not read again. */
export async function openForScope(folder: string, parser: ParserPool): Promise<OpenedRepository> {
  // A bare clone is read through a folder that names it, because only working trees are opened.
  const place = mkdtempSync(join(tmpdir(), "whence-scope-"));
  const gitFolder = resolve(folder);
  writeFileSync(
    join(place, ".git"),
    `gitdir: ${existsSync(join(gitFolder, ".git")) ? join(gitFolder, ".git") : gitFolder}\n`,
  );
  const repository = await openRepository(place);
  const cache = createMemoryParsedBlobCache();
  const known = new Map<string, HistoryCommit>();
  const tokens = new Map<string, number>();
  return {
    async at(commit) {
      const indexed = await indexRepository({ root: place, parser, previous: cache, ...(commit ? { commit } : {}) });
      if (!indexed.ok) throw new Error(indexed.failure.message);
      const { snapshot, files, state } = indexed.value;
      const history = await readHistory(repository, { state, known });
      for (const one of history) known.set(one.id, one);
      const scope = makeScopeSnapshot({
        graph: snapshot,
        files,
        instructions: [],
        history,
        state,
        countTokens: () => 0,
      });
      const objects = new Map(files.map(({ path, objectId }) => [path, objectId]));
      return {
        index: scopeIndexOf(scope, snapshot),
        history,
        async tokensOf(paths) {
          const wanted = [...new Set(paths.flatMap((path) => objects.get(path) ?? []))].filter((id) => !tokens.has(id));
          const request = { commit: state.commit, objectIds: wanted, maxBytes: 1_048_576, isPartial: false };
          for await (const blob of readBlobs(repository, request)) {
            tokens.set(blob.objectId, blob.kind === "content" ? countTokens(new TextDecoder().decode(blob.bytes)) : 0);
          }
          return paths.map((path) => tokens.get(objects.get(path) ?? "") ?? 0);
        },
      };
    },
    close: () => rmSync(place, { recursive: true, force: true }),
  };
}
