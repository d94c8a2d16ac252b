import { ListSkeleton } from "#components/lists/list-skeleton.tsx";
import { lookupColumns, lookupsLabel } from "./lookup-columns.ts";

export function LookupListSkeleton() {
  return (
    <ListSkeleton
      loading="Loading lookups"
      label={lookupsLabel}
      columns={lookupColumns}
      bars={["w-16", "w-16", "w-14", "w-24", "w-4/5", "w-10", "w-4", "w-20", "w-10"]}
      stacked={["time", "asked"]}
    />
  );
}
