import type { z } from "zod";
import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import { repairText } from "#server/domain/text/well-formed.ts";
import type { SecretMasker } from "./ports.ts";
import { refuseInput } from "./refuse-input.ts";

/**
 * The one place every call from every surface passes before anything is hashed, stored or logged: depth is limited,
 * Unicode repaired, NUL made visible, the contract checked, secrets masked.
 * Fails with INVALID_INPUT naming each field and its limit.
 */
export async function admitInput<Value>(
  rawInput: unknown,
  maskSecrets: SecretMasker,
  parse: (value: unknown) => z.ZodSafeParseResult<Value>,
): Promise<Outcome<{ value: Value; notes: string[] }>> {
  const notes = new Set<string>();
  const repaired = mapStrings(rawInput ?? {}, (text) => {
    const result = repairText(text);
    for (const note of result.notes) notes.add(note);
    return result.text;
  });
  if (repaired === tooDeep) {
    return fail("INVALID_INPUT", `The body is nested deeper than ${limits.jsonDepth} levels.`, [
      { path: "", message: `at most ${limits.jsonDepth} levels` },
    ]);
  }
  const lost = lostField(repaired);
  if (lost !== null) {
    const message = "is no name for a field";
    return fail("INVALID_INPUT", `${lost}: ${message}`, [{ path: lost, message }]);
  }
  const parsed = parse(repaired);
  if (!parsed.success) return refuseInput(parsed.error);

  const masked = await mapStringsAsync(parsed.data, async (text) => {
    if (text.length < 12) return text;
    const result = await maskSecrets(text);
    for (const rule of result.masked) notes.add(`A secret was masked (${rule}).`);
    return result.text;
  });
  // Masking replaces characters inside strings only, so what was parsed keeps its shape; parsing again proves it.
  const again = parse(masked);
  if (!again.success) return refuseInput(again.error);
  return succeed({ value: again.data, notes: [...notes] });
}

const tooDeep = Symbol("too deep");

function mapStrings(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (depth > limits.jsonDepth) return tooDeep;
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) {
    const mapped = [];
    for (const item of value) {
      const next = mapStrings(item, change, depth + 1);
      if (next === tooDeep) return tooDeep;
      mapped.push(next);
    }
    return mapped;
  }
  if (typeof value !== "object" || value === null) return value;
  const mapped: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const next = mapStrings(item, change, depth + 1);
    if (next === tooDeep) return tooDeep;
    mapped.push([change(key), next]);
  }
  return Object.fromEntries(mapped);
}

/** The path of a field that every contract would drop without a word, because zod takes `__proto__` into no object; null without one. */
function lostField(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__") return key;
    const below = lostField(item);
    if (below !== null) return `${key}.${below}`;
  }
  return null;
}

async function mapStringsAsync(value: unknown, change: (text: string) => Promise<string>): Promise<unknown> {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) {
    const mapped = [];
    for (const item of value) mapped.push(await mapStringsAsync(item, change));
    return mapped;
  }
  if (typeof value !== "object" || value === null) return value;
  const mapped: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) mapped.push([key, await mapStringsAsync(item, change)]);
  return Object.fromEntries(mapped);
}
