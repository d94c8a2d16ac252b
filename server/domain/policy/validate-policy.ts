import type { Policy, PolicyField } from "#server/domain/policy/policy.ts";
import { type PolicyFieldOrigin, policyFieldOrigins } from "#server/domain/policy/policy-field-origins.ts";

/** What is wrong with one field of a policy, with the limit that it breaks. */
export type PolicyError = { field: string; message: string };

export type PolicyCheck = { ok: true; fields: Partial<Policy> } | { ok: false; errors: PolicyError[] };

export function isPolicyField(name: string): name is PolicyField {
  return Object.hasOwn(policyFieldOrigins, name);
}

/**
 * Checks the fields of a partial policy as they came in. Every wrong field is named, not only the first.
 * `version` is not a field that a caller may set. `-0` becomes `0`, so that a stored policy survives JSON bit for bit.
 */
export function validatePolicy(partial: Readonly<Record<string, unknown>>): PolicyCheck {
  const errors: PolicyError[] = [];
  const fields: Partial<Policy> = {};
  for (const [field, value] of Object.entries(partial)) {
    if (value === undefined) continue;
    if (!isPolicyField(field)) {
      errors.push({ field, message: `${field} is no field of a policy` });
    } else if (value === null && field === "recency_half_life_days") {
      fields[field] = null;
    } else if (isWithin(value, policyFieldOrigins[field])) {
      fields[field] = value + 0;
    } else {
      errors.push({ field, message: `${field} must be ${limitOf(policyFieldOrigins[field])}` });
    }
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, fields };
}

function isWithin(value: unknown, { min, max, isInteger }: PolicyFieldOrigin): value is number {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  return value >= min && value <= max && (!isInteger || Number.isInteger(value));
}

function limitOf({ min, max, isInteger, isNullable, unit }: PolicyFieldOrigin): string {
  const kind = isInteger ? "a whole number" : "a number";
  return `${kind} from ${min} to ${max} (${unit})${isNullable ? ", or null" : ""}`;
}
