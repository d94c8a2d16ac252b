"use client";

import { Check, Trash2 } from "lucide-react";
import Link from "next/link";
import type { z } from "zod";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { MemoryLink } from "#components/memories/memory-link.tsx";
import { failureWords } from "#components/trpc/failure-words.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { DraftLesson } from "#server/contracts/drafts.ts";
import { useDraftDecision } from "./use-draft-decision.ts";
import { mostWaiting } from "./waiting-options.ts";

type Draft = z.infer<typeof DraftLesson>;

/** Drafted lessons, the newest first. One click makes one answer; throwing one away asks first, because it cannot be taken back. */
export function DraftList({ drafts, hasMore }: { drafts: Draft[]; hasMore: boolean }) {
  const { heading, approval, discard, isPending } = useDraftDecision();
  const accepted = approval.data;
  return (
    <section aria-labelledby="drafts-waiting" className="min-w-0">
      <h2 id="drafts-waiting" ref={heading} tabIndex={-1} className="font-semibold text-base">
        Drafts that wait
      </h2>
      <p className="mb-2 text-muted text-xs">Written from sessions in which a command failed and passed later</p>
      {approval.isError ? (
        <Notice look="failed" title="The draft was not accepted" className="mb-2">
          {failureWords(approval.error)}
        </Notice>
      ) : null}
      {discard.isError ? (
        <Notice look="failed" title="The draft was not discarded" className="mb-2">
          {failureWords(discard.error)}
        </Notice>
      ) : null}
      <p role="status" className="text-sm empty:hidden">
        {accepted === undefined ? null : (
          <span className="mb-2 block">
            Accepted: <MemoryLink id={accepted.id} /> answers from now on
            {accepted.near_copies.length === 0
              ? ""
              : `, beside ${countOf(accepted.near_copies.length, "near copy", "near copies")}`}
            .
          </span>
        )}
        {discard.isSuccess ? <span className="sr-only">Draft discarded</span> : null}
      </p>
      {drafts.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">No draft waits for a decision.</p>
      ) : (
        <ul className="panel divide-y divide-line text-sm">
          {drafts.map((draft) => (
            <li key={draft.id} className="px-3 py-2">
              <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
                <TimeAgo instant={draft.created_at} />
                <ProjectName project={draft.project} />
                {draft.signature === null ? null : (
                  <Link href={`/failures/${draft.signature.id}`} className="text-accent hover:underline">
                    seen {countOf(draft.signature.seen_count, "time")}
                  </Link>
                )}
                <MemoryLink id={draft.id} />
              </p>
              <p className="mt-1 line-clamp-4 whitespace-pre-line">
                <StoredText>{draft.text}</StoredText>
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button
                  disabled={isPending}
                  aria-label={`Accept the draft ${draft.id}`}
                  onClick={() => approval.mutate({ id: draft.id })}
                >
                  <Check aria-hidden="true" size={14} />
                  Accept
                </Button>
                <ConfirmDialog
                  trigger={
                    <>
                      <Trash2 aria-hidden="true" size={14} />
                      Discard<span className="sr-only"> the draft {draft.id}</span>
                    </>
                  }
                  title="Discard this draft?"
                  confirmLabel="Discard it"
                  isDisabled={isPending}
                  onConfirm={() => discard.mutate({ id: draft.id })}
                >
                  Its text is removed, and the same session does not draft it again.
                </ConfirmDialog>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasMore ? (
        <p className="mt-1 text-muted text-xs">The newest {mostWaiting}; more follow as these are decided.</p>
      ) : null}
    </section>
  );
}
