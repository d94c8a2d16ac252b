import { ListSkeleton } from "#components/lists/list-skeleton.tsx";
import { failureColumns, failuresLabel } from "./failure-columns.ts";

export function FailureListSkeleton() {
  return (
    <ListSkeleton
      loading="Loading failures"
      label={failuresLabel}
      columns={failureColumns}
      bars={["w-16", "w-14", "w-4/5", "w-24", "w-6", "w-16", "w-24", "w-4", "w-8"]}
      stacked={["time", "failure"]}
    />
  );
}
