import { Skeleton } from "#components/ui/skeleton.tsx";
import { WaitingColumn, type waitingKinds } from "./waiting-column.tsx";

const rows = ["w-2/5", "w-1/3", "w-1/2"];

/** A column while it loads: its heading, and bars where rows will be. */
export function WaitingColumnSkeleton({ kind }: { kind: keyof typeof waitingKinds }) {
  return (
    <WaitingColumn kind={kind}>
      <div role="status" aria-label="Loading what waits" className="divide-y divide-line">
        {rows.map((width) => (
          <div key={width} className="px-3 py-2.5">
            <Skeleton className={width} />
            <Skeleton className="mt-2.5 w-11/12" />
          </div>
        ))}
      </div>
    </WaitingColumn>
  );
}

export function WaitingSkeleton() {
  return (
    <div className="mb-5 grid gap-x-6 gap-y-4 lg:grid-cols-2">
      <WaitingColumnSkeleton kind="drafts" />
      <WaitingColumnSkeleton kind="unexplained" />
    </div>
  );
}
