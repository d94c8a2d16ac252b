"use client";

import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { type MouseEvent, useCallback, useDeferredValue, useState } from "react";
import { ExportMenu } from "#components/lists/export-menu.tsx";
import { FilteredEmpty } from "#components/lists/filtered-empty.tsx";
import { ListLayout } from "#components/lists/list-layout.tsx";
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
  const pages = useSuspenseInfiniteQuery(options);
  const { data: health } = useSuspenseQuery(trpc.health.get.queryOptions());
  const [seenSeq] = useState(health.corpus_seq);
  const rows = pages.data.pages.flatMap((page) => page.items);
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
    <ListLayout
      live={<StoreChanges seenSeq={seenSeq} onShow={showChanges} />}
      exportMenu={
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
      }
      empty={
        hasSupersessionFilters(filters) ? (
          <FilteredEmpty title="No chain matches these filters" onClear={() => void setState(noSupersessionFilters)} />
        ) : (
          <SupersessionsEmpty />
        )
      }
      noun={{ one: "chain", many: "chains" }}
      shown={rows.length}
      pages={pages}
      onClickRow={openRow}
    >
      <ListTable
        label={chainsLabel}
        columns={supersessionColumns}
        rows={rows}
        isWhole={!pages.hasNextPage}
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
    </ListLayout>
  );
}
