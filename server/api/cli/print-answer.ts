import { fieldLines } from "#server/domain/rendering/field-lines.ts";
import { stripControl } from "#server/domain/text/strip-control.ts";
import { asTable } from "./as-table.ts";
import { contextLines } from "./context-lines.ts";
import { priorLines } from "./prior-lines.ts";
import { steeredLines } from "./steered-lines.ts";

/**
 * An answer for a person. Stored text is data: control characters, which could move the cursor or change the terminal's
 * title, never reach it. Lists become tables in a terminal and stay line by line in a pipe.
 */
export function printAnswer(operation: string, body: unknown, { isTerminal }: { isTerminal: boolean }): string {
  const lines =
    (operation === "memory.context" ? contextLines(body) : null) ??
    (operation === "context.prior" ? priorLines(body) : null) ??
    (operation === "agent.steer" ? steeredLines(body) : null) ??
    (isTerminal ? tableLines(body) : null) ??
    fieldLines(body);
  return `${lines.map((line) => stripControl(line)).join("\n")}\n`;
}

/** `{ items, … }` with rows as a table, and what stands beside the rows below it. */
function tableLines(body: unknown): string[] | null {
  if (typeof body !== "object" || body === null || !("items" in body) || !Array.isArray(body.items)) return null;
  const { items, ...rest } = body;
  if (items.length === 0) return ["Nothing yet.", ...restLines(rest)];
  const table = asTable(items);
  return table && [...table, ...restLines(rest)];
}

function restLines(rest: object): string[] {
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined));
  return Object.keys(said).length === 0 ? [] : ["", ...fieldLines(said)];
}
