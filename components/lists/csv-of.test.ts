import { describe, expect, test } from "vitest";
import F13 from "#server/testing/cases/F13-csv.json" with { type: "json" };
import { csvOf } from "./csv-of.ts";

/** Reads CSV as RFC 4180 says: the other half of what is tested. */
function readCsv(csv: string): { text: string; isQuoted: boolean }[][] {
  const rows: { text: string; isQuoted: boolean }[][] = [];
  let row: { text: string; isQuoted: boolean }[] = [];
  let at = 0;
  while (at < csv.length) {
    let text = "";
    const isQuoted = csv[at] === '"';
    if (isQuoted) {
      at += 1;
      while (csv[at] !== '"' || csv[at + 1] === '"') {
        text += csv[at];
        at += csv[at] === '"' ? 2 : 1;
      }
      at += 1;
    } else {
      while (at < csv.length && csv[at] !== "," && csv[at] !== "\r") {
        text += csv[at];
        at += 1;
      }
    }
    row.push({ text, isQuoted });
    if (csv[at] === ",") at += 1;
    else {
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const formula = /^[=+\-@\t\r]/;

describe("F13: an export", () => {
  const pairs = F13.texts.flatMap((text) => F13.numbers.map((number) => ({ text, number })));
  const csv = csvOf(
    [
      { name: "text", value: ({ text }: { text: string }) => text },
      { name: "score", value: ({ number }: { number: number }) => number },
    ],
    pairs,
  );
  const [head, ...rows] = readCsv(csv);

  test("keeps its columns, whatever stands in a cell", () => {
    expect(head?.map(({ text }) => text)).toEqual(["text", "score"]);
    expect(rows.map((row) => row.length)).toEqual(pairs.map(() => 2));
  });

  test("holds no text that a spreadsheet would run, and loses none", () => {
    for (const [index, row] of rows.entries()) {
      const shown = row[0]?.text ?? "";
      const given = pairs[index]?.text ?? "";
      expect(shown).not.toMatch(formula);
      expect(shown.replace(/^'/, "")).toBe(given);
      expect(shown.startsWith("'")).toBe(formula.test(given));
    }
  });

  test("keeps numbers as numbers, negative and tiny ones too", () => {
    expect(rows.map((row) => Number(row[1]?.text))).toEqual(pairs.map(({ number }) => number));
    expect(rows.every((row) => row[1]?.isQuoted === false)).toBe(true);
  });

  test("shows what is missing as an empty cell and not as 0", () => {
    expect(csvOf([{ name: "a", value: () => null }], [{}])).toBe('"a"\r\n\r\n');
    expect(csvOf([{ name: "a", value: () => Number.NaN }], [{}])).toBe('"a"\r\n\r\n');
  });

  test("neutralises a formula behind blanks and full-width signs", () => {
    for (const text of [" =1+1", "\n=1+1", "＝1+1"]) {
      expect(readCsv(csvOf([{ name: "a", value: () => text }], [{}]))[1]?.[0]?.text).toBe(`'${text}`);
    }
  });
});
