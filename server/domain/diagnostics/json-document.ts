import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";

/** A parsed JSON value whose shape is not known yet. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

function isJson(value: unknown): value is Json {
  // JSON.parse makes nothing else; nested values are looked at when they are read.
  return value === null || ["string", "number", "boolean", "object"].includes(typeof value);
}

/** The deepest nesting of brackets outside strings. Linear; says nothing about validity. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return deepest;
}

export type JsonResult = { kind: "value"; value: Json } | { kind: "invalid" } | { kind: "too_deep"; depth: number };

/** Parses JSON of bounded nesting. Never throws. */
export function parseJson(text: string): JsonResult {
  const depth = jsonDepth(text);
  if (depth > outputLimits.depth) return { kind: "too_deep", depth };
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? { kind: "value", value } : { kind: "invalid" };
  } catch {
    return { kind: "invalid" };
  }
}

/** The own member of an object, `null` for anything else. */
export function member(value: Json | undefined, key: string): Json {
  if (value === null || value === undefined || typeof value !== "object" || Array.isArray(value)) return null;
  if (!Object.hasOwn(value, key)) return null;
  return new Map<string, Json>(Object.entries(value)).get(key) ?? null;
}

/** A member below several keys. */
export function memberAt(value: Json | undefined, ...keys: readonly string[]): Json {
  let current: Json = value ?? null;
  for (const key of keys) current = member(current, key);
  return current;
}

/** Items of an array, none for anything else. */
export function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A text, "" for anything else. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A whole number of at least 0, `null` for anything else. */
export function positionOf(value: Json | undefined): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value < 100_000_000 ? value : null;
}
