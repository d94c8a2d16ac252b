import fc from "fast-check";
import { expect, test } from "vitest";
import { failureHeadline } from "./failure-headline.ts";

test("the exception of a Python traceback stands before its frames", () => {
  expect(
    failureHeadline("Traceback (most recent call last):\n  File \"jobs/job.py\", in run\nKeyError: 'tariff_7'"),
  ).toBe("KeyError: 'tariff_7' · File \"jobs/job.py\", in run");
});

test("a traceback that was cut before its exception still says where it was", () => {
  expect(failureHeadline('Traceback (most recent call last):\n  File "jobs/job.py", in run')).toBe(
    'File "jobs/job.py", in run',
  );
  expect(failureHeadline("Traceback (most recent call last):")).toBe("Traceback (most recent call last):");
});

test("what every line begins with is said once", () => {
  expect(failureHeadline("npm error code E404\nnpm error 404 Not Found - GET https://registry/@acme%2flib")).toBe(
    "npm error code E404 · 404 Not Found - GET https://registry/@acme%2flib",
  );
});

test("lines that share no more than a word stay whole, and equal lines do not vanish", () => {
  expect(failureHeadline("Error: one\nError: other")).toBe("Error: one · Error: other");
  expect(failureHeadline("not found here\nnot found here")).toBe("not found here · here");
});

test("any text gives one line, and an empty one nothing", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(failureHeadline(text)).not.toContain("\n");
      expect(failureHeadline(text) === "").toBe(text.trim() === "");
    }),
  );
});
