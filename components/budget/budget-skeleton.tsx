import { Skeleton } from "#components/ui/skeleton.tsx";

/** Loading: the height of what will stand there. */
export function BudgetSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the budget
      </p>
      <div aria-hidden="true" className="flex flex-col gap-6">
        <Skeleton className="h-6 w-2/3" />
        <div className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-80 w-full rounded-lg" />
          <Skeleton className="h-80 w-full rounded-lg" />
        </div>
        <Skeleton className="h-60 w-full rounded-lg" />
      </div>
    </div>
  );
}
