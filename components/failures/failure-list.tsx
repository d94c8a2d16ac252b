"use client";

import { useQueryClient, useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { ExportMenu } from "#components/lists/export-menu.tsx";
import { FilteredEmpty } from "#components/lists/filtered-empty.tsx";
import { ListLayout } from "#components/lists/list-layout.tsx";
import { ListTable } from "#components/lists/list-table.tsx";
import { useOpenRow } from "#components/lists/use-open-row.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import type { SignatureRow } from "#server/contracts/signatures.ts";
import { failureColumns, failuresLabel } from "./failure-columns.ts";
import { failureFiltersUrl, failureListInput, hasFailureFilters, noFailureFilters } from "./failure-filters.ts";
import { failureListOptions } from "./failure-list-options.ts";
import { FailureRow } from "./failure-row.tsx";
import { FailuresEmpty } from "./failures-empty.tsx";
import { NewerFailures } from "./newer-failures.tsx";
import { useFailureFilters } from "./use-failure-filters.ts";

const exported = [
  { name: "id", value: (row: SignatureRow) => row.id },
  { name: "tool", value: (row: SignatureRow) => row.tool },
  { name: "name", value: (row: SignatureRow) => row.name },
  { name: "marks", value: (row: SignatureRow) => row.marks.join(" ") },
  { name: "seen_count", value: (row: SignatureRow) => String(row.seen_count) },
  { name: "first_seen", value: (row: SignatureRow) => row.first_seen },
  { name: "last_seen", value: (row: SignatureRow) => row.last_seen },
  { name: "projects", value: (row: SignatureRow) => row.projects.join(" ") },
  { name: "lessons", value: (row: SignatureRow) => String(row.lessons) },
  { name: "tier1_lookups", value: (row: SignatureRow) => String(row.tier1.lookups) },
  { name: "tier1_hits", value: (row: SignatureRow) => String(row.tier1.hits) },
  { name: "preview", value: (row: SignatureRow) => row.preview },
];

/** The list for the filters in the URL. */
export function FailureList({ origin }: { origin: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const openRow = useOpenRow();
  const [current, setFilters] = useFailureFilters();
  // The old rows stay, under a moving line, until those of a new filter are there.
  const filters = useDeferredValue(current);
  const isBusy = failureFiltersUrl("", current) !== failureFiltersUrl("", filters);
  const options = failureListOptions(trpc, filters);
  const pages = useSuspenseInfiniteQuery(options);
  const [isLoading, setIsLoading] = useState(false);
  const rows = pages.data.pages.flatMap((page) => page.items);
  const newest = rows.reduce<string | null>(
    (latest, row) => (latest === null || row.last_seen > latest ? row.last_seen : latest),
    null,
  );

  async function showNewer() {
    setIsLoading(true);
    try {
      const first = await queryClient.fetchQuery({
        ...trpc.signature.list.queryOptions(failureListInput(filters)),
        staleTime: 0,
      });
      queryClient.setQueryData(options.queryKey, { pages: [first], pageParams: [null] });
      await queryClient.invalidateQueries(trpc.signature.facets.queryFilter());
      window.scrollTo({ top: 0 });
    } finally {
      setIsLoading(false);
    }
  }

  return (
    <ListLayout
      live={<NewerFailures filters={filters} newest={newest} isLoading={isLoading} onShow={() => void showNewer()} />}
      exportMenu={
        <ExportMenu
          fileName="whence-failures"
          columns={exported}
          fetchPage={(cursor) =>
            queryClient.fetchQuery({
              ...trpc.signature.list.queryOptions({
                ...failureListInput(filters),
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
        hasFailureFilters(filters) ? (
          <FilteredEmpty title="No failure matches these filters" onClear={() => void setFilters(noFailureFilters)} />
        ) : (
          <FailuresEmpty origin={origin} />
        )
      }
      noun={{ one: "failure", many: "failures" }}
      shown={rows.length}
      pages={pages}
      onClickRow={openRow}
    >
      <ListTable
        label={failuresLabel}
        columns={failureColumns}
        rows={rows}
        isWhole={!pages.hasNextPage}
        isBusy={isBusy}
        timeOf={(row) => row.last_seen}
        renderRow={(row, index) => (
          <FailureRow key={row.id} row={row} index={index} href={failureFiltersUrl(`/failures/${row.id}`, filters)} />
        )}
      />
    </ListLayout>
  );
}
