import { describe, expect, test } from "vitest";
import { parseDiagnostics } from "#server/domain/diagnostics/parse-diagnostics.ts";
import { fixtureNames, fixtureRoot, readExpected, readFixture } from "#server/testing/diagnostic-fixtures.ts";

const expected = readExpected();

function parse(name: string) {
  return parseDiagnostics({ text: readFixture(name), root: fixtureRoot });
}

function places(name: string): string[] {
  const all = parse(name)
    .diagnostics.filter((one) => one.line !== null)
    .map(({ file, line }) => `${file}:${line}`);
  return [...new Set(all)].toSorted();
}

describe("what real tools printed", () => {
  test("every fixture has its expectation", () => {
    expect(Object.keys(expected).toSorted()).toEqual(fixtureNames());
  });

  test.each(fixtureNames())("%s", (name) => {
    const parsed = parse(name);
    const { tool, outcome, complete, counts, unparsed } = parsed;
    const diagnostics = parsed.diagnostics.map(
      ({ file, line, column, severity, code, test: title, message }) =>
        `${file ?? "-"}:${line ?? "-"}:${column ?? "-"} ${severity} ${code ?? "-"}${title ? ` [${title}]` : ""} ${message.split("\n")[0]}`,
    );
    expect({
      tool,
      outcome,
      complete,
      ...(counts ? { counts } : {}),
      ...(unparsed ? { unparsed } : {}),
      diagnostics,
    }).toEqual(expected[name]);
  });
});

/** Forms in which one tool reports one run. Machine forms are the tool's own word on what the text means. */
const sameRun: [string, ...string[]][] = [
  ["tsc-plain", "tsc-pretty"],
  ["eslint-json", "eslint-stylish", "eslint-stylish-colour", "eslint-sarif"],
  ["oxlint-checkstyle", "oxlint-unix", "oxlint-default"],
  ["biome-rdjson", "biome-github"],
  ["vitest-tap", "vitest-github"],
  ["vitest-default", "vitest-verbose-colour", "vitest-dot"],
  ["jest-default", "jest-verbose-colour"],
  ["mocha-xunit", "mocha-spec", "mocha-dot", "mocha-tap"],
  ["node-test-tap", "node-test-spec"],
  ["playwright-list", "playwright-dot"],
  ["pytest-junit", "pytest-long", "pytest-short", "pytest-native", "pytest-auto"],
  ["cargo-json", "cargo-check", "cargo-short"],
  ["go-test-json", "go-test", "go-test-verbose"],
  ["surefire-junit", "maven-test"],
  ["shellcheck-checkstyle", "shellcheck-tty", "shellcheck-gcc"],
  ["yamllint-parsable", "yamllint"],
];

describe("every form in which a tool reports one run names the same places", () => {
  test.each(sameRun)("%s and its like", (first, ...others) => {
    expect(places(first).length).toBeGreaterThan(0);
    for (const other of others) expect(places(other), other).toEqual(places(first));
  });
});
