import { applyEdits, type JSONPath, modify, type ParseError, parse } from "jsonc-parser";
import { UnreadableConfig } from "./config-change.ts";

/** One value in a JSON file with comments; `undefined` removes it, a number one past the end of a list appends. */
export type JsonEdit = { path: JSONPath; value: unknown; isInsertion?: boolean };

/** The value of a JSON file with comments; an empty file is an empty object. Throws `UnreadableConfig`. */
export function readJson(file: string, text: string | null): unknown {
  if (text === null || text.trim() === "") return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UnreadableConfig(`${file} is no JSON object; mend it first. Nothing was changed.`);
  }
  return value;
}

/** Applies one change after the other. Comments, order and the rest of the formatting stay. */
export function editJson(text: string | null, edits: readonly JsonEdit[]): string {
  const isEmpty = text === null || text.trim() === "";
  let edited = isEmpty ? "{}\n" : text;
  // Files that are indented by a tab stay so.
  const usesTabs = /^\t+"/m.test(edited);
  for (const { path, value, isInsertion = false } of edits) {
    const changes = modify(edited, path, value, {
      isArrayInsertion: isInsertion,
      formattingOptions: { insertSpaces: !usesTabs, tabSize: 2, eol: edited.includes("\r\n") ? "\r\n" : "\n" },
    });
    edited = applyEdits(edited, changes);
  }
  return edited;
}
