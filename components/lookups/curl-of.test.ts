import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aContextRecord } from "./a-context-record.ts";
import { curlOf, curlOfRecord, shellQuote } from "./curl-of.ts";

test("a shell hands over exactly the text, whatever a log holds", () => {
  const texts = [
    "$(touch x) `id` \"q\" 'single' \\ !!",
    "line\nbreak",
    "'; rm -rf /",
    "",
    ...fc.sample(fc.string(), 20),
  ];
  for (const text of texts.filter((each) => !each.includes("\0"))) {
    const printed = execFileSync("/bin/sh", ["-c", `printf %s ${shellQuote(text)}`], { encoding: "utf8" });
    expect(printed).toBe(text);
  }
});

test("the body of the command is the request, and holds nothing that a terminal would hide", () => {
  const hidden = "a\u202eb\u0007 ü 文";
  const command = curlOf("http://127.0.0.1:3210", "/memory/context", { task: hidden });
  expect(command).toMatch(/^[\x20-\x7e\n]*$/);
  const body = /--data-raw '(.*)'$/s.exec(command)?.[1] ?? "";
  expect(JSON.parse(body)).toEqual({ task: hidden });
});

test("fields that were not given are not sent", () => {
  const command = curlOfRecord("http://127.0.0.1:3210", aContextRecord());
  expect(command).not.toContain("null");
  expect(command).toContain('"budget":6000');
});
