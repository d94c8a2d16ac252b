import Link from "next/link";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import { MemoryLink } from "../memory-link.tsx";
import type { MemoryData } from "./memory-data.ts";

/** The failures that lead to a memory, and where they were seen. */
export function FailuresSection({ memory }: { memory: MemoryData }) {
  const { signatures, occurrences } = memory;
  return (
    <Section
      id="failures"
      title="Failures that lead here"
      note="A lookup of one of these is answered by this memory in tier 1"
    >
      {signatures.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">
          It is linked to no failure, so it is found by its words and its ground alone.
        </p>
      ) : (
        <div className="grid gap-4 xl:grid-cols-2">
          <ul className="panel min-w-0 divide-y divide-line">
            {signatures.map(({ id, tool, masked, seen_count }, index) => (
              <li key={id}>
                <p className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3 text-sm">
                  <span className="font-medium">
                    <StoredText>{tool}</StoredText>
                  </span>
                  <span className="text-muted">seen {countOf(seen_count, "time")}</span>
                  <Link
                    href={`/failures/${id}`}
                    className="min-w-0 truncate text-accent text-xs hover:underline"
                    title={id}
                  >
                    <code>{id.slice(0, 16)}…</code>
                  </Link>
                </p>
                <LongText text={masked} label={`Failure ${index + 1}, of ${tool}, masked`} className="max-h-56 px-1" />
              </li>
            ))}
          </ul>
          <div className="panel min-w-0">
            <h3 className="px-4 pt-3 font-medium text-sm">Occurrences, newest first</h3>
            {occurrences.length === 0 ? (
              <p className="px-4 py-3 text-muted text-sm">None in projects that you may read.</p>
            ) : (
              <ol className="divide-y divide-line px-4 pb-1">
                {occurrences.map((row) => (
                  <li
                    key={`${row.source_id} ${row.signature_id}`}
                    className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-3 py-1.5 text-sm"
                  >
                    <span className="group/time text-muted">
                      <TimeAgo instant={row.at} />
                    </span>
                    <ProjectName project={row.project} />
                    {row.source === "memory" ? (
                      <MemoryLink id={row.source_id} />
                    ) : (
                      <Link href={`/lookups/${row.source_id}`} className="text-accent text-xs hover:underline">
                        lookup
                      </Link>
                    )}
                  </li>
                ))}
              </ol>
            )}
          </div>
        </div>
      )}
    </Section>
  );
}
