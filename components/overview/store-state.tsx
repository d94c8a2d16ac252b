"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useTRPC } from "#components/trpc/provider.tsx";
import { formatCount } from "#components/ui/format-quantity.ts";

const storeWord = { embedded: "embedded store", postgres: "Postgres" } as const;

/** Whether the store answers, which one it is, and how far it has come. */
export function StoreState() {
  const trpc = useTRPC();
  const { data: health } = useSuspenseQuery(trpc.health.get.queryOptions());
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="inline-flex items-center gap-1.5 text-good">
        <CircleCheck aria-hidden="true" size={15} />
        Store answers
      </span>
      <span className="text-muted">{storeWord[health.store]}</span>
      <span className="text-muted">{formatCount(health.corpus_seq)} changes so far</span>
      <span className="text-muted">version {health.version}</span>
    </p>
  );
}
