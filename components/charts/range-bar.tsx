"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { withCurrent } from "#components/lists/with-current.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { localTime } from "#components/ui/format-time.ts";
import { useNow, useZone } from "#components/ui/time-reading.tsx";
import { overviewRanges } from "#server/contracts/vocabularies.ts";
import { rangeWord } from "./range-filters.ts";
import { useRangeFilters } from "./use-range-filters.ts";

/** How far back a page of statistics looks, of which project, and in which zone its days begin. */
export function RangeBar() {
  const trpc = useTRPC();
  const zone = useZone();
  const now = useNow();
  const [filters, setFilters] = useRangeFilters();
  const { data: facets } = useSuspenseQuery(trpc.lookup.facets.queryOptions());
  const offset = localTime(new Date(now).toISOString(), zone)?.offset ?? "UTC";
  return (
    <search aria-label="Range" className="flex flex-wrap items-center gap-2">
      <fieldset aria-label="How far back" className="inline-flex rounded-md border border-line-strong">
        {overviewRanges.map((range) => (
          <button
            key={range}
            type="button"
            aria-pressed={filters.range === range}
            onClick={() => void setFilters({ range })}
            className={classNames(
              "min-h-7.5 border-line-strong border-r px-2.5 text-sm first:rounded-l-md last:rounded-r-md last:border-r-0",
              filters.range === range ? "bg-selected font-medium text-ink" : "text-muted hover:bg-hover",
            )}
          >
            {rangeWord[range]}
          </button>
        ))}
      </fieldset>
      <FilterSelect
        label="Project"
        width="sm:w-44"
        value={filters.project}
        options={withCurrent(facets.projects, filters.project).map((project) => ({ value: project, word: project }))}
        onChange={(project) => void setFilters({ project })}
      />
      <p className="text-muted text-xs">
        Days begin at midnight in {zone.replaceAll("_", " ")} {offset === zone ? "" : `(${offset})`}
      </p>
    </search>
  );
}
