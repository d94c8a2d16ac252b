"use client";

import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { type MouseEvent, useCallback, useDeferredValue, useState } from "react";
import { ExportMenu } from "#components/lists/export-menu.tsx";
import { FilteredEmpty } from "#components/lists/filtered-empty.tsx";
import { ListEnd } from "#components/lists/list-end.tsx";
import { ListTable } from "#components/lists/list-table.tsx";
import { StoreChanges } from "#components/lists/store-changes.tsx";
import { useTRPC } from "#components/trpc/provider.tsx";
import type { ChainRow } from "#server/contracts/memories.ts";
import { chainsLabel, supersessionColumns } from "./supersession-columns.ts";
import {
  hasSupersessionFilters,
  noSupersessionFilters,
  supersessionListInput,
  supersessionUrl,
} from "./supersession-filters.ts";
import { supersessionListOptions } from "./supersession-list-options.ts";
import { SupersessionRow } from "./supersession-row.tsx";
import { SupersessionsEmpty } from "./supersessions-empty.tsx";
import { useSupersessionState } from "./use-supersession-state.ts";

const exported = [
  { name: "end_id", value: (row: ChainRow) => row.end_id },
  { name: "end", value: (row: ChainRow) => row.end },
  { name: "changed_at", value: (row: ChainRow) => row.changed_at },
  { name: "replaced", value: (row: ChainRow) => row.replaced },
  { name: "project", value: (row: ChainRow) => row.project },
  { name: "preview", value: (row: ChainRow) => row.preview },
  { name: "reason", value: (row: ChainRow) => row.reason },
];

type Props = { onOpen: (id: string) => void };

/** The chains for the filters in the URL. */
export function SupersessionList({ onOpen }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [current, setState] = useSupersessionState();
  const filters = useDeferredValue(current);
  const isBusy = supersessionUrl("", { ...current, chain: null }) !== supersessionUrl("", { ...filters, chain: null });
  const options = supersessionListOptions(trpc, filters);
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } =
    useSuspenseInfiniteQuery(options);
  const { data: health } = useSuspenseQuery(trpc.health.get.queryOptions());
  const [seenSeq] = useState(health.corpus_seq);
  const rows = data.pages.flatMap((page) => page.items);
  const open = useCallback((id: string) => onOpen(id), [onOpen]);

  async function showChanges() {
    const first = await queryClient.fetchQuery({
      ...trpc.supersession.list.queryOptions(supersessionListInput(filters)),
      staleTime: 0,
    });
    queryClient.setQueryData(options.queryKey, { pages: [first], pageParams: [null] });
    await queryClient.invalidateQueries(trpc.supersession.get.queryFilter());
  }

  function openRow({ target }: MouseEvent) {
    if (!(target instanceof Element) || target.closest("a, button") !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    const index = target.closest("[data-row-index]")?.getAttribute("data-row-index");
    const row = index ? rows[Number(index)] : undefined;
    if (row !== undefined) onOpen(row.end_id);
  }

  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <StoreChanges seenSeq={seenSeq} onShow={showChanges} />
        {rows.length === 0 ? null : (
          <ExportMenu
            fileName="whence-supersessions"
            columns={exported}
            fetchPage={(cursor) =>
              queryClient.fetchQuery({
                ...trpc.supersession.list.queryOptions({
                  ...supersessionListInput(filters),
                  limit: 100,
                  ...(cursor === null ? {} : { cursor }),
                }),
                staleTime: 0,
                gcTime: 0,
              })
            }
          />
        )}
      </div>
      {rows.length === 0 ? (
        hasSupersessionFilters(filters) ? (
          <FilteredEmpty title="No chain matches these filters" onClear={() => void setState(noSupersessionFilters)} />
        ) : (
          <SupersessionsEmpty />
        )
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the pointer; the link in each row serves the keyboard
        <div onClick={openRow}>
          <ListTable
            label={chainsLabel}
            columns={supersessionColumns}
            rows={rows}
            isWhole={!hasNextPage}
            isBusy={isBusy}
            timeOf={(row) => row.changed_at}
            renderRow={(row, index) => (
              <SupersessionRow
                key={row.end_id}
                row={row}
                index={index}
                href={supersessionUrl("/supersession", { ...filters, chain: row.end_id })}
                isOpen={current.chain === row.end_id}
                onOpen={open}
              />
            )}
          />
        </div>
      )}
      <ListEnd
        noun={{ one: "chain", many: "chains" }}
        shown={rows.length}
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onMore={() => void fetchNextPage()}
      />
    </div>
  );
}
