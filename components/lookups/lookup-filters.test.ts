import fc from "fast-check";
import { expect, test } from "vitest";
import { CountNewerLookupsInput, ListLookupsInput } from "#server/contracts/lookups.ts";
import {
  hasLookupFilters,
  loadLookupFilters,
  lookupCountInput,
  lookupFiltersUrl,
  lookupListInput,
  noLookupFilters,
} from "./lookup-filters.ts";

const text = fc.oneof(fc.string(), fc.constantFrom("", " ", "a b", "npm", "github.com/acme/shop", "x".repeat(500)));

test("whatever stands in the URL, the list is asked for with an input that its contract accepts", () => {
  fc.assert(
    fc.property(fc.record({ tier: text, tool: text, project: text, operation: text, q: text }), (search) => {
      const filters = loadLookupFilters(search);
      expect(ListLookupsInput.safeParse(lookupListInput(filters)).success).toBe(true);
      expect(CountNewerLookupsInput.safeParse(lookupCountInput(filters, "att_1")).success).toBe(true);
    }),
  );
});

test("filters survive the way into a URL and back", () => {
  const filters = { ...noLookupFilters, tier: "2" as const, tool: "npm", q: "ERESOLVE & co" };
  expect(loadLookupFilters(new URL(lookupFiltersUrl("http://localhost/lookups", filters)))).toEqual(filters);
});

test("an unknown tier in the URL is no filter", () => {
  expect(loadLookupFilters({ tier: "9" })).toEqual(noLookupFilters);
  expect(hasLookupFilters(noLookupFilters)).toBe(false);
  expect(lookupFiltersUrl("/lookups", noLookupFilters)).toBe("/lookups");
});
