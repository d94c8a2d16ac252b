import { createParserPool } from "#server/adapters/syntax-tree/parser-pool.ts";
import { shippedGrammars } from "#server/adapters/syntax-tree/shipped-grammars.ts";
import { succeed } from "#server/contracts/failure-codes.ts";
import type { RepositoryReader } from "#server/operations/ports.ts";
import { identifyRepository } from "./identify-repository.ts";
import { indexRepository } from "./index-repository.ts";

/** Reads checkouts on this machine through git and tree-sitter. `workerFile` is the built parse worker, `packageFolder` holds `node_modules`. */
export function gitRepositoryReader({
  workerFile,
  packageFolder,
}: {
  workerFile: string;
  packageFolder: string;
}): RepositoryReader {
  return {
    async index({ folder, cache, onProgress }) {
      const identity = await identifyRepository(folder);
      if (!identity.ok) return identity;
      const parser = createParserPool({ workerFile, places: shippedGrammars(packageFolder) });
      try {
        const indexed = await indexRepository({
          root: identity.value.root,
          parser,
          previous: cache,
          ...(onProgress ? { onProgress: ({ done, total }) => onProgress(done, total) } : {}),
        });
        if (!indexed.ok) return indexed;
        const { snapshot, report, state } = indexed.value;
        return succeed({
          project: identity.value.project,
          warnings: identity.value.warnings,
          isShallow: state.isShallow,
          snapshot,
          report,
        });
      } finally {
        await parser.close();
      }
    },
  };
}
