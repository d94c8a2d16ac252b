"use client";

import { Breadcrumbs } from "#components/shell/breadcrumbs.tsx";
import { failureFiltersUrl, hasFailureFilters } from "../failure-filters.ts";
import { useFailureFilters } from "../use-failure-filters.ts";

/** The way back to the list with its filters. */
export function FailureTrail({ here }: { here: string }) {
  const [filters] = useFailureFilters();
  return (
    <div className="no-print mb-3 flex min-h-8 items-center">
      <Breadcrumbs
        above={[
          {
            name: hasFailureFilters(filters) ? "Failures, filtered" : "Failures",
            href: failureFiltersUrl("/failures", filters),
          },
        ]}
        here={<code className="text-xs">{here}</code>}
      />
    </div>
  );
}
