import { Skeleton } from "#components/ui/skeleton.tsx";

/** Loading: the shape of the memory that is to come. */
export function MemoryDetailSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the memory
      </p>
      <div aria-hidden="true" className="flex flex-col gap-7">
        <Skeleton className="h-12 w-96 max-w-full" />
        <div className="grid gap-7 xl:grid-cols-2">
          <Skeleton className="h-80 w-full rounded-lg" />
          <Skeleton className="h-80 w-full rounded-lg" />
        </div>
        <Skeleton className="h-56 w-full rounded-lg" />
      </div>
    </div>
  );
}
