import Link from "next/link";
import { failureHeadline } from "#components/failures/failure-headline.ts";
import { countOf, formatCount, formatShare } from "#components/ui/format-quantity.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { OverviewAnswer } from "#server/contracts/overview.ts";

type Props = { failures: OverviewAnswer["top_failures"]; total: number };

/** The failures that most lookups of the range asked about, each with a bar of its share. */
export function TopFailures({ failures, total }: Props) {
  const most = Math.max(1, ...failures.map(({ lookups }) => lookups));
  return (
    <section aria-labelledby="top-failures">
      <h2 id="top-failures" className="mb-1.5 font-semibold">
        Top failures
      </h2>
      {failures.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">No lookup of this range brought a failure.</p>
      ) : (
        <ol className="panel divide-y divide-line">
          {failures.map((failure) => (
            <li
              key={failure.signature_id}
              className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5 text-sm"
            >
              <span className="truncate">
                <StoredText>{failure.tool}</StoredText>
              </span>
              <Link
                href={`/failures/${encodeURIComponent(failure.signature_id)}`}
                className="min-w-0 truncate font-mono text-xs hover:underline"
              >
                <StoredText>{failureHeadline(failure.preview)}</StoredText>
              </Link>
              <span
                className="flex items-center gap-2 whitespace-nowrap text-muted text-xs"
                title={`${countOf(failure.lookups, "lookup")}, ${formatShare(total === 0 ? null : failure.lookups / total)} of all`}
              >
                <svg aria-hidden="true" width={56} height={6} className="bar-mark hidden sm:block">
                  <rect width={56} height={6} rx={1} className="fill-line" />
                  <rect width={(failure.lookups / most) * 56} height={6} rx={1} className="fill-accent" />
                </svg>
                {formatCount(failure.lookups)}
                <span className="group/time hidden w-20 text-right sm:inline">
                  <TimeAgo instant={failure.last_seen} />
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
