import fc from "fast-check";
import { expect, test } from "vitest";
import { namedPolicies } from "#server/domain/policy/named-policies.ts";
import { defaultPolicy, type PolicyField } from "#server/domain/policy/policy.ts";
import { type PolicyFieldOrigin, policyFieldOrigins } from "#server/domain/policy/policy-field-origins.ts";
import { isPolicyField, validatePolicy } from "#server/domain/policy/validate-policy.ts";

const origins = Object.entries<PolicyFieldOrigin>(policyFieldOrigins);

test("every field of the default policy stands within its own limits", () => {
  const { version, ...fields } = defaultPolicy;
  expect(version).toBe(0);
  expect(validatePolicy(fields)).toEqual({ ok: true, fields });
});

test("every policy that ships beside the default is valid, changes something, and says where it comes from", () => {
  for (const { name, fields, origin, date } of namedPolicies) {
    expect(validatePolicy(fields)).toEqual({ ok: true, fields });
    expect({ ...defaultPolicy, ...fields }, name).not.toEqual(defaultPolicy);
    expect(origin.length).toBeGreaterThan(10);
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});

test("every number of the policy has a home, a date, a unit and an origin", () => {
  expect(Object.keys(defaultPolicy).toSorted()).toEqual(["version", ...Object.keys(policyFieldOrigins)].toSorted());
  for (const [, origin] of origins) {
    expect(origin.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(origin.origin.length).toBeGreaterThan(10);
    expect(origin.meaning.length).toBeGreaterThan(10);
    expect(origin.min).toBeLessThan(origin.max);
  }
});

test("a number beyond either limit is refused, and the error names field and limit", () => {
  for (const [field, { min, max }] of origins) {
    for (const value of [min - 1, max + 1, Number.NaN, Number.POSITIVE_INFINITY, "1", true, {}]) {
      const check = validatePolicy({ [field]: value });
      expect(check).toMatchObject({ ok: false, errors: [{ field }] });
      if (!check.ok) expect(check.errors[0]?.message).toContain(`${min} to ${max}`);
    }
  }
});

test("both ends of a range are allowed", () => {
  for (const [field, { min, max }] of origins) {
    expect(validatePolicy({ [field]: min })).toEqual({ ok: true, fields: { [field]: min } });
    expect(validatePolicy({ [field]: max })).toEqual({ ok: true, fields: { [field]: max } });
  }
});

test("null is allowed exactly where a field may be switched off", () => {
  for (const [field, { isNullable }] of origins) expect(validatePolicy({ [field]: null }).ok).toBe(isNullable);
});

test("a fraction is refused where only whole numbers have a meaning", () => {
  expect(validatePolicy({ top_k: 2.5, structural_hops: 0.5, noise_floor: 0.5 })).toMatchObject({
    ok: false,
    errors: [{ field: "top_k" }, { field: "structural_hops" }],
  });
});

test("an unknown field, the version and an inherited name are refused by name", () => {
  for (const field of ["w_semantics", "version", "toString", "__proto__"]) {
    const given: Record<string, unknown> = Object.create(null);
    given[field] = 1;
    expect(validatePolicy(given)).toMatchObject({ ok: false, errors: [{ field }] });
  }
});

test("a valid policy survives JSON bit for bit, minus zero included", () => {
  const names: PolicyField[] = Object.keys(policyFieldOrigins).filter(isPolicyField);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.double({ min: -0, max: 2, noNaN: true }), (field, value) => {
      const check = validatePolicy({ [field]: value });
      if (!check.ok) return;
      const [stored] = Object.values<unknown>(JSON.parse(JSON.stringify(check.fields)));
      expect(Object.is(stored, check.fields[field])).toBe(true);
    }),
  );
});
