import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { limits } from "#server/contracts/limits.ts";
import { readSource } from "./read-source.ts";

const read = (bytes: Buffer) => readSource("-", Readable.from([bytes]));
const said = "src/preis.ts(3,5): error TS2304: Cannot find name 'größe'.\r\n";

test.each([
  ["UTF-8", Buffer.from(said)],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${said}`)],
  ["UTF-16LE with a byte order mark, as PowerShell redirects", Buffer.from(`\ufeff${said}`, "utf16le")],
  ["UTF-16LE without one", Buffer.from(said, "utf16le")],
  ["UTF-16BE with a byte order mark", Buffer.from(`\ufeff${said}`, "utf16le").swap16()],
])("B17: a log in %s is read as what it says", async (_, bytes) => {
  expect(await read(bytes)).toEqual({ text: said, leftOutBytes: 0 });
});

test("B17: bytes that are no text are shown, and nothing of the log is lost", async () => {
  const bytes = Buffer.concat([Buffer.from("got "), Buffer.from([0x00, 0xff, 0xc0, 0xaf]), Buffer.from(" want abc\n")]);
  expect((await read(bytes)).text).toBe("got \u2400\ufffd\ufffd\ufffd want abc\n");
});

test("the end of a long log in UTF-16 begins at a line and at a character", async () => {
  const line = "größe 12345678\r\n";
  const bytes = Buffer.from(line.repeat(Math.ceil((limits.logBytes * 1.2) / (line.length * 2))), "utf16le");
  const { text, leftOutBytes } = await read(bytes);
  expect(leftOutBytes).toBeGreaterThan(0);
  expect(new Set(text.split("\n"))).toEqual(new Set(["größe 12345678\r", ""]));
});
