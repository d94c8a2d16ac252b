import { describe, expect, test } from "vitest";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";

/** A run of one failed test as pytest 8 prints it: its report with the code above the error, and the summary, which a terminal may cut. */
function run(error: string, summary: string, depth = 1): string {
  return [
    "=================================== FAILURES ===================================",
    "__________________________________ test_total __________________________________",
    "",
    "    def test_total():",
    `>${" ".repeat(7)}check()`,
    `E${" ".repeat(6 + depth)}${error}`,
    "",
    "tests/test_cart.py:9: Error",
    "=========================== short test summary info ============================",
    `FAILED tests/test_cart.py::test_total - ${summary}`,
    "============================== 1 failed in 0.12s ===============================",
  ].join("\n");
}

function failureOf(text: string): { id: string; masked: string } {
  const explained = explainFailure({ text });
  if (explained.kind !== "failure") throw new Error(explained.reason);
  return explained;
}

describe("what differs between two runs of one failed test takes no part", () => {
  test.each([
    [
      "addresses",
      "RuntimeError: bad <shop.Cart object at 0x7fdb60042d90>",
      "RuntimeError: bad <shop.Cart object at 0x7efcc4b7a750>",
    ],
    [
      "addresses that were cut with the text around them",
      "assert [<test_a.Cart...b60048750>, 1] == [<test_a.Cart...b6004b210>, 2]",
      "assert [<test_a.Cart...cc4859510>, 1] == [<test_a.Cart...cc485a050>, 2]",
    ],
    [
      "free ports in an exception",
      "ConnectionError: cannot connect to http://localhost:47429/health after 0.012s",
      "ConnectionError: cannot connect to http://localhost:53611/health after 1.7s",
    ],
    [
      "threads",
      "RuntimeError: thread <_MainThread(MainThread, started 140580223179648)> stuck",
      "RuntimeError: thread <_MainThread(MainThread, started 139624131771264)> stuck",
    ],
    [
      "the folder of the run",
      "FileNotFoundError: /tmp/pytest-of-root/pytest-0/test_total0/x.txt",
      "FileNotFoundError: /tmp/pytest-of-ana/pytest-17/test_total0/x.txt",
    ],
  ])("%s", (_, left, right) => {
    expect(failureOf(run(left, left)).id).toBe(failureOf(run(right, right)).id);
  });

  test("how deep the code stood, and whether the terminal cut the summary", () => {
    const error = "ConnectionRefusedError: [Errno 111] Connection refused";
    expect(failureOf(run(error, "ConnectionRefusedError: [Er...", 16)).id).toBe(failureOf(run(error, error)).id);
  });

  test("whether the type of a failed assert is written before it", () => {
    const said = "assert [1, 2] == [1, 3]";
    expect(failureOf(run(`AssertionError: ${said}`, `AssertionError: ${said}`)).id).toBe(failureOf(run(said, said)).id);
  });
});

describe("what a test compares, and which test it is, tells failures apart", () => {
  test("other values of a failed assert", () => {
    expect(failureOf(run("assert 3 == 4", "assert 3 == 4")).id).not.toBe(
      failureOf(run("assert 3 == 5", "assert 3 == 5")).id,
    );
  });

  test("other parameters of a test that raised", () => {
    const raised = (name: string) => `FAILED tests/test_cart.py::${name} - ValueError: bad rate 7`;
    expect(failureOf(raised("test_total[3-4]")).id).not.toBe(failureOf(raised("test_total[3-5]")).id);
    expect(failureOf(raised("test_total[3-4]")).masked).toBe(
      "FAILED tests/test_cart.py::test_total[3-4] - ValueError: bad rate <n>",
    );
  });

  test("another type of exception", () => {
    expect(failureOf(run("KeyError: 'a'", "KeyError: 'a'")).id).not.toBe(
      failureOf(run("TypeError: 'a'", "TypeError: 'a'")).id,
    );
  });
});
