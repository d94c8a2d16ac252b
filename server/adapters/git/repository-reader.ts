import { createParserPool } from "#server/adapters/syntax-tree/parser-pool.ts";
import { shippedGrammars } from "#server/adapters/syntax-tree/shipped-grammars.ts";
import { succeed } from "#server/contracts/failure-codes.ts";
import { makeScopeSnapshot } from "#server/domain/code-context/scope-snapshot.ts";
import type { CountTokens, RepositoryReader } from "#server/operations/ports.ts";
import { failureOfGit } from "./git-failure.ts";
import { indexRepository } from "./index-repository.ts";
import { openRepository } from "./open-repository.ts";
import { readHistory } from "./read-history.ts";
import { readInstructions } from "./read-instructions.ts";
import { rememberIdentity } from "./remember-identity.ts";

/** Reads checkouts on this machine through git and tree-sitter. `workerFile` is the built parse worker, `packageFolder` holds `node_modules`. */
export function gitRepositoryReader({
  workerFile,
  packageFolder,
  countTokens,
}: {
  workerFile: string;
  packageFolder: string;
  countTokens: CountTokens;
}): RepositoryReader {
  const identify = rememberIdentity();
  return {
    async identify(folder) {
      const identity = await identify(folder);
      if (!identity.ok) return identity;
      const { project, warnings, state, root } = identity.value;
      return succeed({ project, root, warnings, commit: state.commit, isShallow: state.isShallow });
    },
    async index({ folder, cache, knownHistory, onProgress }) {
      const identity = await identify(folder);
      if (!identity.ok) return identity;
      const { project, warnings, root } = identity.value;
      const parser = createParserPool({ workerFile, places: shippedGrammars(packageFolder) });
      try {
        const indexed = await indexRepository({
          root,
          parser,
          previous: cache,
          ...(onProgress ? { onProgress: ({ done, total }) => onProgress(done, total) } : {}),
        });
        if (!indexed.ok) return indexed;
        const { snapshot, report, state, files } = indexed.value;
        const repository = await openRepository(root);
        const known = (await knownHistory?.(project)) ?? [];
        const history = await readHistory(repository, {
          state,
          known: new Map(known.map((commit) => [commit.id, commit])),
        });
        const scope = makeScopeSnapshot({
          graph: snapshot,
          files,
          instructions: await readInstructions(repository, { state, files }),
          history,
          state,
          countTokens,
        });
        return succeed({ project, warnings, isShallow: state.isShallow, snapshot, scope, report });
      } catch (error) {
        return failureOfGit(error);
      } finally {
        await parser.close();
      }
    },
  };
}
