"use client";

import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useDeferredValue, useRef, useState } from "react";
import { ExportMenu } from "#components/lists/export-menu.tsx";
import { FilteredEmpty } from "#components/lists/filtered-empty.tsx";
import { ListLayout } from "#components/lists/list-layout.tsx";
import { useOpenRow } from "#components/lists/use-open-row.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { lookupExport } from "./lookup-export.ts";
import { hasLookupFilters, lookupFiltersUrl, lookupListInput, noLookupFilters } from "./lookup-filters.ts";
import { lookupListOptions } from "./lookup-list-options.ts";
import { LookupTable } from "./lookup-table.tsx";
import { LookupsEmpty } from "./lookups-empty.tsx";
import { NewerLookups } from "./newer-lookups.tsx";
import { useLookupFilters } from "./use-lookup-filters.ts";

type Props = { origin: string };

/** The list for the filters in the URL: endless downwards, live upwards. */
export function LookupList({ origin }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const openRow = useOpenRow();
  const table = useRef<HTMLDivElement>(null);
  const [current, setFilters] = useLookupFilters();
  // The old rows stay, under a moving line, until those of a new filter are there.
  const filters = useDeferredValue(current);
  const isBusy = lookupFiltersUrl("", current) !== lookupFiltersUrl("", filters);
  const options = lookupListOptions(trpc, filters);
  const pages = useSuspenseInfiniteQuery(options);
  const { data: facets } = useSuspenseQuery(trpc.lookup.facets.queryOptions());
  const [isRenewing, setIsRenewing] = useState(false);
  const rows = pages.data.pages.flatMap((page) => page.items);

  /** Replaces what is shown by the newest page: asking for all loaded pages anew would shift rows under the reader. */
  async function showNewest() {
    setIsRenewing(true);
    try {
      const first = await queryClient.fetchQuery({
        ...trpc.lookup.list.queryOptions(lookupListInput(filters)),
        staleTime: 0,
      });
      queryClient.setQueryData(options.queryKey, { pages: [first], pageParams: [null] });
      await queryClient.invalidateQueries(trpc.lookup.facets.queryFilter());
      window.scrollTo({ top: 0 });
      requestAnimationFrame(() => table.current?.querySelector<HTMLElement>("[data-row-link]")?.focus());
    } finally {
      setIsRenewing(false);
    }
  }

  const isFiltered = hasLookupFilters(filters);
  return (
    <div ref={table}>
      <ListLayout
        live={
          <NewerLookups
            filters={filters}
            newest={rows[0]?.record_id ?? (isFiltered ? facets.newest_record_id : null)}
            isLoading={isRenewing}
            onShow={showNewest}
          />
        }
        exportMenu={
          <ExportMenu
            fileName="whence-lookups"
            columns={lookupExport}
            fetchPage={(cursor) =>
              queryClient.fetchQuery({
                ...trpc.lookup.list.queryOptions({
                  ...lookupListInput(filters),
                  limit: 100,
                  ...(cursor === null ? {} : { cursor }),
                }),
                staleTime: 0,
                gcTime: 0,
              })
            }
          />
        }
        empty={
          isFiltered ? (
            <FilteredEmpty title="No lookup matches these filters" onClear={() => void setFilters(noLookupFilters)} />
          ) : (
            <LookupsEmpty origin={origin} />
          )
        }
        noun={{ one: "lookup", many: "lookups" }}
        shown={rows.length}
        pages={pages}
        onClickRow={openRow}
      >
        <LookupTable
          rows={rows}
          isWhole={!pages.hasNextPage}
          isBusy={isBusy}
          hrefOf={(row) => lookupFiltersUrl(`/lookups/${row.record_id}`, filters)}
        />
      </ListLayout>
    </div>
  );
}
