import Link from "next/link";
import { SignatureMark } from "#components/failures/signature-mark.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";

type Part = NonNullable<ContextRecordBody["signature"]>["parts"][number];

/** The failures of the log, the one that leads first: which of them tier 1 knew a lesson for, and the page of each. */
export function SignatureParts({ parts }: { parts: readonly Part[] }) {
  return (
    <ol aria-label="Parts of the log" className="divide-y divide-line border-line border-t text-sm">
      {parts.map((part) => (
        <li key={part.id} className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-1.5">
          <Link href={`/failures/${part.id}`} className="text-accent hover:underline" title={part.id}>
            {part.name === undefined ? <code>{part.id.slice(0, 16)}…</code> : <StoredText>{part.name}</StoredText>}
          </Link>
          <span className="text-muted">
            <StoredText>{part.tool ?? "no tool"}</StoredText>
          </span>
          {part.hit ? (
            <span className="text-good">tier 1 has a lesson</span>
          ) : (
            <span className="text-muted">no lesson yet</span>
          )}
          {(part.marks ?? []).map((mark) => (
            <SignatureMark key={mark} mark={mark} />
          ))}
          {part.stands_for === undefined ? null : (
            <span className="text-muted text-xs">
              counts with{" "}
              <Link
                href={`/failures/${part.stands_for}`}
                className="text-accent hover:underline"
                title={part.stands_for}
              >
                <code>{part.stands_for.slice(0, 16)}…</code>
              </Link>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
