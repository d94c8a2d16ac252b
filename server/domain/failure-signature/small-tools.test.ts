import { describe, expect, test } from "vitest";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";

function idOf(text: string): string {
  const explained = explainFailure({ text });
  return explained.kind === "failure" ? explained.id : explained.reason;
}

/** Printed by tar 1.34, CPython 3.11 and 3.12, and Node.js 20: two runs of one failure, and other failures of the same tool. */
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
