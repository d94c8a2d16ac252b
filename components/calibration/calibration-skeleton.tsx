import { Skeleton } from "#components/ui/skeleton.tsx";

/** Loading: the shape of what is to come. */
export function CalibrationSkeleton({ heights }: { heights: readonly string[] }) {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the calibration
      </p>
      <div aria-hidden="true" className="flex flex-col gap-7">
        {heights.map((height) => (
          <Skeleton key={height} className={`w-full rounded-lg ${height}`} />
        ))}
      </div>
    </div>
  );
}
