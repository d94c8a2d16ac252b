// Runs real tools over small made-up sources and writes what they print to server/domain/diagnostics/fixtures.
// `node server/testing/evaluations/produce-diagnostic-fixtures.mjs --tools DIR [--only NAME,NAME]`; DIR holds node_modules with the npm
// tools. Tools that are missing are skipped with a word, and their fixture stays as it is. Paths of this machine are rewritten.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const tools = option("tools") ?? fileURLToPath(new URL("../../../", import.meta.url));
const only = option("only")?.split(",");
const out = fileURLToPath(new URL("../../domain/diagnostics/fixtures/", import.meta.url));
const home = "/home/ana/shop";

const cart = `import type { Line } from "./line.ts";

export function total(lines: Line[]): number {
  let sum: number = "0";
  for (const line of lines) sum += line.prize * line.count;
  return sum;
}
`;
const line = `export interface Line {
  price: number;
  count: number;
}
export const empty: Line = { price: 0 };
`;

const price =
  "package com.acme;\n\npublic class Price {\n  public static int net(int[] lines) {\n    int sum = 0;\n    for (int line : lines) sum += line;\n    return sum;\n  }\n}\n";

/** Debian ships the plugins that a plain Maven build needs, so that no network is used. */
const maven = {
  "settings.xml":
    "<settings><localRepository>/usr/share/maven-repo</localRepository><offline>true</offline></settings>\n",
  "pom.xml":
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>shop</artifactId><version>1</version><properties><maven.compiler.source>8</maven.compiler.source><maven.compiler.target>8</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties><dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency></dependencies></project>\n',
  "src/main/java/com/acme/Price.java": price,
};

const scenarios = [
  {
    files: {
      "tsconfig.json":
        '{ "compilerOptions": { "strict": true, "noEmit": true, "allowImportingTsExtensions": true, "module": "esnext", "moduleResolution": "bundler", "types": [] }, "include": ["src"] }',
      "src/cart.ts": cart,
      "src/line.ts": line,
      "src/page.ts":
        'import { gone } from "./gone.ts";\nimport { Line } from "./line.ts";\nconst row: { line: { price: { net: number } } } = { line: { price: { net: "1" } } };\nexport { gone, row, Line };\n',
    },
    runs: [
      { name: "tsc-plain", command: ["npx", "tsc", "--pretty", "false"] },
      { name: "tsc-pretty", command: ["npx", "tsc", "--pretty", "true"] },
    ],
  },
  {
    files: {
      "package.json": '{ "name": "shop", "type": "module" }',
      "eslint.config.js":
        'export default [{ files: ["**/*.js"], rules: { "no-undef": "error", "prefer-const": "warn", "no-unused-vars": "error", complexity: ["error", 1] } }];\n',
      "src/cart.js":
        "let rate = 0.2;\nexport function total(lines) {\n  let unused;\n  return lines.length > 0 ? sum(lines) * rate : 0;\n}\n",
      "src/my file (old).js": "export const a = b;\n",
      "src/broken.js": "export function (\n",
    },
    runs: [
      { name: "eslint-stylish", command: ["npx", "eslint", "src"] },
      { name: "eslint-stylish-colour", command: ["npx", "eslint", "--color", "src"] },
      { name: "eslint-json", command: ["npx", "eslint", "-f", "json", "src"] },
      { name: "eslint-sarif", command: ["npx", "eslint", "-f", "@microsoft/eslint-formatter-sarif", "src"] },
      { name: "oxlint-default", command: ["npx", "oxlint", "-D", "correctness", "-D", "no-undef", "src"] },
      { name: "oxlint-unix", command: ["npx", "oxlint", "-f", "unix", "-D", "no-undef", "src"] },
      { name: "oxlint-checkstyle", command: ["npx", "oxlint", "-f", "checkstyle", "-D", "no-undef", "src"] },
    ],
  },
  {
    files: {
      "src/cart.ts":
        "export function total(lines: number[]) {\n  let rate = 0.2;\n  if (lines == null) return 0;\n  return lines.reduce((a, b) => a + b * rate, 0)\n}\n",
      "src/broken.ts": "export const = 1;\n",
    },
    runs: [
      { name: "biome-check", command: ["npx", "biome", "check", "src"] },
      { name: "biome-github", command: ["npx", "biome", "lint", "--reporter=github", "src"] },
      { name: "biome-rdjson", command: ["npx", "biome", "lint", "--reporter=rdjson", "src"] },
    ],
  },
  {
    files: {
      "package.json": '{ "name": "shop", "type": "module" }',
      "src/price.ts":
        "export function net(order: { lines?: { price: number }[] }): number {\n  return order.lines!.map((line) => line.price).reduce((a, b) => a + b, 0);\n}\n",
      "src/price.test.ts":
        'import { expect, test, describe } from "vitest";\nimport { net } from "./price.ts";\n\ndescribe("net", () => {\n  test("adds prices", () => {\n    expect(net({ lines: [{ price: 1 }, { price: 2 }] })).toBe(4);\n  });\n  test("takes an order without lines", () => {\n    expect(net({})).toBe(0);\n  });\n  test.each([1, 2])("is never %i", (n) => {\n    console.error(new Error("only printed"));\n    expect({ a: { b: n } }).toEqual({ a: { b: 3 } });\n  });\n  test("passes", () => {});\n  test.skip("later", () => {});\n  test.todo("some day");\n});\n',
      "src/import.test.ts":
        'import { gone } from "./gone.ts";\nimport { test } from "vitest";\ntest("never runs", () => gone());\n',
      "src/late.test.ts":
        'import { test } from "vitest";\ntest("throws later", () => {\n  setTimeout(() => {\n    throw new TypeError("too late");\n  }, 0);\n  return new Promise((done) => setTimeout(done, 50));\n});\n',
      "src/good.test.ts": 'import { test } from "vitest";\ntest("is fine", () => {});\n',
    },
    runs: [
      { name: "vitest-default", command: ["npx", "vitest", "run", "--no-color"] },
      {
        name: "vitest-verbose-colour",
        command: ["npx", "vitest", "run", "--reporter=verbose"],
        env: { FORCE_COLOR: "1" },
      },
      { name: "vitest-dot", command: ["npx", "vitest", "run", "--reporter=dot", "--no-color"] },
      {
        name: "vitest-github",
        command: [
          "npx",
          "vitest",
          "run",
          "--reporter=default",
          "--reporter=github-actions",
          "--no-color",
          "src/price.test.ts",
        ],
      },
      { name: "vitest-junit", command: ["npx", "vitest", "run", "--reporter=junit"] },
      { name: "vitest-tap", command: ["npx", "vitest", "run", "--reporter=tap", "src/price.test.ts"] },
      { name: "vitest-good", command: ["npx", "vitest", "run", "--no-color", "src/good.test.ts"] },
      { name: "vitest-none", command: ["npx", "vitest", "run", "--no-color", "src/absent"] },
    ],
  },
  {
    files: {
      "package.json": '{ "name": "shop" }',
      "src/price.js": "exports.net = (order) => order.lines.map((line) => line.price).reduce((a, b) => a + b, 0);\n",
      "test/price.test.js":
        'const { net } = require("../src/price");\n\ndescribe("net", () => {\n  describe("of an order", () => {\n    test("adds prices", () => {\n      console.log("adding");\n      expect(net({ lines: [{ price: 1 }] })).toBe(4);\n    });\n    test("takes an order without lines", () => {\n      expect(net({})).toBe(0);\n    });\n  });\n  test("waits", async () => {\n    await expect(Promise.resolve(1)).resolves.toBe(2);\n  });\n  test.skip("later", () => {});\n  test.todo("some day");\n});\n',
      "test/import.test.js": 'const { gone } = require("../src/gone");\ntest("never runs", () => gone());\n',
      "test/syntax.test.js": 'test("broken", () => {\n  const = 1;\n});\n',
      "test/good.test.js": 'test("is fine", () => {});\n',
    },
    runs: [
      { name: "jest-default", command: ["npx", "jest", "--ci", "--rootDir", "."] },
      { name: "jest-verbose-colour", command: ["npx", "jest", "--ci", "--verbose", "--colors", "--rootDir", "."] },
      { name: "jest-none", command: ["npx", "jest", "--ci", "--rootDir", ".", "absent"] },
    ],
  },
  {
    files: {
      "package.json": '{ "name": "shop" }',
      "src/price.js": "exports.net = (order) => order.lines.map((line) => line.price).reduce((a, b) => a + b, 0);\n",
      "test/price.js":
        'const assert = require("node:assert");\nconst { net } = require("../src/price");\n\ndescribe("net", () => {\n  describe("of an order", () => {\n    it("adds prices", () => {\n      assert.deepStrictEqual({ sum: net({ lines: [{ price: 1 }] }) }, { sum: 4 });\n    });\n    it("takes an order without lines", () => {\n      net({});\n    });\n    it("passes", () => {});\n    it("some day");\n  });\n  describe("with a store", () => {\n    beforeEach(() => {\n      throw new Error("no connection");\n    });\n    it("waits", () => {});\n  });\n});\n',
    },
    runs: [
      { name: "mocha-spec", command: ["npx", "mocha", "--no-color", "test"] },
      { name: "mocha-dot", command: ["npx", "mocha", "--no-color", "--reporter", "dot", "test"] },
      { name: "mocha-tap", command: ["npx", "mocha", "--no-color", "--reporter", "tap", "test"] },
      { name: "mocha-xunit", command: ["npx", "mocha", "--no-color", "--reporter", "xunit", "test"] },
    ],
  },
  {
    files: {
      "src/price.mjs":
        "export const net = (order) => order.lines.map((line) => line.price).reduce((a, b) => a + b, 0);\n",
      "test/price.test.mjs":
        'import assert from "node:assert";\nimport { describe, it, test } from "node:test";\nimport { net } from "../src/price.mjs";\n\ndescribe("net", () => {\n  it("adds prices", () => {\n    assert.strictEqual(net({ lines: [{ price: 1 }] }), 4);\n  });\n  it("takes an order without lines", () => {\n    net({});\n  });\n  it("passes", () => {});\n  it.skip("later", () => {});\n  it.todo("some day", () => {\n    throw new Error("not yet");\n  });\n});\ntest("rejects", async () => {\n  await Promise.reject(new RangeError("too far\\nby two lines"));\n});\n',
      "test/broken.test.mjs": "import { gone } from '../src/gone.mjs';\ngone();\n",
    },
    runs: [
      { name: "node-test-spec", command: ["node", "--test", "--test-reporter=spec", "test"] },
      { name: "node-test-tap", command: ["node", "--test", "--test-reporter=tap", "test"] },
      { name: "node-test-dot", command: ["node", "--test", "--test-reporter=dot", "test"] },
      { name: "node-test-junit", command: ["node", "--test", "--test-reporter=junit", "test"] },
    ],
  },
  {
    files: {
      "package.json": '{ "name": "shop" }',
      "playwright.config.js":
        'module.exports = { testDir: "tests", retries: 1, workers: 1, projects: [{ name: "desk" }] };\n',
      "tests/helper.js":
        'const { expect } = require("@playwright/test");\nexports.sums = (a, b, c) => {\n  expect(a + b).toBe(c);\n};\n',
      "tests/cart.spec.js":
        'const { expect, test } = require("@playwright/test");\nconst { sums } = require("./helper");\n\ntest.describe("cart", () => {\n  test("adds", async () => {\n    expect({ sum: 3 }).toEqual({ sum: 4 });\n  });\n  test("adds by a helper", async () => {\n    sums(1, 2, 4);\n  });\n  test("settles on the second try", async ({}, info) => {\n    expect(info.retry).toBe(1);\n  });\n  test("passes", async () => {});\n  test.skip("later", async () => {});\n});\n',
    },
    runs: [
      { name: "playwright-list", command: ["npx", "playwright", "test", "--reporter=list"] },
      { name: "playwright-dot", command: ["npx", "playwright", "test", "--reporter=dot"] },
      { name: "playwright-junit", command: ["npx", "playwright", "test", "--reporter=junit"] },
    ],
  },
  {
    files: {
      "shop/price.py":
        "def net(order):\n    return sum(line['price'] for line in order['lines'])\n\n\ndef tax(order):\n    return net(order) * rate(order)\n\n\ndef rate(order):\n    raise ValueError(f\"no rate for {order['land']}\")\n",
      "shop/__init__.py": "",
      "conftest.py": "import pytest\n\n\n@pytest.fixture\ndef store():\n    raise RuntimeError('no store')\n",
      "tests/test_price.py":
        "import json\n\nimport pytest\n\nfrom shop.price import net, tax\n\n\ndef test_adds():\n    print('adding')\n    assert net({'lines': [{'price': 1}]}) == 4\n\n\ndef test_lists():\n    assert [1, 2, {'a': 3}] == [1, 2, {'a': 4}]\n\n\ndef test_tax():\n    assert tax({'lines': [], 'land': 'xx'}) == 0\n\n\ndef test_in_a_library():\n    json.loads('{')\n\n\nclass TestStore:\n    def test_opens(self, store):\n        pass\n\n    @pytest.mark.parametrize('n', [1, 2])\n    def test_each(self, n):\n        assert n == 1, 'must be one'\n\n\ndef test_cause():\n    try:\n        {}['a']\n    except KeyError as error:\n        raise RuntimeError('wrapped') from error\n\n\ndef test_passes():\n    pass\n\n\n@pytest.mark.skip\ndef test_later():\n    pass\n\n\n@pytest.mark.xfail\ndef test_known():\n    assert False\n",
      "tests/test_broken.py": "from shop.gone import nothing\n",
      "tests/test_syntax.py": "def broken(:\n    pass\n",
    },
    runs: ["long", "short", "line", "native", "no", "auto"]
      .map((style) => ({
        name: `pytest-${style}`,
        command: [
          "python3",
          "-m",
          "pytest",
          "-p",
          "no:cacheprovider",
          `--tb=${style}`,
          "--continue-on-collection-errors",
        ],
      }))
      .concat([
        {
          name: "pytest-verbose-colour",
          command: ["python3", "-m", "pytest", "-p", "no:cacheprovider", "-vv", "--color=yes", "tests/test_price.py"],
        },
        {
          name: "pytest-quiet",
          command: ["python3", "-m", "pytest", "-p", "no:cacheprovider", "-q", "tests/test_price.py::test_passes"],
        },
        {
          name: "pytest-junit",
          command: [
            "sh",
            "-c",
            "python3 -m pytest -p no:cacheprovider --junitxml=out.xml --continue-on-collection-errors >/dev/null; cat out.xml",
          ],
        },
        {
          name: "python-crash",
          command: ["python3", "-c", "from shop.price import tax\ntax({'lines': [], 'land': 'xx'})"],
        },
        { name: "python-syntax", command: ["python3", "tests/test_syntax.py"] },
      ]),
  },
  {
    files: { "conftest.py": "import gone\n", "test_a.py": "def test_a(): pass\n" },
    runs: [{ name: "pytest-conftest", command: ["python3", "-m", "pytest", "-p", "no:cacheprovider"] }],
  },
  {
    files: {
      "shop/price.py":
        "from typing import Optional\n\nimport nowhere\n\n\ndef net(lines: list[int], rate: Optional[float]) -> int:\n    total: str = sum(lines)\n    return total * rate\n\n\nnet(['1'], None, extra=2)\n",
    },
    runs: [
      { name: "mypy-default", command: ["mypy", "shop"] },
      { name: "mypy-pretty", command: ["mypy", "--pretty", "--show-column-numbers", "--show-error-context", "shop"] },
      { name: "flake8", command: ["flake8", "shop"] },
    ],
  },
  {
    files: {
      "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs":
        "pub mod price;\n\npub fn total(lines: &[u32]) -> u32 {\n    let unused = 1;\n    lines.iter().sum()\n}\n",
      "src/price.rs":
        'pub struct Price(u32);\n\npub fn net(price: Price) -> u32 {\n    let copy = price;\n    price.0 + "1"\n}\n\npub fn gone() -> Nowhere {\n    todo!()\n}\n',
    },
    runs: [
      { name: "cargo-check", command: ["cargo", "check", "--offline"] },
      { name: "cargo-short", command: ["cargo", "check", "--offline", "--message-format", "short"] },
      { name: "cargo-json", command: ["cargo", "check", "--offline", "--message-format", "json", "-q"] },
    ],
  },
  {
    files: {
      "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs":
        '/// Adds.\n///\n/// ```\n/// assert_eq!(shop::add(1, 1), 3);\n/// ```\npub fn add(a: u32, b: u32) -> u32 {\n    if a > 100 {\n        panic!("{a} is too much");\n    }\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        println!("adding");\n        assert_eq!(add(1, 2), 4, "one and two");\n    }\n\n    #[test]\n    fn too_much() {\n        add(101, 1);\n    }\n\n    #[test]\n    fn parses() -> Result<(), std::num::ParseIntError> {\n        "x".parse::<u32>().map(|_| ())\n    }\n\n    #[test]\n    fn passes() {}\n\n    #[test]\n    #[ignore]\n    fn later() {}\n}\n',
    },
    runs: [{ name: "cargo-test", command: ["cargo", "test", "--offline", "--no-fail-fast"] }],
  },
  {
    files: { "Cargo.toml": "[package\nname = 1\n", "src/lib.rs": "" },
    runs: [{ name: "cargo-manifest", command: ["cargo", "check", "--offline"] }],
  },
  {
    files: {
      "go.mod": "module github.com/acme/shop\n\ngo 1.19\n",
      "price/price.go":
        'package price\n\nimport "fmt"\n\nfunc Net(lines []int) int {\n\tsum := 0\n\tfor _, line := range lines {\n\t\tsum += line\n\t}\n\tfmt.Printf("%s\\n", sum)\n\treturn sum\n}\n\nfunc First(lines []int) int { return lines[0] }\n',
      "price/price_test.go":
        'package price\n\nimport "testing"\n\nfunc TestNet(t *testing.T) {\n\tt.Log("adding")\n\tif got := Net([]int{1}); got != 2 {\n\t\tt.Errorf("Net() = %d,\\nwant %d", got, 2)\n\t}\n}\n\nfunc TestSub(t *testing.T) {\n\tt.Run("one two", func(t *testing.T) {\n\t\tt.Fatal("sub fails")\n\t})\n\tt.Run("fine", func(t *testing.T) { t.Log("only said") })\n}\n\nfunc TestPass(t *testing.T) { t.Log("not a failure") }\n\nfunc TestLater(t *testing.T) { t.Skip("later") }\n',
      "crash/crash_test.go":
        'package crash\n\nimport (\n\t"testing"\n\n\t"github.com/acme/shop/price"\n)\n\nfunc TestCrash(t *testing.T) {\n\tprice.First(nil)\n}\n',
      "broken/broken.go":
        'package broken\n\nfunc Two() (int, int) { return 1, 2 }\n\nfunc One() int {\n\tvar unused int\n\tx := Two()\n\treturn y\n}\n\nfunc Wrong() { One(1, "a") }\n',
      "good/good_test.go": 'package good\n\nimport "testing"\n\nfunc TestGood(t *testing.T) {}\n',
    },
    runs: [
      { name: "go-build", command: ["go", "build", "./..."] },
      { name: "go-vet", command: ["go", "vet", "./price"] },
      { name: "go-test", command: ["go", "test", "-vet=off", "./..."] },
      { name: "go-test-verbose", command: ["go", "test", "-vet=off", "-v", "./..."] },
      { name: "go-test-json", command: ["go", "test", "-vet=off", "-json", "./..."] },
      { name: "go-test-good", command: ["go", "test", "-v", "./good"] },
    ],
    env: { GOFLAGS: "-mod=mod", GOPROXY: "off" },
  },
  {
    files: {
      "src/price.h":
        "#ifndef PRICE_H\n#define PRICE_H\nint net(int price, double rate);\nstruct line { int price; };\n#endif\n",
      "src/price.c":
        '#include "price.h"\n#include <stdio.h>\n\nint net(int price, char *rate) {\n  struct line one = { .prize = 1 };\n  int unused;\n  printf("%s", price);\n  return gone(price);\n}\n',
      "src/missing.c": '#include "nowhere.h"\n',
      "src/link.c": "int nowhere(int);\nint main(void) { return nowhere(1); }\n",
      Makefile: "all:\n\tgcc -Wall -c src/missing.c\n\nbroken:\n    gcc\n",
    },
    runs: [
      { name: "gcc", command: ["gcc", "-Wall", "-c", "src/price.c", "-o", "/dev/null"] },
      { name: "clang", command: ["clang", "-Wall", "-c", "src/price.c", "-o", "/dev/null"] },
      { name: "gcc-include", command: ["gcc", "-c", "src/missing.c"] },
      { name: "gcc-link", command: ["gcc", "-g", "src/link.c"] },
      { name: "make", command: ["make"] },
    ],
  },
  {
    files: {
      "src/acme/Price.java":
        'package acme;\n\nimport java.util.List;\nimport nowhere.Gone;\n\nclass Price {\n  int net(List<Integer> lines) {\n    String sum = 0;\n    for (int line : lines) sum += lines.get("x");\n    return sun;\n  }\n\n  List raw() {\n    return new java.util.ArrayList();\n  }\n}\n',
    },
    runs: [{ name: "javac", command: ["javac", "-Xlint:all", "-d", "/tmp", "src/acme/Price.java"] }],
  },
  {
    files: {
      ...maven,
      "src/test/java/com/acme/PriceTest.java":
        'package com.acme;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Ignore;\nimport org.junit.Test;\n\npublic class PriceTest {\n  @Test\n  public void adds() {\n    assertEquals("sum", 4, Price.net(new int[] {1, 2}));\n  }\n\n  @Test\n  public void takesNothing() {\n    Price.net(null);\n  }\n\n  @Test\n  public void passes() {}\n\n  @Test\n  @Ignore\n  public void later() {}\n}\n',
    },
    runs: [
      { name: "maven-test", command: ["mvn", "-B", "-o", "-s", "settings.xml", "-DtrimStackTrace=false", "test"] },
      { name: "surefire-junit", command: ["sh", "-c", "cat target/surefire-reports/*.xml"] },
    ],
  },
  {
    files: {
      ...maven,
      "src/main/java/com/acme/Broken.java":
        "package com.acme;\n\nimport nowhere.Gone;\n\nclass Broken {\n  int sum() {\n    return sun;\n  }\n}\n",
    },
    runs: [{ name: "maven-compile", command: ["mvn", "-B", "-o", "-s", "settings.xml", "compile"] }],
  },
  {
    files: {
      "settings.gradle": "rootProject.name = 'shop'\n",
      "build.gradle":
        "apply plugin: 'java'\ndependencies {\n  testCompile files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar')\n}\n",
      "src/main/java/com/acme/Price.java": price,
      "src/test/java/com/acme/PriceTest.java":
        'package com.acme;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\npublic class PriceTest {\n  @Test\n  public void adds() {\n    assertEquals("sum", 4, Price.net(new int[] {1, 2}));\n  }\n\n  @Test\n  public void passes() {}\n}\n',
      "src/broken/java/com/acme/Broken.java":
        "package com.acme;\n\nclass Broken {\n  int sum() {\n    return sun;\n  }\n}\n",
    },
    runs: [{ name: "gradle-test", command: ["gradle", "--offline", "--console=plain", "test"] }],
  },
  {
    files: {
      "deploy.sh": '#!/bin/bash\nname=$1\nrm -rf $name/*\nif [ $name == "x" ]; then echo $gone; fi\n',
      "site.yml": 'shop:\n  - a\n   - b\nlong: "a"   \n',
    },
    runs: [
      { name: "shellcheck-tty", command: ["shellcheck", "--color=never", "deploy.sh"] },
      { name: "shellcheck-gcc", command: ["shellcheck", "-f", "gcc", "deploy.sh"] },
      { name: "shellcheck-checkstyle", command: ["shellcheck", "-f", "checkstyle", "deploy.sh"] },
      { name: "yamllint", command: ["yamllint", "site.yml"] },
      { name: "yamllint-parsable", command: ["yamllint", "-f", "parsable", "site.yml"] },
    ],
  },
  {
    files: {
      "src/index.js":
        'import { total } from "./cart.js";\nimport gone from "./gone.js";\nconsole.log(total, gone);\nexport const a = 1;\nexport const a = 2;\n',
      "src/cart.js": "export const sum = 1;\n",
    },
    runs: [{ name: "esbuild", command: ["npx", "esbuild", "src/index.js", "--bundle", "--outfile=/dev/null"] }],
  },
  {
    files: {
      ".stylelintrc.json": '{ "extends": "stylelint-config-standard" }',
      "src/page.css": "a { color: #FFF; colr: red; }\n@unknown x;\n",
    },
    runs: [{ name: "stylelint", command: ["npx", "stylelint", "--no-color", "src/*.css"] }],
  },
  {
    files: {
      "src/price.js": "exports.net = (order) => order.lines.length;\n",
      "main.js":
        'const { net } = require("./src/price");\nfunction run() {\n  try {\n    return net({});\n  } catch (error) {\n    throw new Error("no price", { cause: error });\n  }\n}\nrun();\n',
      "syntax.js": "const a = {;\n",
      "missing.js": 'require("./gone");\n',
      "test.tape.js":
        'const test = require("tape");\ntest("adds", (t) => {\n  t.equal(1 + 1, 3, "one and one");\n  t.end();\n});\n',
    },
    runs: [
      { name: "node-crash", command: ["node", "main.js"] },
      { name: "node-syntax", command: ["node", "syntax.js"] },
      { name: "node-missing", command: ["node", "missing.js"] },
      { name: "tape", command: ["node", "test.tape.js"] },
    ],
  },
  {
    files: {
      "main.tf":
        'resource "local_file" "a" {\n  content = var.gone\n  filename = "a"\n}\n\nvariable "x" {\n  typ = string\n}\n',
      "price.php": "<?php\nfunction net($a) { return $a->b(); }\nnet(null);\n",
      "price.rb": "def net(order)\n  order.fetch(:lines)\nend\n\nnet({})\n",
    },
    runs: [
      { name: "terraform", command: ["terraform", "validate", "-no-color"] },
      { name: "php-crash", command: ["php", "price.php"] },
      { name: "ruby-crash", command: ["ruby", "price.rb"] },
    ],
  },
];

for (const { files, runs, env } of scenarios) {
  const wanted = runs.filter((run) => only === undefined || only.includes(run.name));
  if (wanted.length === 0) continue;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "shop-")));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(tools, "node_modules"), join(folder, "node_modules"));
  for (const run of wanted) {
    const [command = "", ...args] = run.command;
    const done = spawnSync("sh", ["-c", '"$0" "$@" 2>&1', command, ...args], {
      cwd: folder,
      encoding: "utf8",
      timeout: 240_000,
      env: {
        ...process.env,
        CI: "",
        NO_COLOR: run.env?.FORCE_COLOR ? "" : "1",
        COLUMNS: "120",
        CARGO_TERM_COLOR: "never",
        ...env,
        ...run.env,
      },
    });
    if (/not found$|command not found/m.test(done.stdout) && done.status === 127) {
      process.stdout.write(`${run.name}: ${command} is missing, skipped\n`);
      continue;
    }
    const text = done.stdout
      .replaceAll(realpathSync(join(tools, "node_modules")), `${home}/node_modules`)
      .replaceAll(folder, home)
      .replaceAll(/\/[^\s"'():]*\/lib\/python3\.\d+\//g, "/usr/lib/python3.11/")
      .replaceAll(`${homedir()}/`, "/home/ana/")
      // The properties of the machine's Java.
      .replaceAll(/<property name="[^"]*" value="[^"]*"\/>/g, "");
    writeFileSync(join(out, `${run.name}.txt`), text);
    process.stdout.write(`${run.name}: exit ${done.status}, ${text.length} characters\n`);
  }
  rmSync(folder, { recursive: true, force: true });
}
