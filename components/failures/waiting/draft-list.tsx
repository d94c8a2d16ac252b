"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Check, Trash2 } from "lucide-react";
import Link from "next/link";
import type { z } from "zod";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { MemoryLink } from "#components/memories/memory-link.tsx";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { Notice } from "#components/ui/notice.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { DraftLesson } from "#server/contracts/drafts.ts";
import type { FailureFilters } from "../failure-filters.ts";
import { useDraftDecision } from "./use-draft-decision.ts";
import { WaitingColumn } from "./waiting-column.tsx";
import { WaitingEmpty } from "./waiting-empty.tsx";
import { mostWaiting, waitingOptions } from "./waiting-options.ts";

/** Drafted lessons, the newest first. One click makes one answer; throwing one away asks first, because it cannot be taken back. */
export function DraftList(within: Pick<FailureFilters, "project">) {
  const { data } = useSuspenseQuery(waitingOptions(useTRPC(), within).drafts);
  const decision = useDraftDecision();
  const { heading, approval, discard } = decision;
  const accepted = approval.data;
  return (
    <WaitingColumn kind="drafts" heading={heading}>
      {approval.isError ? (
        <Notice look="failed" title="The draft was not accepted" className="rounded-none border-0 border-b">
          {failureWords(approval.error)}
        </Notice>
      ) : null}
      {discard.isError ? (
        <Notice look="failed" title="The draft was not discarded" className="rounded-none border-0 border-b">
          {failureWords(discard.error)}
        </Notice>
      ) : null}
      <p role="status" className="empty:hidden">
        {accepted === undefined ? null : (
          <span className="block border-line border-b bg-sunken px-3 py-2">
            Accepted: <MemoryLink id={accepted.id} /> answers from now on
            {accepted.near_copies.length === 0
              ? ""
              : `, beside ${countOf(accepted.near_copies.length, "near copy", "near copies")}`}
            .
          </span>
        )}
        {discard.isSuccess ? <span className="sr-only">Draft discarded</span> : null}
      </p>
      {data.items.length === 0 ? (
        <WaitingEmpty title="No draft waits for a decision.">
          A session in which a command failed and passed later leaves one here.
        </WaitingEmpty>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((draft) => (
            <DraftRow key={draft.id} draft={draft} decision={decision} />
          ))}
        </ul>
      )}
      {data.next_cursor === null ? null : (
        <p className="border-line border-t px-3 py-2 text-muted text-xs">
          The newest {mostWaiting}; more follow as these are decided.
        </p>
      )}
    </WaitingColumn>
  );
}

type RowProps = { draft: z.infer<typeof DraftLesson>; decision: ReturnType<typeof useDraftDecision> };

function DraftRow({ draft, decision: { approval, discard, isPending } }: RowProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs leading-6">
        <TimeAgo instant={draft.created_at} />
        <ProjectName project={draft.project} />
        {draft.signature === null ? null : (
          <Link href={`/failures/${draft.signature.id}`} className="text-accent hover:underline">
            {draft.signature.seen_count === 0 ? "its failure" : `seen ${countOf(draft.signature.seen_count, "time")}`}
          </Link>
        )}
        <Link href={`/memories/${draft.id}`} className="text-accent hover:underline">
          read whole<span className="sr-only">: the draft {draft.id}</span>
        </Link>
      </p>
      <div className="flex shrink-0 gap-2">
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
      <p className="line-clamp-3 basis-full whitespace-pre-line">
        <StoredText>{draft.text}</StoredText>
      </p>
    </li>
  );
}
