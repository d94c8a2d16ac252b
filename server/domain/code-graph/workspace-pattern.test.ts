import fc from "fast-check";
import { expect, test } from "vitest";
import { isWorkspaceMember } from "./workspace-pattern.ts";

test.each([
  ["packages/a", ["packages/*"], true],
  ["packages/a/b", ["packages/*"], false],
  ["packages/a/b", ["packages/**"], true],
  ["packages", ["packages/**"], true],
  ["packages/fixture", ["packages/*", "!packages/fixture"], false],
  ["packages/fixture", ["!packages/fixture", "packages/*"], true],
  ["packages/plugin-x", ["./packages/plugin-*/"], true],
  ["a/x/b", ["a/**/b"], true],
  ["a/b", ["a/**/b"], true],
  ["packages/[a]", ["packages/[a]"], true],
  ["packages/a", ["packages/[a]"], false],
  ["", ["."], true],
  ["packages/a", [], false],
])("%j under %j: %j", (directory, patterns, isMember) => {
  expect(isWorkspaceMember(directory, patterns)).toBe(isMember);
});

test("says what a regular expression of the same pattern says", () => {
  const segment = fc.constantFrom("a", "b", "ab", "aab");
  const wild = fc.constantFrom("a", "b", "*", "**", "a*", "*b", "a*b", "*a*");
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 5 }),
      fc.array(wild, { minLength: 1, maxLength: 5 }),
      (path, pattern) => {
        const source = pattern
          .map((part) => (part === "**" ? "(?:[^/]+/)*" : `${part.replaceAll("*", "[^/]*")}/`))
          .join("");
        const expected = new RegExp(`^${source}$`).test(`${path.join("/")}/`);
        expect(isWorkspaceMember(path.join("/"), [pattern.join("/")])).toBe(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a hostile pattern takes no longer than its length times the path's", () => {
  const pattern = "**/a/".repeat(200);
  const path = "a/".repeat(2_000);
  expect(isWorkspaceMember(`${path}b`, [`${pattern}c`])).toBe(false);
  expect(isWorkspaceMember("a".repeat(20_000), [`${"*a".repeat(200)}*b`])).toBe(false);
});
