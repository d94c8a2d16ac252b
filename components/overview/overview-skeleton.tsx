import { Skeleton } from "#components/ui/skeleton.tsx";

/** Loading: the height of what will stand there. */
export function OverviewSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the overview
      </p>
      <div aria-hidden="true" className="flex flex-col gap-6">
        <Skeleton className="h-5 w-80 max-w-full" />
        <Skeleton className="h-20 w-full rounded-lg" />
        <Skeleton className="h-36 w-full rounded-lg" />
        <Skeleton className="h-80 w-full rounded-lg" />
      </div>
    </div>
  );
}
