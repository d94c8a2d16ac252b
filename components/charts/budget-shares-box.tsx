"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { BudgetShares } from "./prepare-budget-shares.ts";

const BudgetSharesChart = dynamic(() => import("./budget-shares-chart.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

/** The chart loads after the page, into a box that already has its size. */
export function BudgetSharesBox({ model }: { model: BudgetShares }) {
  return (
    <div className="h-16">
      <BudgetSharesChart model={model} />
    </div>
  );
}
