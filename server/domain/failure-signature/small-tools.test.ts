import { describe, expect, test } from "vitest";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";

function idOf(text: string): string {
  const explained = explainFailure({ text });
  return explained.kind === "failure" ? explained.id : explained.reason;
}

/** Printed by tar 1.34, CPython 3.11 and 3.12, Node.js 20, OpenSSL 3.0, curl 7.88, wget 1.21, git 2.39, Go, Java, jq, Perl, PHP and SQLite: two runs of one failure, and other failures of the same tool. */
const printed: { tool: string; same: string[]; others: string[] }[] = [
  {
    tool: "bash",
    same: [
      "tar: nope.tar: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now\n##[error]Process completed with exit code 2.",
      "2026-05-01T10:00:00.1234567Z tar: nope.tar: Cannot open: No such file or directory\r\n2026-05-01T10:00:00.1234567Z tar: Error is not recoverable: exiting now\r\n2026-05-01T10:00:00.1234567Z ##[error]Process completed with exit code 2.",
    ],
    others: [
      "tar: This does not look like a tar archive\ntar: Exiting with failure status due to previous errors\n##[error]Process completed with exit code 2.",
      "tar: cache.tar: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now\n##[error]Process completed with exit code 2.",
      "tar: nope.tar: Cannot open: Permission denied\ntar: Error is not recoverable: exiting now\n##[error]Process completed with exit code 2.",
    ],
  },
  {
    tool: "python",
    same: [
      "/root/.pyenv/versions/3.11.7/bin/python3: No module named nosuchmodule",
      "/opt/hostedtoolcache/Python/3.12.1/x64/bin/python: No module named nosuchmodule",
    ],
    others: [
      "/usr/bin/python3: No module named othermodule",
      "/root/.pyenv/versions/3.11.7/bin/python3: can't open file '/home/ana/work/shop/src/missing.py': [Errno 2] No such file or directory",
    ],
  },
  {
    tool: "python",
    same: [
      "/root/.pyenv/versions/3.11.7/bin/python3: can't open file '/home/ana/work/shop/src/missing.py': [Errno 2] No such file or directory",
      "python: can't open file '/home/runner/work/shop/shop/src/missing.py': [Errno 2] No such file or directory",
    ],
    others: [],
  },
  {
    tool: "python",
    same: [
      "Expecting ',' delimiter: line 3 column 5 (char 22)",
      "2026-05-01T10:00:00.1234567Z Expecting ',' delimiter: line 41 column 2 (char 911)\n2026-05-01T10:00:00.1234567Z ##[error]Process completed with exit code 1.",
    ],
    others: ["Expecting value: line 1 column 1 (char 0)", "Extra data: line 2 column 1 (char 9)"],
  },
  {
    tool: "gcc",
    same: [
      "cc1plus: error: unrecognized command line option '-std=c++99'",
      "cc1plus: error: unrecognized command line option '-std=c++99'\nmake: *** [Makefile:3: all] Error 1",
    ],
    others: [
      "cc1plus: error: unrecognized command line option '-std=c++98'",
      "cc1: fatal error: missing.c: No such file or directory\ncompilation terminated.",
      "gcc: error: missing.c: No such file or directory",
    ],
  },
  {
    tool: "openssl",
    same: [
      "Could not open file or uri for loading certificate from missing.pem\n40A750BDB47F0000:error:16000069:STORE routines:ossl_store_get0_loader_int:unregistered scheme:../crypto/store/store_register.c:237:scheme=file\n40A750BDB47F0000:error:80000002:system library:file_open:No such file or directory:../providers/implementations/storemgmt/file_store.c:266:calling stat(missing.pem)\nUnable to load certificate",
      "Could not open file or uri for loading certificate from missing.pem\n809B11F2AC7F0000:error:80000002:system library:file_open_ex:No such file or directory:../providers/implementations/storemgmt/file_store.c:267:calling stat(missing.pem)\nUnable to load certificate",
    ],
    others: [
      "Could not open file or uri for loading private key from missing.key\n40A750BDB47F0000:error:80000002:system library:file_open:No such file or directory:../providers/implementations/storemgmt/file_store.c:266:calling stat(missing.key)",
      "Could not open file or uri for loading certificate from missing.pem\n40A750BDB47F0000:error:8000000D:system library:file_open:Permission denied:../providers/implementations/storemgmt/file_store.c:266:calling stat(missing.pem)",
      "Could not read certificate from bad.pem\nUnable to load certificate",
    ],
  },
  {
    tool: "openssl",
    same: [
      "CN = shop.example\nerror 18 at 0 depth lookup: self-signed certificate\nerror server.pem: verification failed",
      "O = Shop, CN = shop.example\nerror 18 at 1 depth lookup: self-signed certificate\nerror /tmp/tls/server.pem: verification failed",
    ],
    others: [
      "CN = shop.example\nerror 10 at 0 depth lookup: certificate has expired\nerror server.pem: verification failed",
    ],
  },
  {
    tool: "curl",
    same: [
      "  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0curl: (6) Could not resolve host: nosuch.invalid",
      "curl: (6) Could not resolve host: nosuch.invalid",
    ],
    others: ["curl: (6) Could not resolve host: other.invalid", "curl: (7) Could not resolve host: nosuch.invalid"],
  },
  {
    tool: "curl",
    same: [
      "Connecting to 127.0.0.1:43117... failed: Connection refused.",
      "Connecting to 127.0.0.1:51999... failed: Connection refused.",
    ],
    others: ["Connecting to 127.0.0.1:43117... failed: Connection timed out."],
  },
  {
    tool: "git",
    same: ["merge: nosuch - not something we can merge"],
    others: ["merge: other - not something we can merge", "No stash entries found."],
  },
  {
    tool: "go",
    same: [
      "found packages main (main.go) and lib (lib.go) in /home/ana/shop/cmd",
      "found packages main (main.go) and lib (lib.go) in /home/runner/work/shop/shop/cmd",
    ],
    others: ["package command-line-arguments is not a main package"],
  },
  {
    tool: "java",
    same: ["Error: Unable to access jarfile shop.jar"],
    others: ["Error: Unable to access jarfile cart.jar", "Error: Could not find or load main class Shop"],
  },
  {
    tool: "perl",
    same: ["boom at -e line 1.", "boom at -e line 7, <STDIN> line 2."],
    others: ["bang at -e line 1."],
  },
  {
    tool: "php",
    same: ["PHP Fatal error:  Uncaught Error: Call to undefined function foo() in Command line code:1"],
    others: ["PHP Fatal error:  Uncaught Error: Call to undefined function bar() in Command line code:1"],
  },
  {
    tool: "sqlite",
    same: ["Error: in prepare, no such table: orders", "Error: in prepare, no such table: orders (1)"],
    others: ["Error: in prepare, no such table: users"],
  },
  {
    tool: "jq",
    same: [
      "parse error: Expected value before ',' at line 1, column 10",
      "jq: parse error: Expected value before ',' at line 12, column 3",
    ],
    others: ["parse error: Invalid numeric literal at line 1, column 10"],
  },
  {
    tool: "node",
    same: ["node: bad option: --no-such-flag", "/usr/local/bin/node: bad option: --no-such-flag"],
    others: ["node: bad option: --other-flag", "node: --expose-internals is not allowed in NODE_OPTIONS"],
  },
];

describe.each(printed)("$tool: $same.0", ({ tool, same, others }) => {
  test("is one signature wherever the tool is installed, and known by its tool", () => {
    expect(new Set(same.map(idOf)).size).toBe(1);
    const explained = explainFailure({ text: same[0] ?? "" });
    expect(explained.kind === "failure" && explained.tool).toBe(tool);
  });

  test("is no other failure of that tool", () => {
    const ids = [same[0] ?? "", ...others].map(idOf);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^v1:/);
  });
});

test("a file whose name speaks of failure is none in a list of files", () => {
  const listed = 'Untracked files:\n  (use "git add <file>..." to include)\n\tfail.mk\n\tsrc/error-page.tsx';
  expect(idOf(listed)).toBe("no_failure_found");
});
