import type { z } from "zod";
import type { ListPoliciesOutput } from "#server/contracts/policies.ts";
import { policyFieldOrigins } from "#server/domain/policy/policy-field-origins.ts";

export type PolicyItem = z.output<typeof ListPoliciesOutput>["items"][number];

export type PolicyChange = { field: string; value: string; before: string; meaning: string };

const origins = new Map(Object.entries(policyFieldOrigins));

function shown(value: unknown): string {
  return value === null || value === undefined ? "off" : String(value);
}

/** What a version sets otherwise than the built-in policy, each with what it means. */
export function changesOf({ policy }: PolicyItem): PolicyChange[] {
  const values = new Map(Object.entries(policy));
  return [...origins].flatMap(([field, origin]) => {
    const value = values.get(field);
    return value === origin.default || value === undefined
      ? []
      : [{ field, value: shown(value), before: shown(origin.default), meaning: origin.meaning }];
  });
}

export type PolicyFieldForm = {
  field: string;
  meaning: string;
  unit: string;
  min: number;
  max: number;
  isInteger: boolean;
  isNullable: boolean;
  /** Of the version that the new one begins from; empty when it is off. */
  value: string;
};

/** Every field of a policy as a form shows it, with the value of the version that the new one begins from. */
export function fieldsOf({ policy }: PolicyItem): PolicyFieldForm[] {
  const values = new Map(Object.entries(policy));
  return [...origins].map(([field, { meaning, unit, min, max, isInteger, isNullable }]) => {
    const value = values.get(field);
    return {
      field,
      meaning,
      unit,
      min,
      max,
      isInteger,
      isNullable,
      value: value === null || value === undefined ? "" : String(value),
    };
  });
}

/** The fields of a form that differ from where it began, as the operation takes them; an empty one is off. */
export function changedFields(
  fields: readonly PolicyFieldForm[],
  edited: ReadonlyMap<string, string>,
): Record<string, number | null> {
  return Object.fromEntries(
    fields.flatMap(({ field, value }) => {
      const now = edited.get(field)?.trim();
      if (now === undefined || now === value) return [];
      return [[field, now === "" ? null : Number(now)]];
    }),
  );
}

/** The version to go back to: the newest older one than the active, else the built-in. Null when that is active. */
export function rollbackTarget(items: readonly PolicyItem[], active: number): number | null {
  if (active === 0) return null;
  return Math.max(0, ...items.map(({ policy }) => policy.version).filter((version) => version < active));
}
