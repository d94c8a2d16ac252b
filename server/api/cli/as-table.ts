import { cutText } from "#server/domain/text/cut-text.ts";
import { stripControl } from "#server/domain/text/strip-control.ts";

const widest = 44;

/** Rows as aligned columns, cut to what a terminal shows. Null when the rows share no plain fields. */
export function asTable(rows: readonly unknown[]): string[] | null {
  const records = rows.flatMap((row) =>
    typeof row === "object" && row !== null ? [new Map(Object.entries(row))] : [],
  );
  if (records.length !== rows.length) return null;
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))].filter(
    (name) =>
      records.every((record) => isPlain(record.get(name))) && records.some((record) => cellOf(record.get(name)) !== ""),
  );
  if (names.length === 0) return null;
  const cells = records.map((record) => names.map((name) => cutText(cellOf(record.get(name)), widest)));
  const widths = names.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => [...(row[column] ?? "")].length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length)))
      .join("  ")
      .trimEnd();
  return [line(names), line(widths.map((width) => "─".repeat(width))), ...cells.map(line)];
}

function isPlain(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((item) => typeof item === "string" || typeof item === "number")
    : typeof value !== "object" || value === null;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  return stripControl(text).replace(/\s+/g, " ").trim();
}
