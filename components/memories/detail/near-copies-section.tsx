"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { formatScore } from "#components/ui/format-score.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { MemoryLink } from "../memory-link.tsx";

type Props = {
  id: string;
  /** Whether this memory answers, so that a copy can be replaced by it. */
  canReplace: boolean;
};

/** Active memories that likely say the same: a correction that misses them leaves them to mislead. */
export function NearCopiesSection(props: Props) {
  return (
    <Section
      id="near-copies"
      title="Near copies that still answer"
      note="Active memories whose text is alike, to this one or to what it replaces"
    >
      <FailureBoundary render={(failed) => <LoadFailed title="The near copies could not be looked for" {...failed} />}>
        <Suspense fallback={<Skeleton className="h-14 w-full rounded-lg" />}>
          <NearCopies {...props} />
        </Suspense>
      </FailureBoundary>
    </Section>
  );
}

function NearCopies({ id, canReplace }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(trpc.memory.nearCopies.queryOptions({ id }));
  const replacement = useMutation(
    trpc.memory.supersede.mutationOptions({ onSuccess: () => queryClient.invalidateQueries() }),
  );
  return (
    <div className="flex flex-col gap-2">
      {data.complete ? null : (
        <Notice look="caution" title="The search did not finish in time">
          There may be more copies than these.
        </Notice>
      )}
      {data.items.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">None found.</p>
      ) : (
        <ul className="panel divide-y divide-line">
          {data.items.map(({ of, similarity, memory }) => (
            <li key={memory.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
              <div className="min-w-0 flex-1 basis-60">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <MemoryLink id={memory.id} />
                  <span className="text-muted text-xs">
                    similarity {formatScore(similarity)}
                    {of === id ? "" : ", to a replaced one"}
                  </span>
                </p>
                <p className="mt-0.5 line-clamp-2">
                  <StoredText>{memory.preview}</StoredText>
                </p>
              </div>
              {canReplace ? (
                <Button
                  disabled={replacement.isPending}
                  aria-label={`Replace ${memory.id} by this memory`}
                  onClick={() =>
                    replacement.mutate({
                      id: memory.id,
                      successor_id: id,
                      reason: `Near copy, similarity ${formatScore(similarity)}.`,
                    })
                  }
                >
                  Replace by this
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {replacement.isError ? (
        <Notice look="failed" title="It was not replaced">
          {failureWords(replacement.error)}
        </Notice>
      ) : null}
    </div>
  );
}
