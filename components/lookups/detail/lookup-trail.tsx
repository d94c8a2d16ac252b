"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useParams, useRouter } from "next/navigation";
import { Breadcrumbs } from "#components/shell/breadcrumbs.tsx";
import { useSingleKeys } from "#components/shell/single-keys.ts";
import { formatCount } from "#components/ui/format-quantity.ts";
import { hasLookupFilters, lookupFiltersUrl } from "../lookup-filters.ts";
import { useLookupFilters } from "../use-lookup-filters.ts";
import { type Neighbours, useNeighbours } from "../use-neighbours.ts";

/** The way back to the list with its filters, and the steps to the records beside this one. */
export function LookupTrail() {
  const { id } = useParams<{ id: string }>();
  const router = useRouter();
  const [filters] = useLookupFilters();
  const neighbours = useNeighbours(id, filters);
  const hrefOf = (record: string) => lookupFiltersUrl(`/lookups/${record}`, filters);

  useSingleKeys({
    "[": () => {
      if (neighbours.newer !== null) router.push(hrefOf(neighbours.newer));
    },
    "]": () => {
      if (neighbours.older !== null) router.push(hrefOf(neighbours.older));
    },
  });

  return (
    <div className="no-print mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Breadcrumbs
        above={[
          {
            name: hasLookupFilters(filters) ? "Lookups, filtered" : "Lookups",
            href: lookupFiltersUrl("/lookups", filters),
          },
        ]}
        here={<code className="text-xs">{id}</code>}
      />
      <nav aria-label="Beside this lookup" className="flex items-center gap-2 text-sm">
        <Step name="Newer" target={neighbours.newer} hrefOf={hrefOf} />
        <span role="status" className="min-w-20 text-center text-muted text-xs">
          {positionWords(neighbours)}
        </span>
        <Step name="Older" target={neighbours.older} hrefOf={hrefOf} />
      </nav>
    </div>
  );
}

function positionWords({ position, total, loaded, isSearching }: Neighbours): string {
  if (position === null) return isSearching ? "…" : "not in this list";
  return `${formatCount(position)} of ${total === null ? `${formatCount(loaded)}+` : formatCount(total)}`;
}

type StepProps = { name: "Newer" | "Older"; target: string | null; hrefOf: (record: string) => string };

function Step({ name, target, hrefOf }: StepProps) {
  const inside = (
    <>
      {name === "Newer" ? <ChevronLeft aria-hidden="true" size={14} /> : null}
      {name}
      {name === "Older" ? <ChevronRight aria-hidden="true" size={14} /> : null}
    </>
  );
  return target === null ? (
    <span aria-disabled="true" className="control">
      {inside}
    </span>
  ) : (
    <Link href={hrefOf(target)} className="control">
      {inside}
    </Link>
  );
}
