import { describe, expect, test } from "vitest";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";

function idOf(text: string): string {
  const explained = explainFailure({ text });
  return explained.kind === "failure" ? explained.id : explained.reason;
}

const step = "##[error]Process completed with exit code 1.";
const yarnAnswer = (status: string, name = "@acme/till") =>
  `➤ YN0000: ┌ Fetch step\n➤ YN0035: │ ${name}@npm:2.4.0: The remote server failed to provide the requested resource\n➤ YN0035: │   Response Code: ${status}\n➤ YN0035: │   Request Method: GET\n➤ YN0000: └ Completed in 2s 10ms`;
const uv = (name: string) =>
  `  × No solution found when resolving dependencies:\n  ╰─▶ Because there is no version of ${name}==9.9.9 and your project depends on\n      ${name}==9.9.9, we can conclude that your project's requirements are unsatisfiable.`;
const wheel = (name: string, reason: string, folder = "/tmp/pip-install-x1y2z3ab") =>
  `  error: subprocess-exited-with-error\n\n  × Building wheel for ${name} (pyproject.toml) did not run successfully.\n  │ exit code: 1\n  ╰─> [9 lines of output]\n      running bdist_wheel\n      copying ${folder}/src/a.py\n      ${reason}\n      [end of output]\n\n  ERROR: Failed building wheel for ${name}\nERROR: Could not build wheels for ${name}, which is required to install pyproject.toml-based projects`;
const goTimeout = (name: string, spent: string) =>
  `panic: test timed out after 10m0s\nrunning tests:\n\t${name} (${spent})\n\ngoroutine 34 [running]:\ntesting.(*M).startAlarm.func1()\n\t/opt/go/src/testing/testing.go:2366 +0x385\nFAIL\texample.com/till\t600.034s`;
const goFetch = (reason: string, hash = "0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d") =>
  `go: example.com/lib@v1.4.2: reading example.com/lib/go.mod at revision v1.4.2: git ls-remote -q origin in /home/ana/go/pkg/mod/cache/vcs/${hash}: exit status 128:\n\t${reason}`;
const vstest = (actual: string, spent: string) =>
  `  Failed Acme.Tests.TillTests.Total [${spent}]\n  Error Message:\n   Assert.Equal() Failure: Values differ\nExpected: 5\nActual:   ${actual}\n  Stack Trace:\n     at Acme.Tests.TillTests.Total() in /home/ana/till/tests/TillTests.cs:line 12`;
const google = (actual: string, folder: string) =>
  `[ RUN      ] TillTest.Total\n${folder}/test/till_test.cpp:12: Failure\nExpected equality of these values:\n  till.total()\n    Which is: ${actual}\n  5\n\n[  FAILED  ] TillTest.Total (3 ms)`;
const prisma = (address: string, place = "/app/src/seed.ts:9:17") =>
  `PrismaClientInitializationError: \nInvalid \`prisma.order.count()\` invocation:\n\n\nCan't reach database server at \`${address}\`\n\nPlease make sure your database server is running at \`${address}\`.\n    at ei.handleRequestError (/app/node_modules/@prisma/client/runtime/library.js:121:7268)\n    at main (${place}) {\n  clientVersion: '5.14.0',\n  errorCode: 'P1001'\n}`;
const pgError = (code: string) =>
  `error: the order is refused\n    at Parser.parseErrorMessage (/app/node_modules/pg-protocol/dist/parser.js:287:98)\n    at save (/app/src/orders.js:9:1) {\n  length: 106,\n  severity: 'ERROR',\n  code: '${code}'\n}`;
const canvas = (reason: string, mark = "npm ERR!") =>
  `${mark} code 1\n${mark} path /home/ana/till/node_modules/canvas\n${mark} command failed\n${mark} command sh -c node-gyp rebuild\n${mark} gyp ERR! stack Error: \`make\` failed with exit code: 2\n${mark} ${reason}`;
const applied = (error: string, id: string) =>
  `Error: Error applying plan:\n\n1 error(s) occurred:\n\n* aws_lb.till: 1 error(s) occurred:\n\n* aws_lb.till: ${error}\n\tstatus code: 403, request id: ${id}`;
const nuget = (status: string, folder = "/home/ana/till") =>
  `${folder}/src/Till.csproj : error NU1301: Unable to load the service index for source https://feed.example/v3/index.json. [${folder}/Till.sln]\n${folder}/src/Till.csproj : error NU1301:   Response status code does not indicate success: ${status}. [${folder}/Till.sln]`;

/** Kinds of failures of which only a sentence that all share was once taken: `same` meet, and no two of the others do. */
const kinds: { kind: string; tool: string; same: string[]; apart: string[] }[] = [
  {
    kind: "a registry's answer to Yarn",
    tool: "yarn",
    same: [yarnAnswer("404 (Not Found)"), `${yarnAnswer("404 (Not Found)")}\n${step}`],
    apart: [yarnAnswer("401 (Unauthorized)"), yarnAnswer("404 (Not Found)", "@acme/desk")],
  },
  {
    kind: "a package that does not accept this engine",
    tool: "yarn",
    same: [
      'error vite@5.0.0: The engine "node" is incompatible with this module. Expected version ">=20". Got "16.20.2"\nerror Found incompatible module.',
    ],
    apart: [
      'error nuxt@3.0.0: The engine "node" is incompatible with this module. Expected version ">=20". Got "16.20.2"\nerror Found incompatible module.',
    ],
  },
  { kind: "what uv cannot resolve", tool: "uv", same: [uv("requests")], apart: [uv("httpx")] },
  {
    kind: "why a wheel could not be built",
    tool: "pip",
    same: [
      wheel("psycopg2", "Error: pg_config executable not found."),
      wheel("psycopg2", "Error: pg_config executable not found.", "/tmp/pip-install-00ff11aa"),
    ],
    apart: [
      wheel("psycopg2", "src/adapter.c:12:10: fatal error: libpq-fe.h: No such file or directory"),
      wheel("lxml", "Error: pg_config executable not found."),
    ],
  },
  {
    kind: "a package with another hash",
    tool: "pip",
    same: ["aa", "ff"].map(
      (hash) =>
        `ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated the package versions, please update the hashes.\n    requests==2.31.0 from https://files.example/requests-2.31.0.whl:\n        Expected sha256 ${hash.repeat(32)}`,
    ),
    apart: [
      "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated the package versions, please update the hashes.\n    httpx==0.27.0 from https://files.example/httpx-0.27.0.whl:",
    ],
  },
  {
    kind: "a Go test that ran out of time",
    tool: "go",
    same: [goTimeout("TestSync", "9m59s"), goTimeout("TestSync", "9m41s")],
    apart: [goTimeout("TestRefund", "9m59s")],
  },
  {
    kind: "a Go module that git did not give out",
    tool: "go",
    same: [
      goFetch("fatal: could not read Username for 'https://github.com': terminal prompts disabled"),
      goFetch(
        "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
        "ffff2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d",
      ),
    ],
    apart: [goFetch("fatal: repository 'https://example.com/lib/' not found")],
  },
  {
    kind: "what a test of .NET compares",
    tool: "dotnet",
    same: [vstest("4", "12 ms"), vstest("4", "1 s")],
    apart: [vstest("3", "12 ms")],
  },
  {
    kind: "what GoogleTest compares",
    tool: "googletest",
    same: [google("4", "/home/ana/work/till"), google("4", "/home/runner/work/till/till")],
    apart: [google("3", "/home/ana/work/till")],
  },
  {
    kind: "a test in the list of CTest",
    tool: "ctest",
    same: [
      "The following tests FAILED:\n\t  3 - till_total (Failed)\nErrors while running CTest",
      "The following tests FAILED:\n\t 17 - till_total (Failed)\nErrors while running CTest",
    ],
    apart: [
      "The following tests FAILED:\n\t  3 - till_total (SEGFAULT)",
      "The following tests FAILED:\n\t  3 - tax (Failed)",
    ],
  },
  {
    kind: "a database that Prisma does not reach",
    tool: "prisma",
    same: [prisma("localhost:5432"), prisma("127.0.0.1:5432", "/home/ana/work/till/src/seed.ts:12:3")],
    apart: [prisma("localhost:3306")],
  },
  {
    kind: "a migration that failed",
    tool: "prisma",
    same: [
      "Error: P3009\n\nmigrate found failed migrations in the target database.\nThe `20240101120000_add_orders` migration started at 2024-01-02 03:04:05.678 UTC failed",
    ],
    apart: [
      "Error: P3009\n\nmigrate found failed migrations in the target database.\nThe `20240101120000_add_taxes` migration started at 2024-01-02 03:04:05.678 UTC failed",
      "Error: P3018\n\nA migration failed to apply.\n\nMigration name: 20240101120000_add_orders",
    ],
  },
  { kind: "the code of an error of pg", tool: "node", same: [pgError("42P01")], apart: [pgError("23505")] },
  {
    kind: "why a package could not be compiled",
    tool: "npm",
    same: [
      canvas("../src/Backend.h:9:10: fatal error: cairo.h: No such file or directory"),
      canvas("../src/Backend.h:11:10: fatal error: cairo.h: No such file or directory", "npm error"),
    ],
    apart: [canvas("../src/Backend.h:9:10: fatal error: pango.h: No such file or directory")],
  },
  {
    kind: "what node-gyp misses",
    tool: "npm",
    same: [
      "gyp ERR! configure error\ngyp ERR! stack Error: Could not find any Python installation to use\ngyp ERR! System Linux 5.15.0\ngyp ERR! node -v v16.20.0\ngyp ERR! not ok",
      "gyp ERR! configure error\ngyp ERR! stack Error: Could not find any Python installation to use\ngyp ERR! System Linux 6.8.0\ngyp ERR! node -v v22.3.0\ngyp ERR! not ok",
    ],
    apart: [
      "gyp ERR! configure error\ngyp ERR! stack Error: Could not find any Visual Studio installation to use\ngyp ERR! not ok",
    ],
  },
  {
    kind: "a resource that Terraform 0.11 could not make",
    tool: "terraform",
    same: [
      applied("Error creating LB: AccessDenied: not authorized", "b37d2c1e-68be-11e8-91a0-bfbb34046290"),
      applied("Error creating LB: AccessDenied: not authorized", "00002c1e-68be-11e8-91a0-bfbb34046290"),
    ],
    apart: [applied("Error creating LB: DuplicateName: exists", "b37d2c1e-68be-11e8-91a0-bfbb34046290")],
  },
  {
    kind: "the status of a cloud's answer",
    tool: "terraform",
    same: [
      "╷\n│ Error: creating IAM Role (till): operation error IAM: CreateRole, https response error StatusCode: 403, RequestID: 5f8b7c1e-1111-4aaa-9bbb-0123456789ab\n│ \n│   with aws_iam_role.till,\n╵",
      "╷\n│ Error: creating IAM Role (till): operation error IAM: CreateRole, https response error StatusCode: 403, RequestID: 00007c1e-1111-4aaa-9bbb-0123456789ab\n│ \n│   with aws_iam_role.till,\n╵",
    ],
    apart: [
      "╷\n│ Error: creating IAM Role (till): operation error IAM: CreateRole, https response error StatusCode: 409, RequestID: 5f8b7c1e-1111-4aaa-9bbb-0123456789ab\n│ \n│   with aws_iam_role.till,\n╵",
    ],
  },
  {
    kind: "a feed's answer to NuGet",
    tool: "dotnet",
    same: [nuget("401 (Unauthorized)"), nuget("401 (Unauthorized)", "/home/runner/work/till/till")],
    apart: [nuget("403 (Forbidden)")],
  },
  {
    kind: "a heap that is full, aborted by Node",
    tool: "node",
    same: [
      "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n 1: 0xb8d11b node::OOMErrorHandler(char const*) [node]\nAborted (core dumped)",
      "FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap out of memory",
    ],
    apart: ["FATAL ERROR: v8::ToLocalChecked Empty MaybeLocal\nAborted (core dumped)"],
  },
  {
    kind: "a cache that was not there",
    tool: "github-actions",
    same: ["0a1b2c3d4e5f", "ffeb2c3d4e5f"].map(
      (hash) =>
        `##[error]Failed to restore cache entry. Exiting as fail-on-cache-miss is set. Input key: node-cache-Linux-x64-npm-${hash}`,
    ),
    apart: [
      "##[error]Failed to restore cache entry. Exiting as fail-on-cache-miss is set. Input key: go-cache-Linux-x64-mod-0a1b2c3d4e5f",
    ],
  },
  {
    kind: "a limit of GitHub's interface",
    tool: "github-actions",
    same: ["1401:2F8E41:3AB12C:7C1A9E:6553F100", "0BC2:11AA41:3AB12C:0C1A9E:66660000"].map(
      (id) => `##[error]API rate limit exceeded for installation ID 123456. Please include the request ID ${id}`,
    ),
    apart: ["##[error]Resource not accessible by integration"],
  },
  {
    kind: "a library that Maven does not find",
    tool: "maven",
    same: [
      "[ERROR] Failed to execute goal on project till: Could not find artifact com.acme:lib:jar:2.0 in central -> [Help 1]",
      "[ERROR] Failed to execute goal on project desk: Could not find artifact com.acme:lib:jar:2.0 in central -> [Help 1]",
    ],
    apart: [
      "[ERROR] Failed to execute goal on project till: Could not find artifact com.acme:lib:jar:3.0 in central -> [Help 1]",
      "[ERROR] Failed to execute goal on project till: Could not find artifact com.acme:desk:jar:2.0 in central -> [Help 1]",
    ],
  },
  {
    kind: "a virtual machine of the tests that ended",
    tool: "maven",
    same: ["123", "987"].map(
      (id) =>
        `[ERROR] The forked VM terminated without saying properly goodbye. VM crash or System.exit called ?\n[ERROR] Command was /bin/sh -c cd /home/ana/till && java -jar target/surefire/surefirebooter${id}.jar`,
    ),
    apart: ["[ERROR] There was a timeout in the fork"],
  },
  {
    kind: "a value that was thrown and is no error",
    tool: "node",
    same: [
      "\n/app/src/pay.js:3\n  throw { status: 502 }\n  ^\n{ status: 502 }\n\nNode.js v20.20.2",
      "/home/ana/work/till/src/pay.js:9\n  throw { status: 502 }\n  ^\n\n{ status: 502 }\n\nNode.js v22.1.0",
    ],
    apart: [
      "/app/src/pay.js:3\n  throw { status: 504 }\n  ^\n{ status: 504 }\n\nNode.js v20.20.2",
      "/app/src/till.js:3\n  throw { status: 502 }\n  ^\n{ status: 502 }\n\nNode.js v20.20.2",
    ],
  },
  {
    kind: "what Rollup says",
    tool: "rollup",
    same: [
      '[!] RollupError: src/till.js (1:9): "tax" is not exported by "src/dep.js", imported by "src/till.js".\nhttps://rollupjs.org/troubleshooting/\nsrc/till.js (1:9)\n1: import { tax } from "./dep.js";',
      '[!] RollupError: src/till.js (7:12): "tax" is not exported by "src/dep.js", imported by "src/till.js".',
    ],
    apart: [
      '[!] RollupError: src/till.js (1:9): "fee" is not exported by "src/dep.js", imported by "src/till.js".',
      "[!] RollupError: src/till.js (1:9): Unexpected token `}`.",
      "[!] RollupError: src/till.js (1:9): Unexpected token `)`.",
      '[!] RollupError: Could not resolve "./dep.js" from "src/till.js"',
    ],
  },
  {
    kind: "a file that rustfmt would change",
    tool: "rustfmt",
    same: [
      "Diff in /app/src/main.rs:3:\n fn main() {",
      "Diff in /builds/acme/till/src/main.rs at line 9:\n fn main() {",
    ],
    apart: ["Diff in /app/src/tax.rs:3:\n fn main() {"],
  },
];

describe.each(kinds)("$kind", ({ tool, same, apart }) => {
  test("is one signature in every run, and known by its tool", () => {
    expect(new Set(same.map(idOf)).size).toBe(1);
    for (const text of same) expect(explainFailure({ text })).toMatchObject({ kind: "failure", tool });
  });

  test("is another where what identifies it is another", () => {
    const ids = [same[0] ?? "", ...apart].map(idOf);
    for (const id of ids) expect(id).toMatch(/^v1:/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test("a test that cannot connect meets itself on another port", () => {
  const run = (port: string) =>
    `  1) till\n       "before all" hook in "till":\n     Uncaught Error: listen EADDRINUSE: address already in use :::${port}\n      at Server.listen (node:net:1817:16)`;
  expect(idOf(run("54024"))).toBe(idOf(run("49181")));
  expect(idOf(run("54024"))).not.toBe(idOf(run("5432")));
});

test("quotes that belong to two names are no sentence in quotes", () => {
  const run = (name: string) => `ERROR in '<main>': undefined method '${name}' for 'till' here`;
  expect(idOf(run("total"))).not.toBe(idOf(run("tax")));
});

test("the name of what a program has stays, of however many words it is", () => {
  expect(idOf("ERROR cannot open report 'Monthly Sales'")).not.toBe(idOf("ERROR cannot open report 'Yearly Sales'"));
  expect(idOf("ERROR no page for 'Ana Maria Silva'")).toBe(idOf("ERROR no page for 'Ben Otto Berg'"));
});

describe("what a script asks for on its way out", () => {
  const asked = (words: string) =>
    `##[group]Run ./deploy.sh\nshell: /usr/bin/bash -e {0}\n##[endgroup]\n${words}\n${step}`;

  test("is its failure where nothing else is, and the notes say so", () => {
    const explained = explainFailure({ text: asked("please set SHOP_REGION first") });
    expect(explained).toMatchObject({ kind: "failure", masked: "please set SHOP_REGION first", tool: "unknown" });
    expect(explained.notes).toEqual(["no line calls itself a failure; what was asked for last is taken"]);
    expect(idOf(asked("please set SHOP_ZONE first"))).not.toBe(idOf(asked("please set SHOP_REGION first")));
  });

  test("is none where the step ended well or said what it did", () => {
    expect(idOf("please set SHOP_REGION first")).toBe("no_failure_found");
    expect(idOf(asked("Preparing\nDone."))).toBe("footer_only");
    expect(idOf(`please set SHOP_REGION first\n##[error]The operation was canceled.`)).toBe("cancelled");
  });
});
