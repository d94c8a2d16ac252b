import { Skeleton } from "#components/ui/skeleton.tsx";

const charts = ["tiers", "quality", "latency", "budget"];

/** Loading: the height of the numbers and charts that will stand there. */
export function StatisticsSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the numbers
      </p>
      <div aria-hidden="true" className="flex flex-col gap-5">
        <Skeleton className="h-20 w-full rounded-lg" />
        <div className="grid gap-5 lg:grid-cols-2">
          {charts.map((chart) => (
            <Skeleton key={chart} className="h-80 w-full rounded-lg" />
          ))}
        </div>
      </div>
    </div>
  );
}
