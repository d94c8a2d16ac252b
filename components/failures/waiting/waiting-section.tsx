"use client";

import { type ReactNode, Suspense } from "react";
import { failureWords } from "#components/trpc/failure-words.ts";
import { Button } from "#components/ui/button.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useFailureFilters } from "../use-failure-filters.ts";
import { DraftList } from "./draft-list.tsx";
import { UnexplainedList } from "./unexplained-list.tsx";
import { WaitingColumn, type waitingKinds } from "./waiting-column.tsx";
import { WaitingColumnSkeleton } from "./waiting-skeleton.tsx";

/** What waits for a person: lessons that were drafted from sessions, and failures seen often that nobody has explained. */
export function WaitingSection() {
  const [{ project }] = useFailureFilters();
  return (
    <div className="mb-5 grid gap-x-6 gap-y-4 lg:grid-cols-2">
      <Column kind="drafts" failed="The drafts could not be loaded" within={project ?? ""}>
        <DraftList project={project} />
      </Column>
      <Column kind="unexplained" failed="The failures seen often could not be loaded" within={project ?? ""}>
        <UnexplainedList project={project} />
      </Column>
    </div>
  );
}

type ColumnProps = { kind: keyof typeof waitingKinds; failed: string; within: string; children: ReactNode };

/** Each column comes, and fails, by itself; neither the other nor the list below waits for it. */
function Column({ kind, failed, within, children }: ColumnProps) {
  return (
    <FailureBoundary
      resetOn={within}
      render={({ error, tryAgain }) => (
        <WaitingColumn kind={kind}>
          <Notice
            look="failed"
            title={failed}
            className="m-auto w-full flex-1 content-center rounded-none border-0"
            action={<Button onClick={tryAgain}>Try again</Button>}
          >
            {failureWords(error)}
          </Notice>
        </WaitingColumn>
      )}
    >
      <Suspense fallback={<WaitingColumnSkeleton kind={kind} />}>{children}</Suspense>
    </FailureBoundary>
  );
}
