/** A value of a cell: texts are neutralised, numbers stay numbers, null is an empty cell. */
export type CsvValue = string | number | boolean | null;

/** A column of an export, its name as in the JSON. */
export type CsvColumn<Row> = { readonly name: string; readonly value: (row: Row) => CsvValue };

/**
 * A table as CSV (RFC 4180): UTF-8 without a byte order mark, lines end in CRLF, every text is quoted. A text that a
 * spreadsheet would run as a formula (it begins with = + - @, a tab or a carriage return, also after blanks) gets an
 * apostrophe before it; a number never does, so negative scores stay numbers.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => quoted(name)).join(","),
    ...rows.map((row) => columns.map(({ value }) => cell(value(row))).join(",")),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  if (typeof value === "boolean") return String(value);
  return quoted(/^[\s\u0000]*[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
