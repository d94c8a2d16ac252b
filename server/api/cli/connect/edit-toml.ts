import { parse } from "smol-toml";
import { UnreadableConfig } from "./config-change.ts";

/**
 * Puts one table into a TOML file, or takes it out (`body` null), and touches no other line. Throws `UnreadableConfig`
 * when the file is no TOML, or holds the table in a form that cannot be replaced line by line.
 */
export function editTomlTable(file: string, text: string | null, table: string, body: string | null): string {
  const before = text ?? "";
  assertToml(file, before);
  const lines = before.split("\n");
  const header = new RegExp(`^\\s*\\[\\s*${table.replaceAll(".", "\\s*\\.\\s*")}(?:\\s*\\.[^\\]]*)?\\s*\\]`);
  const kept: string[] = [];
  let isOurs = false;
  for (const line of lines) {
    if (/^\s*\[/.test(line)) isOurs = header.test(line);
    if (!isOurs) kept.push(line);
  }
  const rest = kept.join("\n").replace(/\n+$/, "");
  const after =
    body === null ? (rest === "" ? "" : `${rest}\n`) : `${rest === "" ? "" : `${rest}\n\n`}[${table}]\n${body}\n`;
  // An inline table or a dotted key of the same name would now be there twice.
  assertToml(file, after);
  return after;
}

function assertToml(file: string, text: string): void {
  try {
    parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : "it cannot be read";
    throw new UnreadableConfig(`${file} would be no TOML (${reason}); mend it first. Nothing was changed.`);
  }
}
