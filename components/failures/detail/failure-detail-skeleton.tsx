import { Skeleton } from "#components/ui/skeleton.tsx";

const panels = ["h-72", "h-56", "h-64"];

/** Loading: the shape of the failure that is to come. */
export function FailureDetailSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the failure
      </p>
      <div aria-hidden="true" className="flex flex-col gap-7">
        <Skeleton className="h-4 w-96 max-w-full" />
        {panels.map((height) => (
          <Skeleton key={height} className={`w-full rounded-lg ${height}`} />
        ))}
      </div>
    </div>
  );
}
