"use client";

import Link from "next/link";
import type { z } from "zod";
import { onOneLine } from "#components/lists/on-one-line.ts";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { ListUnexplainedOutput } from "#server/contracts/drafts.ts";
import { oftenSeen } from "#server/contracts/vocabularies.ts";
import { useFailureFilters } from "../use-failure-filters.ts";
import { mostWaiting } from "./waiting-options.ts";

type Unexplained = z.infer<typeof ListUnexplainedOutput>["items"][number];

/** Failures seen often that no lesson explains, the most seen first: what is worth writing one for. */
export function UnexplainedList({ failures }: { failures: Unexplained[] }) {
  const [, setFilters] = useFailureFilters();
  return (
    <section aria-labelledby="unexplained" className="min-w-0">
      <h2 id="unexplained" className="font-semibold text-base">
        Seen often, explained by nobody
      </h2>
      <p className="mb-2 text-muted text-xs">Seen at least {oftenSeen} times, without a lesson that answers</p>
      {failures.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">Every failure that is seen often has its lesson.</p>
      ) : (
        <ul className="panel divide-y divide-line text-sm">
          {failures.slice(0, mostWaiting).map((failure) => (
            <li key={failure.id} className="flex items-start gap-3 px-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
                  <span>seen {countOf(failure.seen_count, "time")}</span>
                  <TimeAgo instant={failure.last_seen} />
                  {failure.projects.length > 1 ? (
                    <span>{countOf(failure.projects.length, "project")}</span>
                  ) : (
                    <ProjectName project={failure.projects[0] ?? null} />
                  )}
                  {failure.drafts === 0 ? null : <span>{countOf(failure.drafts, "draft")}</span>}
                </p>
                <Link href={`/failures/${failure.id}`} className="mt-0.5 block truncate text-accent hover:underline">
                  <StoredText>{onOneLine(failure.preview)}</StoredText>
                </Link>
              </div>
            </li>
          ))}
        </ul>
      )}
      {failures.length > mostWaiting ? (
        <button
          type="button"
          className="control control-quiet mt-1"
          onClick={() => void setFilters({ untaught: true, lessons: null, sort: "seen_count" })}
        >
          Show all in the list
        </button>
      ) : null}
    </section>
  );
}
