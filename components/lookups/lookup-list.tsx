"use client";

import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type MouseEvent, useDeferredValue, useRef, useState } from "react";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useReachedEnd } from "#components/ui/use-reached-end.ts";
import { hasLookupFilters, lookupFiltersUrl, lookupListInput, noLookupFilters } from "./lookup-filters.ts";
import { lookupListOptions } from "./lookup-list-options.ts";
import { LookupTable } from "./lookup-table.tsx";
import { LookupsEmpty } from "./lookups-empty.tsx";
import { LookupsFilteredEmpty } from "./lookups-filtered-empty.tsx";
import { NewerLookups } from "./newer-lookups.tsx";
import { useLookupFilters } from "./use-lookup-filters.ts";

type Props = { origin: string };

/** The list for the filters in the URL: endless downwards, live upwards. */
export function LookupList({ origin }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const table = useRef<HTMLDivElement>(null);
  const [current, setFilters] = useLookupFilters();
  // The old rows stay, dimmed, until those of a new filter are there.
  const filters = useDeferredValue(current);
  const isBusy = lookupFiltersUrl("", current) !== lookupFiltersUrl("", filters);
  const options = lookupListOptions(trpc, filters);
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } =
    useSuspenseInfiniteQuery(options);
  const { data: facets } = useSuspenseQuery(trpc.lookup.facets.queryOptions());
  const [isRenewing, setIsRenewing] = useState(false);
  const rows = data.pages.flatMap((page) => page.items);
  const end = useReachedEnd(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  });

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

  /** The whole row opens its lookup; the link itself sees to clicks with a key held. */
  function openRow({ target }: MouseEvent) {
    if (!(target instanceof Element) || target.closest("a, button") !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    const href = target.closest("tr")?.querySelector("[data-row-link]")?.getAttribute("href");
    if (href) router.push(href);
  }

  const isFiltered = hasLookupFilters(filters);
  return (
    <div ref={table}>
      <NewerLookups
        filters={filters}
        newest={rows[0]?.record_id ?? (isFiltered ? facets.newest_record_id : null)}
        isLoading={isRenewing}
        onShow={showNewest}
      />
      {rows.length === 0 ? (
        isFiltered ? (
          <LookupsFilteredEmpty onClear={() => void setFilters(noLookupFilters)} />
        ) : (
          <LookupsEmpty origin={origin} />
        )
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the pointer; the link in each row serves the keyboard
        <div onClick={openRow}>
          <LookupTable
            rows={rows}
            isWhole={!hasNextPage}
            isBusy={isBusy}
            hrefOf={(row) => lookupFiltersUrl(`/lookups/${row.record_id}`, filters)}
          />
        </div>
      )}
      {isFetchNextPageError ? (
        <Notice
          look="failed"
          title="The older lookups could not be loaded"
          className="mt-3"
          action={<Button onClick={() => void fetchNextPage()}>Try again</Button>}
        >
          The rows above are complete.
        </Notice>
      ) : null}
      {rows.length === 0 ? null : (
        <p ref={end} className="flex min-h-12 items-center justify-center gap-3 py-3 text-muted text-xs">
          <span role="status">
            {isFetchingNextPage
              ? "Loading older lookups"
              : hasNextPage
                ? `${countOf(rows.length, "lookup")} shown`
                : `${rows.length === 1 ? "The only lookup" : `All ${countOf(rows.length, "lookup")}`} shown`}
          </span>
          {hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? (
            <Button onClick={() => void fetchNextPage()}>Show older</Button>
          ) : null}
        </p>
      )}
    </div>
  );
}
