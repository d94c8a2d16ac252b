"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "#components/trpc/provider.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { countOf, formatShare } from "#components/ui/format-quantity.ts";
import { StoredText } from "#components/ui/stored-text.tsx";
import { TimeFull } from "#components/ui/time-full.tsx";
import type { SignatureDetail } from "#server/contracts/signatures.ts";
import { failureHeadline } from "../failure-headline.ts";
import { SignatureMark } from "../signature-mark.tsx";
import { shortId } from "../words.ts";
import { ChangesSection } from "./changes-section.tsx";
import { DecideSection } from "./decide-section.tsx";
import { failureGetInput } from "./failure-get-input.ts";
import { LessonsSection } from "./lessons-section.tsx";
import { MaskedSection } from "./masked-section.tsx";
import { NamesSection } from "./names-section.tsx";
import { NeighboursSection } from "./neighbours-section.tsx";
import { PartsSection } from "./parts-section.tsx";
import { SightingsSection } from "./sightings-section.tsx";

/** One failure: what it says, what was masked in it and why, where it was seen, what is known, and what people decided about it. */
export function FailureDetail({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data: failure } = useSuspenseQuery(trpc.signature.get.queryOptions(failureGetInput(id)));
  return (
    <div className="flex flex-col gap-7">
      <Summary failure={failure} />
      <MaskedSection failure={failure} />
      <div className="grid gap-7 xl:grid-cols-2">
        <SightingsSection failure={failure} />
        <LessonsSection failure={failure} />
      </div>
      {failure.parts.length > 1 ? <PartsSection failure={failure} /> : null}
      <NeighboursSection failure={failure} />
      <DecideSection failure={failure} />
      <div className="grid gap-7 xl:grid-cols-2">
        <ChangesSection failure={failure} />
        <NamesSection failure={failure} />
      </div>
    </div>
  );
}

function Summary({ failure }: { failure: SignatureDetail }) {
  const { tier1 } = failure;
  return (
    <div>
      {failure.name === null ? (
        <p className="line-clamp-2 font-mono text-sm">
          <StoredText>{failureHeadline(failure.masked)}</StoredText>
        </p>
      ) : (
        <p className="font-semibold text-lg">
          <StoredText>{failure.name}</StoredText>
        </p>
      )}
      {failure.asked_id === failure.id ? null : (
        <p className="mb-2 text-sm">
          <code title={failure.asked_id}>{shortId(failure.asked_id)}</code> stands for this failure now: it was merged,
          or rules changed.
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        <span>
          <StoredText>{failure.tool}</StoredText>
        </span>
        <span>seen {countOf(failure.seen_count, "time")}</span>
        {failure.first_seen === null ? null : (
          <span>
            first <TimeFull instant={failure.first_seen} />
          </span>
        )}
        {failure.last_seen === null ? null : (
          <span>
            last <TimeFull instant={failure.last_seen} />
          </span>
        )}
        <span>
          tier 1 answered{" "}
          {tier1.lookups === 0
            ? "no lookup yet"
            : `${formatShare(tier1.hits / tier1.lookups)} of ${countOf(tier1.lookups, "lookup")}`}
        </span>
        {failure.marks.map((mark) => (
          <SignatureMark key={mark} mark={mark} />
        ))}
        {failure.split_from === null ? null : (
          <Link href={`/failures/${failure.split_from}`} className="text-accent hover:underline">
            split from {shortId(failure.split_from)}
          </Link>
        )}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-all text-xs">{failure.id}</code>
        <CopyButton label="Copy id" text={failure.id} />
      </div>
    </div>
  );
}
