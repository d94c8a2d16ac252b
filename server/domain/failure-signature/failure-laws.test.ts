import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { type Explanation, explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import documented from "#server/testing/cases/B-documented.json" with { type: "json" };

// A busy machine takes its time; no law is about seconds.
vi.setConfig({ testTimeout: 60_000 });

type Failure = Extract<Explanation, { kind: "failure" }>;

function failureOf(text: string, more: { givenTool?: string; signatureKey?: string } = {}): Failure {
  const explanation = explainFailure({ text, ...more });
  if (explanation.kind !== "failure") throw new Error(`no failure (${explanation.reason}) in: ${text}`);
  return explanation;
}

/** What differs between two runs of one failure. */
type Run = {
  root: string;
  line: number;
  time: string;
  uuid: string;
  hash: string;
  port: number;
  pid: number;
  ms: number;
  node: string;
};

/** Failures of many tools as they print them, with what varies from run to run left open. */
const failures: Record<string, (run: Run) => string> = {
  tsc: ({ root, line }) =>
    `${root}/src/cart.ts(${line},7): error TS2322: Type 'string' is not assignable to type 'number'.\nFound 1 error in ${root}/src/cart.ts:${line}`,
  "tsc, pretty": ({ line }) =>
    `src/cart.ts:${line}:7 - error TS2322: Type 'string' is not assignable to type 'number'.\n\n${line}   total: '3',\n         ~~~~~\n\nFound 1 error in src/cart.ts:${line}`,
  eslint: ({ root, line }) =>
    `\n${root}/src/cart.js\n  ${line}:3  error  'total' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)`,
  vitest: ({ root, line, ms }) =>
    ` RUN  v3.2.4 ${root}\n\n FAIL  test/cart.test.ts > cart > adds shipping\nAssertionError: expected 2000 to be 2490 // Object.is equality\n\n ❯ test/cart.test.ts:${line}:12\n\n⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯\n\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)\n   Duration  ${ms}ms`,
  jest: ({ line, ms }) =>
    `FAIL test/cart.test.js (${ms} ms)\n  ● cart › adds shipping\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 2490\n    Received: 2000\n\n      at Object.<anonymous> (test/cart.test.js:${line}:21)\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 3 passed, 4 total`,
  mocha: ({ line, ms }) =>
    `\n  3 passing (${ms}ms)\n  1 failing\n\n  1) cart\n       adds shipping:\n     AssertionError: expected 2000 to equal 2490\n      at Context.<anonymous> (test/cart.test.js:${line}:14)\n`,
  "node:test": ({ root, line, ms }) =>
    `✖ failing tests:\n\ntest at test/cart.test.js:${line}:1\n✖ adds shipping (${ms}.25ms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n  2000 !== 2490\n\n      at TestContext.<anonymous> (${root}/test/cart.test.js:${line}:10)\n`,
  "node error": ({ root, line, node }) =>
    `${root}/src/cart.js:${line}\n    total()\n    ^\n\nTypeError: total is not a function\n    at addShipping (${root}/src/cart.js:${line}:5)\n    at node:internal/main/run_main_module:${line}:49\n\nNode.js v${node}`,
  "node, port in use": ({ root, line, port, node }) =>
    `Error: listen EADDRINUSE: address already in use :::${port}\n    at Server.setupListenHandle [as _listen2] (node:net:${line}:16)\n    at Object.<anonymous> (${root}/src/server.js:${line}:1) {\n  code: 'EADDRINUSE',\n  port: ${port}\n}\n\nNode.js v${node}`,
  python: ({ root, line, pid }) =>
    `[${pid}] starting\nTraceback (most recent call last):\n  File "${root}/src/cart.py", line ${line}, in total\n    return prices["book"]\nKeyError: 'book'`,
  pytest: ({ line, ms }) =>
    `=================== FAILURES ===================\n_______ test_total _______\n\n>       assert total() == 2490\nE       assert 2000 == 2490\n\ntests/test_cart.py:${line}: AssertionError\n=========== short test summary info ===========\nFAILED tests/test_cart.py::test_total - assert 2000 == 2490\n========= 1 failed, 3 passed in 0.${ms}s =========`,
  cargo: ({ root, line }) =>
    `   Compiling shop v0.1.0 (${root})\nerror[E0425]: cannot find value \`total\` in this scope\n --> src/main.rs:${line}:20\n  |\n${line} |     println!("{}", total);\n  |                    ^^^^^ not found in this scope\n\nerror: could not compile \`shop\` (bin "shop") due to 1 previous error`,
  go: ({ line }) => `# example.com/shop\n./cart.go:${line}:2: undefined: total`,
  gcc: ({ root, line }) =>
    `${root}/src/cart.c:${line}:5: error: 'total' undeclared (first use in this function)\nmake: *** [Makefile:${line}: cart.o] Error 1`,
  ld: ({ hash }) =>
    `/usr/bin/ld: /tmp/cc${hash.slice(0, 6)}.o: in function \`main':\ncart.c:(.text+0x${hash.slice(0, 2)}): undefined reference to \`total'\ncollect2: error: ld returned 1 exit status`,
  javac: ({ root, line }) =>
    `${root}/src/Cart.java:${line}: error: cannot find symbol\n    total();\n    ^\n  symbol:   method total()\n  location: class Cart\n1 error`,
  java: ({ line }) =>
    `Exception in thread "main" java.lang.IllegalStateException: cart is empty\n\tat com.acme.Cart.total(Cart.java:${line})\n\tat com.acme.Main.main(Main.java:${line})`,
  npm: ({ root, time }) =>
    `npm error code ETARGET\nnpm error notarget No matching version found for tax-tables@9.9.9.\nnpm error A complete log of this run can be found in: ${root}/.npm/_logs/${time.replaceAll(":", "_")}-debug-0.log`,
  terraform: ({ line }) =>
    `╷\n│ Error: Reference to undeclared input variable\n│ \n│   on main.tf line ${line}, in output "r":\n│   ${line}:   value = var.region\n│ \n│ An input variable with the name "region" has not been declared.\n╵`,
  postgres: ({ line }) =>
    `psql:schema.sql:${line}: ERROR:  relation "orders" does not exist\nLINE 1: select * from orders;`,
  git: () => "error: pathspec 'release' did not match any file(s) known to git",
  bash: ({ line }) => `ci.sh: line ${line}: pnpmx: command not found`,
  docker: ({ uuid }) =>
    `ERROR: failed to solve: failed to compute cache key: failed to calculate checksum of ref ${uuid}::abc: "/prices.csv": not found`,
  "log line": ({ time, uuid, port, ms, pid }) =>
    `${time} ERROR [worker-${pid}] lease ${uuid} lost: connect ECONNREFUSED 10.0.0.7:${port} after ${ms}ms`,
  kubectl: () => 'Error from server (NotFound): deployments.apps "shop" not found',
};

const number = (min: number, max: number) => fc.integer({ min, max });
const hex = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""));

const anyRun: fc.Arbitrary<Run> = fc.record({
  root: fc.constantFrom(
    "/home/ana/shop",
    "/Users/ben/code/shop",
    "/home/runner/work/shop/shop",
    "/builds/acme/shop",
    "/var/jenkins_home/workspace/shop",
    "/app",
    "/tmp/build-776f1b/shop",
    "/github/workspace",
  ),
  line: number(1, 4_000),
  time: fc
    .tuple(number(10, 12), number(10, 28), number(10, 23), number(10, 59))
    .map(([month, day, hour, minute]) => `2026-${month}-${day}T${hour}:${minute}:05.123Z`),
  uuid: fc.uuid(),
  hash: hex(12).map((digits) => `a1${digits}`),
  port: number(20_000, 60_000),
  pid: number(2, 9_999),
  ms: number(2, 999),
  node: fc.constantFrom("18.20.1", "20.20.2", "22.1.0", "24.11.1"),
});

const anyFailure = fc.constantFrom(...Object.keys(failures));
const still: Run = {
  root: "/home/ana/shop",
  line: 12,
  time: "2026-10-10T10:10:05.123Z",
  uuid: "6f1c2b9e-8a77-4d0e-9a51-0b6f3f0f2a11",
  hash: "a14f9a1c2d",
  port: 34567,
  pid: 7,
  ms: 41,
  node: "20.20.2",
};

function textOf(name: string, run: Run = still): string {
  return failures[name]?.(run) ?? "";
}

/** Output of steps that passed, with words in it that failures are known by. */
const passingSteps = [
  "npm warn deprecated left-pad@1.3.0: use String.prototype.padStart()\nadded 212 packages, and audited 213 packages in 4s\nfound 0 vulnerabilities",
  " ✓ test/errors.test.ts (3 tests) 12ms\n   ✓ throws an Error when the cart is empty 4ms\n   ✓ a failed payment is reported as failed 1ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)",
  "PASS test/error.test.js\n  ✓ fails with TypeError: total is not a function (3 ms)\n\nTests:       1 passed, 1 total",
  "============= test session starts =============\ncollected 4 items\n\ntests/test_errors.py ....                [100%]\n\n============== 4 passed in 0.12s ==============",
  "   Compiling shop v0.1.0\n    Finished `dev` profile in 1.03s\ntest result: ok. 3 passed; 0 failed; 0 ignored",
  "Checked 12 files in 30ms. No fixes applied.\n✔ No ESLint warnings or errors",
  "ok  \texample.com/shop\t0.004s\nPASS",
  "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS",
  "Cloning into 'shop'...\nremote: Enumerating objects: 12, done.\nHEAD is now at 4f9a1c2 Handle errors",
];

describe("what differs between two runs changes no signature", () => {
  test("other folders, positions, times, ids, ports, processes and durations", () => {
    fc.assert(
      fc.property(anyFailure, anyRun, anyRun, (name, one, other) => {
        expect(failureOf(textOf(name, one)).id).toBe(failureOf(textOf(name, other)).id);
      }),
      { numRuns: 300 },
    );
  });

  test("colours at any place", () => {
    const colours = [
      "\x1b[31m",
      "\x1b[0m",
      "\x1b[1;38;2;255;100;0m",
      "\x9b32m",
      "\x1b]8;;file:///x\x07",
      "\x1b[22m\x1b[39m",
    ];
    fc.assert(
      fc.property(
        anyFailure,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...colours)), {
          maxLength: 30,
        }),
        (name, inserts) => {
          const plain = textOf(name);
          const painted = inserts.reduce((text, [at, colour]) => {
            const place = at % (text.length + 1);
            return isInsideEscape(text, place) ? text : text.slice(0, place) + colour + text.slice(place);
          }, plain);
          expect(failureOf(painted).id).toBe(failureOf(plain).id);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("every kind of line end, and blanks at the ends of lines", () => {
    fc.assert(
      fc.property(anyFailure, fc.constantFrom("\n", "\r\n", "\r\r\n", "  \r\n", "\t\n", "\u2028"), (name, end) => {
        expect(failureOf(textOf(name).replaceAll("\n", end)).id).toBe(failureOf(textOf(name)).id);
      }),
    );
  });

  test("carriage returns as the only line ends", () => {
    for (const name of Object.keys(failures))
      expect(failureOf(textOf(name).replaceAll("\n", "\r")).id).toBe(failureOf(textOf(name)).id);
  });

  const runners: Record<string, (lines: string[]) => string[]> = {
    "GitHub Actions": (lines) =>
      [
        "##[group]Run make check",
        "shell: /usr/bin/bash -e {0}",
        "##[endgroup]",
        ...lines,
        "##[error]Process completed with exit code 1.",
      ].map((line, index) => `2026-05-01T10:00:0${index % 10}.1234567Z ${line}`),
    "gh run view": (lines) => lines.map((line) => `build\tRun tests\t2026-05-01T10:00:00.1234567Z ${line}`),
    "GitLab job": (lines) => [
      'section_start:1761474815:step_script\r\x1b[0K\x1b[0K\x1b[36;1mExecuting "step_script" stage of the job script\x1b[0;m',
      ...lines,
      "section_end:1761474890:step_script\r\x1b[0K\x1b[31;1mERROR: Job failed: exit code 1\x1b[0;m",
    ],
    "GitLab with times": (lines) => lines.map((line) => `2026-05-01T10:00:00.123456Z 01O ${line}`),
    "Jenkins job": (lines) => [
      "[Pipeline] sh",
      ...lines.map((line) => `[2026-05-01T10:00:00.123Z] ${line}`),
      "[Pipeline] }",
      "ERROR: script returned exit code 1",
      "Finished: FAILURE",
    ],
    "Azure job": (lines) =>
      lines
        .map((line) => `2026-05-01T10:00:00.1234567Z ${line}`)
        .concat("2026-05-01T10:00:00.1234567Z ##[error]Bash exited with code '1'."),
    "docker compose": (lines) => [
      "Attaching to db-1, shop-1",
      ...lines.flatMap((line, index) => [`shop-1  | ${line}`, `db-1    | checkpoint ${index} complete`]),
      "shop-1 exited with code 1",
    ],
    turbo: (lines) => [
      "• Packages in scope: shop, web",
      "• Running test in 2 packages",
      ...lines.flatMap((line, index) => [`shop:test: ${line}`, `web:test: ok ${index}`]),
      " Tasks:    1 successful, 2 total",
      "Failed:    shop#test",
      " ERROR  run failed: command  exited (1)",
    ],
    pnpm: (lines) => [
      "Scope: 2 of 3 workspace projects",
      "packages/shop test$ run",
      "packages/web test$ run",
      ...lines.flatMap((line, index) => [`packages/shop test: ${line}`, `packages/web test: ok ${index}`]),
      "packages/shop test: Failed",
      " ELIFECYCLE  Command failed with exit code 1.",
    ],
    lerna: (lines) => [
      "lerna notice cli v8.1.2",
      'lerna info Executing command in 2 packages: "npm run test"',
      ...lines.flatMap((line, index) => [`@acme/shop: ${line}`, `@acme/web: ok ${index}`]),
      "lerna ERR! npm run test exited 1 in '@acme/shop'",
    ],
    concurrently: (lines) => [
      ...lines.flatMap((line, index) => [`[shop] ${line}`, `[web] ok ${index}`]),
      "[shop] npm run shop exited with code 1",
    ],
    "docker build": (lines) => [
      "#12 [3/4] RUN make check",
      ...lines.flatMap((line, index) => [`#12 ${index}.123 ${line}`, `#11 ${index}.456 unpacking layer ${index}`]),
      '#12 ERROR: process "/bin/sh -c make check" did not complete successfully: exit code: 1',
    ],
    syslog: (lines) => lines.map((line) => `May  1 10:00:00 ${line}`),
  };

  test.each(Object.keys(runners))("the decoration and interleaving of %s", (runner) => {
    for (const name of Object.keys(failures)) {
      const plain = textOf(name);
      const decorated = runners[runner]?.(plain.split("\n")).join("\n") ?? "";
      expect({ name, id: failureOf(decorated).id }).toEqual({ name, id: failureOf(plain).id });
    }
  });

  test("a passing step before or after", () => {
    for (const name of Object.keys(failures)) {
      const plain = failureOf(textOf(name));
      for (const step of passingSteps) {
        const { id, parts } = failureOf(`${step}\n\n${textOf(name)}`);
        const said = (all: typeof parts) => all.map(({ id: partId, masked }) => [partId, masked]);
        expect({ name, step, id, parts: said(parts) }).toEqual({ name, step, id: plain.id, parts: said(plain.parts) });
        expect({ name, step, id: failureOf(`${textOf(name)}\n\n${step}`).id }).toEqual({ name, step, id: plain.id });
      }
    }
  });

  test("errors of steps that passed, where the runner marks the step that failed", () => {
    const passed = "##[group]Run npm run optional\nTypeError: ignored is not a function\n    at x (src/ignored.js:1:1)";
    for (const name of Object.keys(failures)) {
      const log = `${passed}\n##[group]Run npm test\n${textOf(name)}\n##[error]Process completed with exit code 1.`;
      expect({ name, id: failureOf(log).id }).toEqual({ name, id: failureOf(textOf(name)).id });
    }
  });

  test("the order of independent failures", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.keys(failures), { minLength: 2, maxLength: 5 }), (names) => {
        const ordered = failureOf(
          [...names]
            .sort()
            .map((name) => textOf(name))
            .join("\n\n\n\n"),
        );
        const shuffled = failureOf(names.map((name) => textOf(name)).join("\n\n\n\n"));
        expect(shuffled.id).toBe(ordered.id);
        expect(shuffled.parts.map(({ id }) => id)).toEqual(ordered.parts.map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  });
});

describe("what identifies a failure changes its signature", () => {
  const changes: [name: string, from: string, to: string][] = [
    ["tsc", "TS2322", "TS2345"],
    ["tsc", "'string'", "'boolean'"],
    ["tsc", "cart.ts(", "order.ts("],
    ["eslint", "no-undef", "no-redeclare"],
    ["eslint", "'total'", "'sum'"],
    ["vitest", "adds shipping", "drops shipping"],
    ["vitest", "2490", "2400"],
    ["jest", "Expected: 2490", "Expected: 2400"],
    ["mocha", "2000 to", "2001 to"],
    ["node:test", "2000 !==", "2001 !=="],
    ["node error", "TypeError", "RangeError"],
    ["node error", "total is", "sum is"],
    ["node error", "addShipping (", "addTax ("],
    ["node, port in use", "EADDRINUSE", "EACCES"],
    ["python", "KeyError", "ValueError"],
    ["python", "'book'", "'pen'"],
    ["pytest", "::test_total", "::test_sum"],
    ["cargo", "E0425", "E0412"],
    ["cargo", "`total`", "`sum`"],
    ["go", "undefined: total", "undefined: sum"],
    ["gcc", "'total'", "'sum'"],
    ["ld", "`total'", "`sum'"],
    ["javac", "method total", "method sum"],
    ["java", "IllegalStateException", "IllegalArgumentException"],
    ["java", "cart is empty", "cart is full"],
    ["npm", "ETARGET", "E404"],
    ["npm", "tax-tables@9.9.9", "price-tables@9.9.9"],
    ["npm", "tax-tables@9.9.9", "tax-tables@8.0.0"],
    ["terraform", '"region"', '"zone"'],
    ["postgres", '"orders"', '"users"'],
    ["git", "'release'", "'main'"],
    ["bash", "pnpmx", "helmx"],
    ["docker", "/prices.csv", "/orders.csv"],
    ["log line", "ECONNREFUSED", "ETIMEDOUT"],
    ["kubectl", "NotFound", "Forbidden"],
    ["kubectl", '"shop"', '"admin"'],
  ];

  test.each(changes)("%s: %s is not %s", (name, from, to) => {
    expect(textOf(name)).toContain(from);
    expect(failureOf(textOf(name).replaceAll(from, to)).id).not.toBe(failureOf(textOf(name)).id);
  });

  test.each([
    [
      "an HTTP status",
      "GET https://api.example/orders failed with status 404",
      "GET https://api.example/orders failed with status 503",
    ],
    ["an HTTP status before its reason", "Error: 404 Not Found", "Error: 403 Forbidden"],
    ["an HTTP status in brackets", "error: request failed (HTTP 404)", "error: request failed (HTTP 500)"],
    ["an exit code", "error: hook exited with code 3", "error: hook exited with code 4"],
    ["an SQLSTATE of digits", "ERROR 1045 (28000): denied", "ERROR 1045 (42000): denied"],
    ["an SQLSTATE", "SQLSTATE 23505 duplicate key", "SQLSTATE 23503 foreign key"],
    ["an Oracle code", "ORA-00942: table or view does not exist", "ORA-01017: invalid username/password"],
    ["an errno", "OSError: [Errno 2] No such file or directory", "OSError: [Errno 13] No such file or directory"],
    ["a curl code", "curl: (6) Could not resolve host: a.example", "curl: (7) Could not resolve host: a.example"],
    ["an OpenSSL code", "error:0A000086:SSL routines:ssl3_read:failed", "error:0A00010B:SSL routines:ssl3_read:failed"],
    ["an HRESULT", "failed with 0x80070005", "failed with 0x80070002"],
    ["a signal", "terminated by signal SIGSEGV", "terminated by signal SIGKILL"],
    [
      "a package",
      "npm error 404  'left-padd@*' is not in this registry.",
      "npm error 404  'right-padd@*' is not in this registry.",
    ],
    ["a major version of a package", "error: peer react@17.0.2 conflicts", "error: peer react@18.2.0 conflicts"],
    [
      "a version that is the failure",
      "Unsupported engine: wanted node 18.20.1",
      "Unsupported engine: wanted node 18.19.0",
    ],
    ["the port of a well-known service", "connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED 127.0.0.1:6379"],
    ["a negation", "Type 'a' is assignable to type 'b'. error", "Type 'a' is not assignable to type 'b'. error"],
    ["what was expected and what was got", "expected 1 to be 2", "expected 2 to be 1"],
    [
      "a relative and an installed module",
      "Error: Cannot find module './config'",
      "Error: Cannot find module 'config'",
    ],
  ])("%s", (_, left, right) => {
    expect(failureOf(left).id).not.toBe(failureOf(right).id);
  });

  test("what a command said, where only its wrapper names the failure", () => {
    const failed = (said: string[]) => `sh -c check\n${said.join("\n")}\nmake: *** [Makefile:3: check] Error 1`;
    const [first = "", second = ""] = ["the flux capacitor is missing", "the warp core is broken"];
    expect(failureOf(failed([first])).id).not.toBe(failureOf(failed([second])).id);
    expect(failureOf(failed([first, second])).id).toBe(failureOf(failed([second, first])).id);
    expect(failureOf(failed([first])).masked).toBe("make: *** [check] Error 1\nthe flux capacitor is missing");
  });

  test("no two of the failures here share a signature, and each is known by its tool", () => {
    const explained = Object.keys(failures)
      .filter((name) => name !== "tsc, pretty")
      .map((name) => failureOf(textOf(name)));
    expect(new Set(explained.map(({ id }) => id)).size).toBe(explained.length);
    expect(failureOf(textOf("tsc, pretty")).id).toBe(failureOf(textOf("tsc")).id);
  });
});

describe("normalising twice changes nothing", () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "\x1b[31m",
          "\x1b[0m",
          "\x1b]8;;x\x07",
          "\x9b1m",
          "^[[31m",
          "[31m",
          "\r",
          "\n",
          "\r\n",
          "\t",
          "\0",
          "\uFFFE",
          "\ud83d",
          "\u202e",
          "⠸ ",
          "> ",
          "error: ",
          "Error: ",
          "TypeError: x",
          "    at a (b.js:1:1)",
          "web-1  | ",
          "shop:build: ",
          "packages/a test$ ",
          "packages/a test: ",
          "lerna notice x",
          "[web] ",
          "2026-05-01T10:00:00.1Z ",
          "10:00:00 ",
          "##[error]",
          "##[group]Run ",
          "#7 1.25 ",
          "build\tstep\t2026-05-01T00:00:00Z ",
          "src/a.ts(1,2): ",
          "error TS1: 'x'",
          "<n>",
          "<host>:<port>",
          "0x1f",
          "4f9a1c2",
          "127.0.0.1:80",
          "::1",
          "/home/ana/app/src/a.js",
          "C:\\agent\\_work\\7\\s\\a.cs",
          "v1.2.3",
          "12ms",
          "50%",
          "FAILED ",
          "npm error ",
          "- ",
          "\ufeff",
          "  ",
        ),
        fc.string({ unit: "binary", maxLength: 6 }),
      ),
      { maxLength: 24 },
    )
    .map((pieces) => pieces.join(""));

  test("a clean log is clean", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const once = cleanLog(text);
        expect(cleanLog(once)).toBe(once);
        expect(once).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ufffe\uffff]/);
        expect(once.isWellFormed()).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("explaining what was shown as the cleaned log gives the same answer", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const once = explainFailure({ text });
        expect(explainFailure({ text: once.cleaned })).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  test("the masked text, sent as a log, has the signature it was made of", () => {
    const texts = [
      ...Object.keys(failures).map((name) => textOf(name)),
      ...documented.flatMap(({ same, apart }) => [...same, ...apart]),
    ];
    for (const text of texts) {
      const once = failureOf(text);
      expect({ masked: failureOf(once.masked).masked, id: failureOf(once.masked).id }).toEqual({
        masked: once.masked,
        id: once.id,
      });
    }
  });
});

describe("an explanation", () => {
  test("points every mask at what it took out of the cleaned log, and no two overlap", () => {
    fc.assert(
      fc.property(anyFailure, anyRun, (name, run) => {
        const { masks, cleaned } = failureOf(textOf(name, run));
        for (const { raw, start, end } of masks) expect(cleaned.slice(start, end)).toBe(raw);
        for (const [index, mask] of masks.entries())
          expect(mask.start).toBeGreaterThanOrEqual(masks[index - 1]?.end ?? 0);
      }),
    );
  });

  test("holds text alone, also where the log speaks the words that every object knows", () => {
    for (const word of Object.getOwnPropertyNames(Object.prototype)) {
      const logs = [
        `src/cart.c:1:2: ${word}: expected ;`,
        `$ ${word} build\nerror: it failed`,
        `${word}: something failed`,
      ];
      // A function that got into an answer cannot be copied.
      for (const text of logs) expect(() => structuredClone(explainFailure({ text }))).not.toThrow();
    }
  });

  test("never changes with the tool that the caller names, and notes a disagreement", () => {
    const text = textOf("npm");
    const given = failureOf(text, { givenTool: "github-actions" });
    expect(given.id).toBe(failureOf(text).id);
    expect(given).toMatchObject({
      tool: "npm",
      inferred: true,
      givenTool: "github-actions",
      notes: ["the given tool is github-actions, the log reads as npm"],
    });
    expect(failureOf(text, { givenTool: "npm" }).notes).toEqual([]);
  });

  test("takes the given tool where nothing can be inferred", () => {
    expect(failureOf("lease lost", { givenTool: "scheduler" })).toMatchObject({
      tool: "scheduler",
      inferred: false,
      givenTool: "scheduler",
    });
    expect(failureOf("lease lost")).toMatchObject({ tool: "unknown", inferred: false });
  });

  test("names the line and the rule that gave the tool away, and the command where the log shows it", () => {
    const { evidence } = failureOf(`##[group]Run npm ci\n${textOf("npm")}`);
    expect(evidence).toEqual([
      { rule: "npm_error", line: "npm error code ETARGET" },
      { rule: "command", line: "Run npm ci" },
    ]);
  });

  test("keeps every failure of a log as a part, the first of which is the primary", () => {
    const { id, parts } = failureOf([textOf("tsc"), textOf("go"), textOf("npm")].join("\n"));
    expect(parts).toHaveLength(3);
    expect(parts[0]?.id).toBe(id);
    expect(new Set(parts.map((part) => part.id))).toEqual(
      new Set([textOf("tsc"), textOf("go"), textOf("npm")].map((text) => failureOf(text).id)),
    );
  });

  test("names at most 50 parts and says how many there are", () => {
    const many = Array.from(
      { length: 80 },
      (_, index) => `src/f${index}.ts(1,1): error TS2304: Cannot find name 'n${index}'.`,
    ).join("\n");
    const { parts, notes } = failureOf(many);
    expect(parts).toHaveLength(50);
    expect(notes).toEqual(["the log holds 80 failures; the first 50 are named"]);
  });

  test("finds the error after thousands of lines that only call themselves errors, and says that those were cut", () => {
    const flood = Array.from({ length: 2_500 }, (_, index) => `ERROR pool of worker${index} was slow`).join("\n");
    const told = "src/cart.ts(3,5): error TS2304: Cannot find name 'tax'.";
    const { id, notes } = failureOf(`${flood}\n${told}`);
    expect(id).toBe(failureOf(told).id);
    expect(notes).toEqual([
      "of one kind of error lines the log holds more than 500, or than 50,000 characters of them; the rest was not kept",
    ]);
  });

  test("keeps fewer of them where each is long, says so, and finds what ranks above them all the same", () => {
    const flood = Array.from(
      { length: 400 },
      (_, index) => `ERROR ${`pool${index} and worker${index} `.repeat(20)}was slow`,
    );
    const told = "src/cart.ts(3,5): error TS2304: Cannot find name 'tax'.";
    const { id, notes } = failureOf(`${flood.join("\n")}\n${told}`);
    expect(id).toBe(failureOf(told).id);
    expect(notes).toEqual([expect.stringContaining("more than 500, or than 50,000 characters")]);
    expect(failureOf(`${flood.slice(0, 100).join("\n")}\n${told}`).notes).toEqual([]);
  });

  test("says that there are at least so many where not all were kept", () => {
    const errors = (count: number) =>
      Array.from({ length: count }, (_, index) => `src/f${index}.ts(1,1): error TS2304: Cannot find name 'n${index}'.`);
    expect(failureOf(errors(900).join("\n")).notes).toContain(
      "the log holds at least 500 failures; the first 50 are named",
    );
    expect(failureOf(errors(400).join("\n")).notes).toEqual(["the log holds 400 failures; the first 50 are named"]);
  });

  test("shows at most 2,000 code points of the masked text, also of one endless line", () => {
    const { masked } = failureOf(`error: ${"word 🔥 ".repeat(5_000)}`);
    expect(Array.from(masked).length).toBeLessThanOrEqual(2_000);
    expect(masked.isWellFormed()).toBe(true);
  });
});

describe("a log without failure", () => {
  test.each([
    ["empty", ""],
    ["empty", " \r\n\t\n\x1b[0m"],
    ["passed", passingSteps.join("\n")],
    ["passed", "Job succeeded"],
    ["cancelled", "##[group]Run npm test\n ✓ a 3ms\n##[error]The operation was canceled."],
    ["footer_only", "##[error]Process completed with exit code 1."],
    ["footer_only", "Preparing\nDone.\nERROR: Job failed: exit code 1"],
    ["no_failure_found", "hello world"],
    ["no_failure_found", "Cloning into 'shop'...\nChecking connectivity... ok"],
  ] as const)("says why: %s", (reason, text) => {
    expect(explainFailure({ text })).toMatchObject({ kind: "none", reason, notes: [] });
  });

  test("is a check that passed, whatever its title says", () => {
    for (const name of Object.keys(failures)) {
      for (const mark of ["✓", "  ✔", "ok 12 -", "    --- PASS:", "PASS"]) {
        const titles = textOf(name)
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => `${mark} ${line.trim()}`);
        expect({ name, mark, kind: explainFailure({ text: titles.join("\n") }).kind }).toEqual({
          name,
          mark,
          kind: "none",
        });
      }
    }
  });

  test.each(passingSteps)("is what a passing step is: %j", (step) => {
    expect(explainFailure({ text: step }).kind).toBe("none");
  });
});

/** Whether a colour put here would stand inside another one. */
function isInsideEscape(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at);
  return /(?:\x1b(?:\[[0-9;]*)?|\x9b[0-9;]*|\x1b\][^\x07]*)$/.test(before);
}
