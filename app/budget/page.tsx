import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { BudgetSkeleton } from "#components/budget/budget-skeleton.tsx";
import { BudgetView } from "#components/budget/budget-view.tsx";
import { loadRangeFilters, rangeInput } from "#components/charts/range-filters.ts";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { requestZone } from "#components/shell/request-zone.ts";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

export const metadata: Metadata = { title: "Budget" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default function BudgetPage({ searchParams }: Props) {
  return (
    <>
      <PageHeading>Budget</PageHeading>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        What answers left out to stay within their limits, and what larger limits would have kept.
      </p>
      <Suspense fallback={<BudgetSkeleton />}>
        <Statistics searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Statistics({ searchParams }: Props) {
  await connection();
  const input = rangeInput(await loadRangeFilters(searchParams), await requestZone());
  const queryClient = queryClientForRequest();
  void queryClient.prefetchQuery(trpc.budget.get.queryOptions(input));
  void queryClient.prefetchQuery(trpc.lookup.facets.queryOptions());
  return (
    <RequestReading>
      <Hydrated>
        <BudgetView />
      </Hydrated>
    </RequestReading>
  );
}
