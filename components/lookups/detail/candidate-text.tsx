"use client";

import { useQuery } from "@tanstack/react-query";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";

/** The text of a memory, asked for when it is to be read: a record holds ids and numbers, never the texts of others. */
export function CandidateText({ memoryId }: { memoryId: string }) {
  const trpc = useTRPC();
  const { data, error, isPending, refetch } = useQuery(trpc.memory.get.queryOptions({ id: memoryId }));
  if (isPending) return <Skeleton className="h-4 w-2/3" />;
  if (error) {
    return (
      <Notice
        look="failed"
        title="The text could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {failureWords(error)}
      </Notice>
    );
  }
  if (data.deleted !== null) return <p className="text-muted text-sm">This memory was deleted.</p>;
  return (
    <figure className="rounded-md border border-line bg-sunken p-3">
      <blockquote className="stored-text max-h-80 overflow-auto whitespace-pre-wrap">
        <StoredText>{data.text}</StoredText>
      </blockquote>
      <figcaption className="mt-2 text-muted text-xs">
        As it stands today, {data.state}
        {data.symptom === null ? null : (
          <>
            . Symptom: <StoredText>{data.symptom}</StoredText>
          </>
        )}
      </figcaption>
    </figure>
  );
}
