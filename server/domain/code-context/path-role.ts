import { baseName } from "#server/domain/code-graph/repository-path.ts";

/**
 * What a code file is for, judged from its path alone:
 * `source` is what a task usually changes; `test` covers fixtures and mocks; `aside` is documentation, examples,
 * benchmarks and vendored code, which change along with something else.
 */
export type PathRole = "source" | "test" | "aside";

const testFolder =
  /^(?:tests?|__tests?__|__mocks__|__fixtures__|fixtures?|testdata|test[-_]?(?:utils|helpers|data|fixtures|cases|apps?)|e2e|specs?|cypress|playwright|__snapshots__|runtime[-_]tests?)$/i;
const testName =
  /(?:^|[._-])(?:test|tests|spec|specs|e2e|test-d|stories)(?=\.[^.]+$)|^test_|_test\.|^conftest\.|^[A-Z]\w*Tests?\.(?:java|kt|cs|scala|groovy|swift|php)$/;
const asideFolder =
  /^(?:docs?|documentation|website|www|site-docs|examples?|samples?|demos?|tutorials?|bench|benchmarks?|vendor|third[-_]party|node_modules|dist|build|out|coverage|templates?-?examples?|playgrounds?|sandbox(?:es)?)$/i;

export function pathRole(path: string): PathRole {
  const folders = path.split("/").slice(0, -1);
  if (testName.test(baseName(path)) || folders.some((folder) => testFolder.test(folder))) return "test";
  return folders.some((folder) => asideFolder.test(folder)) ? "aside" : "source";
}
