"use client";

import { useParams } from "next/navigation";
import { Breadcrumbs } from "#components/shell/breadcrumbs.tsx";
import { hasMemoryFilters, memoryFiltersUrl } from "../memory-filters.ts";
import { useMemoryFilters } from "../use-memory-filters.ts";

/** The way back to the list with its filters. */
export function MemoryTrail() {
  const { memoryId } = useParams<{ memoryId: string }>();
  const [filters] = useMemoryFilters();
  return (
    <div className="no-print mb-3 flex min-h-8 items-center">
      <Breadcrumbs
        above={[
          {
            name: hasMemoryFilters(filters) ? "Memories, filtered" : "Memories",
            href: memoryFiltersUrl("/memories", filters),
          },
        ]}
        here={<code className="text-xs">{memoryId}</code>}
      />
    </div>
  );
}
