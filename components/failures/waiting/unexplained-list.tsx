"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { failureHeadline } from "#components/failures/failure-headline.ts";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { useTRPC } from "#components/trpc/provider.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { FailureFilters } from "../failure-filters.ts";
import { useFailureFilters } from "../use-failure-filters.ts";
import { WaitingColumn } from "./waiting-column.tsx";
import { WaitingEmpty } from "./waiting-empty.tsx";
import { mostWaiting, waitingOptions } from "./waiting-options.ts";

/** Failures seen often that no lesson explains, the most seen first: what is worth writing one for. */
export function UnexplainedList(within: Pick<FailureFilters, "project">) {
  const { data } = useSuspenseQuery(waitingOptions(useTRPC(), within).unexplained);
  const [, setFilters] = useFailureFilters();
  const failures = data.items;
  const showAll =
    failures.length > mostWaiting ? (
      <button
        type="button"
        className="control control-quiet shrink-0"
        onClick={() => void setFilters({ untaught: true, lessons: null, sort: "seen_count" })}
      >
        Show all in the list
      </button>
    ) : null;
  return (
    <WaitingColumn kind="unexplained" action={showAll}>
      {failures.length === 0 ? (
        <WaitingEmpty title="Nothing is left unexplained.">
          Every failure that is seen often has its lesson.
        </WaitingEmpty>
      ) : (
        <ul className="divide-y divide-line">
          {failures.slice(0, mostWaiting).map((failure) => (
            <li key={failure.id} className="px-3 py-2">
              <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs leading-6">
                <span className="font-medium text-ink tabular-nums">seen {countOf(failure.seen_count, "time")}</span>
                <TimeAgo instant={failure.last_seen} />
                {failure.projects.length > 1 ? (
                  <span>{countOf(failure.projects.length, "project")}</span>
                ) : (
                  <ProjectName project={failure.projects[0] ?? null} />
                )}
                {failure.drafts === 0 ? null : <span>{countOf(failure.drafts, "draft")}</span>}
              </p>
              <Link href={`/failures/${failure.id}`} className="block truncate py-0.5 text-accent hover:underline">
                <StoredText>{failureHeadline(failure.preview)}</StoredText>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </WaitingColumn>
  );
}
