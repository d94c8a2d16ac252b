import { ListSkeleton } from "#components/lists/list-skeleton.tsx";
import { chainsLabel, supersessionColumns } from "./supersession-columns.ts";

export function SupersessionListSkeleton() {
  return (
    <ListSkeleton
      loading="Loading chains"
      label={chainsLabel}
      columns={supersessionColumns}
      bars={["w-16", "w-16", "w-6", "w-24", "w-4/5", "w-2/3"]}
      stacked={["time", "text"]}
    />
  );
}
