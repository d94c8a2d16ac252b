import type { CsvColumn } from "#components/lists/csv-of.ts";
import type { LookupRow } from "#server/contracts/lookups.ts";

/** The columns of an export of lookups, named as in the JSON. */
export const lookupExport: readonly CsvColumn<LookupRow>[] = [
  { name: "record_id", value: (row) => row.record_id },
  { name: "lookup_id", value: (row) => row.lookup_id },
  { name: "operation", value: (row) => row.operation },
  { name: "evaluated_at", value: (row) => row.evaluated_at },
  { name: "project", value: (row) => row.project },
  { name: "session", value: (row) => row.session },
  { name: "tool", value: (row) => row.tool },
  { name: "tier", value: (row) => row.tier },
  { name: "origin", value: (row) => row.origin },
  { name: "summary", value: (row) => row.summary },
  { name: "found", value: (row) => row.found },
  { name: "returned", value: (row) => row.returned },
  { name: "dropped", value: (row) => row.dropped },
  { name: "degraded", value: (row) => row.degraded.join(" ") },
  { name: "budget_limit", value: (row) => row.budget_limit },
  { name: "budget_used", value: (row) => row.budget_used },
  { name: "duration_ms", value: (row) => row.duration_ms },
];
