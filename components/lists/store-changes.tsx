"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#components/trpc/provider.tsx";
import { countOf } from "#components/ui/format-quantity.ts";

type Props = {
  /** The number of changes of the store when the list was read. */
  seenSeq: number;
  onShow: () => Promise<void>;
};

const askEveryMs = 5_000;

/** Says politely that memories were written or corrected since the list was read; nothing moves until asked for. */
export function StoreChanges({ seenSeq, onShow }: Props) {
  const trpc = useTRPC();
  const [shownSeq, setShownSeq] = useState(seenSeq);
  const [isLoading, setIsLoading] = useState(false);
  const { data, isError } = useQuery({
    ...trpc.health.get.queryOptions(),
    refetchInterval: askEveryMs,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const now = data?.corpus_seq ?? shownSeq;
  const changes = Math.max(0, now - shownSeq);

  async function show() {
    setIsLoading(true);
    try {
      await onShow();
      setShownSeq(now);
    } finally {
      setIsLoading(false);
    }
  }

  return (
    <div className="flex min-h-11 items-center gap-3 text-sm">
      <p role="status" className="text-muted text-xs">
        {isError ? (
          "Live updates are paused: the server does not answer."
        ) : changes > 0 ? (
          <span className="sr-only">{countOf(changes, "change")} since this was read</span>
        ) : (
          "Live"
        )}
      </p>
      {changes > 0 && !isError ? (
        <button type="button" className="control border-accent text-accent" disabled={isLoading} onClick={show}>
          <RotateCw aria-hidden="true" size={14} />
          Show {countOf(changes, "change")}
        </button>
      ) : null}
    </div>
  );
}
