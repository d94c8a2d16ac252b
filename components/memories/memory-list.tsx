"use client";

import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { ExportMenu } from "#components/lists/export-menu.tsx";
import { FilteredEmpty } from "#components/lists/filtered-empty.tsx";
import { ListLayout } from "#components/lists/list-layout.tsx";
import { ListTable } from "#components/lists/list-table.tsx";
import { StoreChanges } from "#components/lists/store-changes.tsx";
import { useOpenRow } from "#components/lists/use-open-row.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import type { MemoryRow as Row } from "#server/contracts/memories.ts";
import { MemoriesEmpty } from "./memories-empty.tsx";
import { memoriesLabel, memoryColumns } from "./memory-columns.ts";
import { hasMemoryFilters, memoryFiltersUrl, memoryListInput, noMemoryFilters } from "./memory-filters.ts";
import { memoryListOptions } from "./memory-list-options.ts";
import { MemoryRow } from "./memory-row.tsx";
import { useMemoryFilters } from "./use-memory-filters.ts";

const exported = [
  { name: "id", value: (row: Row) => row.id },
  { name: "created_at", value: (row: Row) => row.created_at },
  { name: "state", value: (row: Row) => row.state },
  { name: "level", value: (row: Row) => row.level },
  { name: "kind", value: (row: Row) => row.kind },
  { name: "tool", value: (row: Row) => row.tool },
  { name: "project", value: (row: Row) => row.project },
  { name: "session", value: (row: Row) => row.session },
  { name: "preview", value: (row: Row) => row.preview },
];

/** The list for the filters in the URL. */
export function MemoryList({ origin }: { origin: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const openRow = useOpenRow();
  const [current, setFilters] = useMemoryFilters();
  // The old rows stay, under a moving line, until those of a new filter are there.
  const filters = useDeferredValue(current);
  const isBusy = memoryFiltersUrl("", current) !== memoryFiltersUrl("", filters);
  const options = memoryListOptions(trpc, filters);
  const pages = useSuspenseInfiniteQuery(options);
  const { data: health } = useSuspenseQuery(trpc.health.get.queryOptions());
  const [seenSeq] = useState(health.corpus_seq);
  const rows = pages.data.pages.flatMap((page) => page.items);

  async function showChanges() {
    const first = await queryClient.fetchQuery({
      ...trpc.memory.list.queryOptions(memoryListInput(filters)),
      staleTime: 0,
    });
    queryClient.setQueryData(options.queryKey, { pages: [first], pageParams: [null] });
    await queryClient.invalidateQueries(trpc.memory.facets.queryFilter());
    window.scrollTo({ top: 0 });
  }

  return (
    <ListLayout
      live={<StoreChanges seenSeq={seenSeq} onShow={showChanges} />}
      exportMenu={
        <ExportMenu
          fileName="whence-memories"
          columns={exported}
          fetchPage={(cursor) =>
            queryClient.fetchQuery({
              ...trpc.memory.list.queryOptions({
                ...memoryListInput(filters),
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
        hasMemoryFilters(filters) ? (
          <FilteredEmpty title="No memory matches these filters" onClear={() => void setFilters(noMemoryFilters)} />
        ) : (
          <MemoriesEmpty origin={origin} />
        )
      }
      noun={{ one: "memory", many: "memories" }}
      shown={rows.length}
      pages={pages}
      onClickRow={openRow}
    >
      <ListTable
        label={memoriesLabel}
        columns={memoryColumns}
        rows={rows}
        isWhole={!pages.hasNextPage}
        isBusy={isBusy}
        timeOf={(row) => row.created_at}
        renderRow={(row, index) => (
          <MemoryRow key={row.id} row={row} index={index} href={memoryFiltersUrl(`/memories/${row.id}`, filters)} />
        )}
      />
    </ListLayout>
  );
}
