import { describe, expect, test } from "vitest";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import { validatePolicy } from "#server/domain/policy/validate-policy.ts";
import { changedFields, changesOf, fieldsOf, rollbackTarget } from "./prepare-policies.ts";

function aVersion(version: number, special: Record<string, number | null> = {}) {
  return { policy: { ...defaultPolicy, ...special, version }, note: "", created_at: null, active_in: [] };
}

describe("policies on the settings page", () => {
  test("a version is told by what it sets otherwise than the built-in one", () => {
    expect(changesOf(aVersion(0))).toEqual([]);
    expect(
      changesOf(aVersion(1, { noise_floor: 0.05, recency_half_life_days: 30 })).map(({ field, value, before }) => [
        field,
        value,
        before,
      ]),
    ).toEqual([
      ["recency_half_life_days", "30", "off"],
      ["noise_floor", "0.05", "0.037"],
    ]);
  });

  test("a form sends only what was changed, and an emptied field as off", () => {
    const fields = fieldsOf(aVersion(2, { recency_half_life_days: 30 }));
    const edited = new Map([
      ["noise_floor", "0.05"],
      ["top_k", "5"],
      ["recency_half_life_days", ""],
    ]);
    const changed = changedFields(fields, edited);
    expect(changed).toEqual({ noise_floor: 0.05, recency_half_life_days: null });
    expect(validatePolicy(changed).ok).toBe(true);
  });

  test("rolling back leads to the newest older version, then to the built-in one, then nowhere", () => {
    const items = [aVersion(5), aVersion(3), aVersion(0)];
    expect(rollbackTarget(items, 5)).toBe(3);
    expect(rollbackTarget(items, 3)).toBe(0);
    expect(rollbackTarget(items, 0)).toBeNull();
  });
});
