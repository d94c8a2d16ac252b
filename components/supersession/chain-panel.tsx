"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { ChainList } from "#components/memories/chain-list.tsx";
import { NearCopiesSection } from "#components/memories/detail/near-copies-section.tsx";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ChainGraphBox } from "./chain-graph-box.tsx";
import { prepareChainGraph } from "./prepare-chain-graph.ts";

type Props = { chain: string; takesFocus: boolean; onClose: () => void };

/** One chain, opened above the list: as a graph, as a list with undo, and its copies that still answer. */
export function ChainPanel({ chain, takesFocus, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chain is another place to read from
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [chain, takesFocus]);
  return (
    <section aria-labelledby="chain" className="panel my-3 flex flex-col gap-4 p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id="chain" ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
          Chain of <code className="break-all text-sm">{chain}</code>
        </h2>
        <IconButton label="Close the chain" icon={<X aria-hidden="true" size={16} />} onClick={onClose} />
      </div>
      <FailureBoundary
        resetOn={chain}
        render={(failed) => <LoadFailed title="This chain could not be loaded" {...failed} />}
      >
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
          <Chain chain={chain} />
        </Suspense>
      </FailureBoundary>
    </section>
  );
}

function Chain({ chain }: { chain: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(trpc.supersession.get.queryOptions({ id: chain }));
  const undoing = useMutation(
    trpc.memory.undoSupersede.mutationOptions({ onSuccess: () => queryClient.invalidateQueries() }),
  );
  const graph = prepareChainGraph(data);
  const end = data.memories.find(({ state }) => state === "active");
  return (
    <>
      <p className="text-sm">
        {graph.finding}
        {graph.leftOut === 0
          ? null
          : ` The graph leaves out the ${countOf(graph.leftOut, "oldest memory", "oldest memories")}; the list has them all.`}
      </p>
      {data.links.length === 0 ? null : (
        <figure className="no-print overflow-hidden rounded-md border border-line">
          <figcaption className="sr-only">The chain as a graph; the list below says the same in words</figcaption>
          <ChainGraphBox graph={graph} here={chain} />
        </figure>
      )}
      {undoing.isError ? (
        <Notice look="failed" title="It was not undone">
          {failureWords(undoing.error)}
        </Notice>
      ) : null}
      <div className="grid gap-6 xl:grid-cols-2">
        <section aria-labelledby="steps" className="min-w-0">
          <h3 id="steps" className="mb-2 font-semibold text-sm">
            As a list, oldest first
          </h3>
          <ChainList chain={data} here={chain} onUndo={undoing.isPending ? null : (id) => undoing.mutate({ id })} />
        </section>
        <NearCopiesSection id={end?.id ?? chain} canReplace={end !== undefined} />
      </div>
    </>
  );
}
