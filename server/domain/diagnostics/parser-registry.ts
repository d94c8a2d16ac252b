import type { OutputParser } from "#server/domain/diagnostics/output-parser.ts";
import { biomeParser } from "#server/domain/diagnostics/parsers/biome.ts";
import { cargoParser } from "#server/domain/diagnostics/parsers/cargo.ts";
import { checkstyleXmlParser } from "#server/domain/diagnostics/parsers/checkstyle-xml.ts";
import { eslintParser } from "#server/domain/diagnostics/parsers/eslint.ts";
import { gccParser } from "#server/domain/diagnostics/parsers/gcc.ts";
import { genericParser } from "#server/domain/diagnostics/parsers/generic.ts";
import { githubAnnotationsParser } from "#server/domain/diagnostics/parsers/github-annotations.ts";
import { goParser } from "#server/domain/diagnostics/parsers/go.ts";
import { gradleParser } from "#server/domain/diagnostics/parsers/gradle.ts";
import { javacParser } from "#server/domain/diagnostics/parsers/javac.ts";
import { jestParser } from "#server/domain/diagnostics/parsers/jest.ts";
import { junitXmlParser } from "#server/domain/diagnostics/parsers/junit-xml.ts";
import { mavenParser } from "#server/domain/diagnostics/parsers/maven.ts";
import { mochaParser } from "#server/domain/diagnostics/parsers/mocha.ts";
import { mypyParser } from "#server/domain/diagnostics/parsers/mypy.ts";
import { nodeTestParser } from "#server/domain/diagnostics/parsers/node-test.ts";
import { playwrightParser } from "#server/domain/diagnostics/parsers/playwright.ts";
import { pytestParser } from "#server/domain/diagnostics/parsers/pytest.ts";
import { rdjsonParser } from "#server/domain/diagnostics/parsers/rdjson.ts";
import { ruffParser } from "#server/domain/diagnostics/parsers/ruff.ts";
import { sarifParser } from "#server/domain/diagnostics/parsers/sarif.ts";
import { stackTraceParser } from "#server/domain/diagnostics/parsers/stack-trace.ts";
import { tapParser } from "#server/domain/diagnostics/parsers/tap.ts";
import { toolJsonParser } from "#server/domain/diagnostics/parsers/tool-json.ts";
import { tscParser } from "#server/domain/diagnostics/parsers/tsc.ts";
import { vitestParser } from "#server/domain/diagnostics/parsers/vitest.ts";

/**
 * All parsers, in the order in which they are asked. At each line the first one that takes a block wins, so machine formats come first,
 * test runners before checkers (a test may print a compiler's line), checkers from the narrowest form to the widest, and the parsers that
 * take any line with a place last.
 */
export const parserRegistry: readonly OutputParser[] = [
  sarifParser,
  rdjsonParser,
  junitXmlParser,
  checkstyleXmlParser,
  toolJsonParser,
  githubAnnotationsParser,
  pytestParser,
  vitestParser,
  playwrightParser,
  jestParser,
  mochaParser,
  nodeTestParser,
  tapParser,
  mavenParser,
  gradleParser,
  goParser,
  cargoParser,
  tscParser,
  biomeParser,
  mypyParser,
  ruffParser,
  javacParser,
  gccParser,
  eslintParser,
  stackTraceParser,
  genericParser,
];

/** The parser that a caller's name for a tool means: its own name, one of its tools, or the first word of a command line. */
export function parserFor(tool: string): OutputParser | null {
  const asked = tool.trim().toLowerCase();
  const byName = parserRegistry.find((parser) => parser.name === asked || parser.tools.includes(asked));
  if (byName !== undefined) return byName;
  const [word = ""] = asked.split(/\s+/);
  return parserRegistry.find((parser) => parser.name === word || parser.tools.includes(word)) ?? null;
}
