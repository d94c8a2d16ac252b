import Link from "next/link";
import { failureHeadline } from "#components/failures/failure-headline.ts";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import type { SignatureDetail } from "#server/contracts/signatures.ts";

/** The other failures of the log that this one was first seen in. Tier 1 looks each of them up. */
export function PartsSection({ failure }: { failure: SignatureDetail }) {
  return (
    <Section
      id="parts"
      title="Parts of that log"
      note="The log held several failures. Each is looked up by itself, the first one leads."
    >
      <ol className="panel divide-y divide-line text-sm">
        {failure.parts.map((part) => (
          <li key={part.id} className="flex min-w-0 items-baseline gap-3 px-3 py-2">
            <span className="w-24 shrink-0 truncate text-muted">{part.tool ?? "no tool"}</span>
            {part.is_this ? (
              <span className="min-w-0 truncate font-medium">
                <StoredText>{failureHeadline(part.masked)}</StoredText>{" "}
                <span className="text-muted">(this failure)</span>
              </span>
            ) : part.is_known ? (
              <Link href={`/failures/${part.id}`} className="min-w-0 truncate text-accent hover:underline">
                <StoredText>{failureHeadline(part.masked)}</StoredText>
              </Link>
            ) : (
              <span className="min-w-0 truncate">
                <StoredText>{failureHeadline(part.masked)}</StoredText>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
