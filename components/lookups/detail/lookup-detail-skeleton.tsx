import { Skeleton } from "#components/ui/skeleton.tsx";

const panels = ["h-72", "h-72", "h-64"];

/** Loading: the shape of the record that is to come. */
export function LookupDetailSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the lookup
      </p>
      <div aria-hidden="true" className="flex flex-col gap-7">
        <Skeleton className="h-4 w-96 max-w-full" />
        <Skeleton className="h-12 w-2/3" />
        {panels.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars of a skeleton have no identity
          <Skeleton key={index} className={`w-full rounded-lg ${height}`} />
        ))}
      </div>
    </div>
  );
}
