"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { LookupTable } from "#components/lookups/lookup-table.tsx";
import { useTRPC } from "#components/trpc/provider.tsx";
import { recentLookupsInput } from "./recent-lookups-input.ts";

/** The last lookups, as the list shows them. */
export function RecentLookups() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.lookup.list.queryOptions(recentLookupsInput));
  return (
    <section aria-labelledby="recent">
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <h2 id="recent" className="font-semibold">
          Last lookups
        </h2>
        {data.items.length === 0 ? null : (
          <Link href="/lookups" className="text-accent text-sm hover:underline">
            All lookups
          </Link>
        )}
      </div>
      {data.items.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">None yet. The command above makes the first one.</p>
      ) : (
        <LookupTable rows={data.items} isWhole isBusy={false} hrefOf={(row) => `/lookups/${row.record_id}`} />
      )}
    </section>
  );
}
