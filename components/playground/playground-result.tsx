"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { LookupDetail } from "#components/lookups/detail/lookup-detail.tsx";
import { useTRPC } from "#components/trpc/provider.tsx";
import { LabelCandidates } from "./label-candidates.tsx";

type Props = { lookup: string; origin: string };

/** The record of the lookup that was asked here, as its own page shows it. Prior context has its labels beside its scores. */
export function PlaygroundResult({ lookup, origin }: Props) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.lookup.get.queryOptions({ id: lookup }));
  return (
    <div className="flex flex-col gap-7">
      {data.summary.operation === "memory.context" ? <LabelCandidates answer={data} /> : null}
      <section aria-labelledby="answer-of" className="min-w-0">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="answer-of" className="font-semibold text-lg">
            The answer and its reasons
          </h2>
          <Link href={`/lookups/${data.summary.record_id}`} className="text-accent text-sm hover:underline">
            Open as its own page
          </Link>
        </div>
        <LookupDetail answer={data} origin={origin} />
      </section>
    </div>
  );
}
