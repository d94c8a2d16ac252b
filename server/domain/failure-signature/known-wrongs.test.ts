import { expect, test } from "vitest";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";

/** What is known to be wrong. Each of these fails on purpose, and turns red when somebody sets it right. */
function sameSignature(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => explainFailure({ text }));
  return one?.kind === "failure" && other?.kind === "failure" && one.id === other.id;
}

test.fails("a type error of one project is one failure under Next.js 15 and 16 (known wrong: 15 leaves out the code that 16 prints)", () => {
  expect(
    sameSignature(
      "Failed to compile.\n\n./app/page.tsx:4:17\nType error: Type 'number' is not assignable to type 'string'.",
      "app/page.tsx(4,17): error TS2322: Type 'number' is not assignable to type 'string'.\nFailed to type check.",
    ),
  ).toBe(true);
});

test.fails("javac says the same in every language (known wrong: its messages carry no code)", () => {
  expect(
    sameSignature(
      "src/Cart.java:3: error: cannot find symbol\n  symbol:   class Tax\n  location: class Cart",
      "src/Cart.java:3: Fehler: Symbol nicht gefunden\n  Symbol: Klasse Tax\n  Ort: Klasse Cart",
    ),
  ).toBe(true);
});

test.fails("a name without quotes is data (known wrong: it reads like any other word)", () => {
  expect(
    sameSignature("ERROR order of Ana rejected: limit reached", "ERROR order of Ben rejected: limit reached"),
  ).toBe(true);
});

test.fails("a file is the same whether a tool names it from the package or from the root of a monorepo (known wrong: the log does not say where the package is)", () => {
  expect(
    sameSignature(
      "src/cart.ts(3,5): error TS2304: Cannot find name 'x'.",
      "apps/shop/src/cart.ts(3,5): error TS2304: Cannot find name 'x'.",
    ),
  ).toBe(true);
});

test.fails("a pytest message that the width of the terminal cut is the whole message (known wrong: with no report above it, only its type is left)", () => {
  expect(
    sameSignature(
      "=== short test summary info ===\nFAILED tests/test_cart.py::test_total - AssertionError: assert 2000 == ...",
      "=== short test summary info ===\nFAILED tests/test_cart.py::test_total - AssertionError: assert 2000 == 2490",
    ),
  ).toBe(true);
});

test.fails("a file is the same in a checkout that stands in a folder of no known kind (known wrong: without a top folder in the path nothing says where the repository begins)", () => {
  expect(
    sameSignature(
      '  File "/data/x7/ana/shop/total.py", line 3\nSyntaxError: invalid syntax',
      '  File "/scratch/ci/total.py", line 9\nSyntaxError: invalid syntax',
    ),
  ).toBe(true);
});
