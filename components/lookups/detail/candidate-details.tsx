import Link from "next/link";
import { formatCount } from "#components/ui/format-quantity.ts";
import type { CandidateRow } from "../prepare-candidates.ts";
import { CandidateText } from "./candidate-text.tsx";

/** The numbers that entered a candidate's scores, what it replaces, and its text as it stands today. */
export function CandidateDetails({ row }: { row: CandidateRow }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {row.factors.length === 0 ? <dt className="text-muted">No factors: an exact match is not scored.</dt> : null}
        {row.factors.map(({ name, shown }) => (
          <div key={name} className="flex items-baseline gap-1.5">
            <dt className="text-muted text-xs">{name.replaceAll("_", " ")}</dt>
            <dd className="font-medium">{shown}</dd>
          </div>
        ))}
        {row.tokens === null ? null : (
          <div className="flex items-baseline gap-1.5">
            <dt className="text-muted text-xs">tokens</dt>
            <dd className="font-medium">{formatCount(row.tokens)}</dd>
          </div>
        )}
      </dl>
      {row.replaces.length === 0 ? null : (
        <p className="text-muted text-xs">
          Replaces <code>{row.replaces.join(" → ")}</code>
        </p>
      )}
      {row.kind === "memory" ? (
        <>
          <CandidateText memoryId={row.id} />
          <p>
            <Link href={`/memories/${row.id}`} className="text-accent text-xs hover:underline">
              Open this memory: its chain, its failures and where else it was surfaced
            </Link>
          </p>
        </>
      ) : null}
    </div>
  );
}
