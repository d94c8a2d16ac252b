"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Merge } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { z } from "zod";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { countOf, formatShare } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import type { SignatureDetail, SignatureNeighboursOutput } from "#server/contracts/signatures.ts";
import { shortId } from "../words.ts";
import { DecideForm } from "./decide-form.tsx";
import { useAfterChange } from "./use-after-change.ts";

/** The failures most like this one, with the words in which they differ, and a button that makes the two one. */
export function NeighboursSection({ failure }: { failure: SignatureDetail }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.signature.neighbours.queryOptions({ id: failure.id, limit: 5 }));
  return (
    <Section
      id="neighbours"
      title="Nearest neighbours"
      note="By shared words of the masked text. Struck through: only here; underlined: only there."
    >
      {error !== null ? (
        <Notice
          look="failed"
          title="The neighbours could not be loaded"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {failureWords(error)}
        </Notice>
      ) : data === undefined ? (
        <Skeleton className="h-40 w-full rounded-lg" />
      ) : data.items.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">No other failure shares a word with it.</p>
      ) : (
        <ul className="panel divide-y divide-line text-sm">
          {data.items.map((neighbour) => (
            <li key={neighbour.id} className="px-3 py-2">
              <Neighbour neighbour={neighbour} failure={failure} />
            </li>
          ))}
        </ul>
      )}
      {data === undefined ? null : (
        <p className="mt-1 text-muted text-xs">
          {countOf(data.compared, "failure")} compared{data.is_cut ? "; older ones were not" : ""}.
        </p>
      )}
    </Section>
  );
}

type NeighbourProps = {
  neighbour: z.infer<typeof SignatureNeighboursOutput>["items"][number];
  failure: SignatureDetail;
};

function Neighbour({ neighbour, failure }: NeighbourProps) {
  const trpc = useTRPC();
  const after = useAfterChange();
  const merge = useMutation(trpc.signature.merge.mutationOptions({ onSuccess: after }));
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-muted text-xs">
          <Link href={`/failures/${neighbour.id}`} className="text-accent hover:underline" title={neighbour.id}>
            {neighbour.name ?? shortId(neighbour.id)}
          </Link>
          <span>{neighbour.tool}</span>
          <span>{formatShare(neighbour.similarity)} alike</span>
          <span>seen {countOf(neighbour.seen_count, "time")}</span>
        </p>
        <Button
          aria-expanded={isAsking}
          aria-label={`Merge ${neighbour.name ?? shortId(neighbour.id)} into this failure`}
          onClick={() => setIsAsking(!isAsking)}
        >
          <Merge aria-hidden="true" size={14} />
          Merge…
        </Button>
      </div>
      <p className="mt-1 font-mono text-xs">
        {neighbour.words.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a comparison have no identity but their place
          <span key={index}>
            {piece.side === "here" ? (
              <del className="rounded-sm bg-bad-surface text-bad">
                <StoredText>{piece.text}</StoredText>
              </del>
            ) : piece.side === "there" ? (
              <ins className="rounded-sm bg-selected text-accent underline">
                <StoredText>{piece.text}</StoredText>
              </ins>
            ) : (
              <StoredText>{piece.text}</StoredText>
            )}{" "}
          </span>
        ))}
      </p>
      {isAsking ? (
        <div className="mt-3 border-line border-l-2 pl-4">
          <DecideForm
            action="Merge into this failure"
            meaning="This failure stands for both from then on: tier 1 hits through either, and sightings count together."
            isPending={merge.isPending}
            error={merge.error}
            onDecide={(reason) => merge.mutateAsync({ id: neighbour.id, into: failure.id, reason })}
          />
        </div>
      ) : null}
    </>
  );
}
