import { ListSkeleton } from "#components/lists/list-skeleton.tsx";
import { memoriesLabel, memoryColumns } from "./memory-columns.ts";

export function MemoryListSkeleton() {
  return (
    <ListSkeleton
      loading="Loading memories"
      label={memoriesLabel}
      columns={memoryColumns}
      bars={["w-16", "w-16", "w-6", "w-14", "w-16", "w-24", "w-4/5"]}
      stacked={["time", "text"]}
    />
  );
}
