"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { LabelButtons } from "#components/lookups/prior/label-buttons.tsx";
import { MemoryLink } from "#components/memories/memory-link.tsx";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import { Section } from "#components/ui/section.tsx";
import type { GetLookupOutput } from "#server/contracts/lookups.ts";

/** The memories among the candidates of a record, as far as labelling needs them. */
const Candidates = z.array(z.looseObject({ id: z.string(), kind: z.string(), score: z.number() }));

const shownAtFirst = 12;

/** A person's judgement of each memory for this lookup. */
export function LabelCandidates({ answer }: { answer: z.output<typeof GetLookupOutput> }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isWhole, setIsWhole] = useState(false);
  const labelling = useMutation(
    trpc.lookup.label.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.lookup.get.queryFilter()),
    }),
  );
  const candidates = (Candidates.safeParse(answer.record.candidates).data ?? []).filter(
    ({ kind }) => kind === "memory",
  );
  const unique = [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
  const labelOf = new Map(answer.labels.map(({ memory_id, label }) => [memory_id, label]));
  const shown = isWhole ? unique : unique.slice(0, shownAtFirst);
  return (
    <Section
      id="pairs"
      title="Judge the memories"
      note={`${countOf(labelOf.size, "label")} saved. They are shown with each memory; calibration of floor and gap reads those of prior-context lookups.`}
    >
      {unique.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">This lookup considered no memory, so there is nothing to judge.</p>
      ) : (
        <ul className="panel divide-y divide-line">
          {shown.map(({ id, score }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2 text-sm">
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <MemoryLink id={id} />
                <span className="text-muted text-xs">score {formatScore(score)}</span>
              </span>
              <LabelButtons
                memoryId={id}
                label={labelOf.get(id) ?? null}
                onLabel={(label) => labelling.mutate({ id: answer.summary.lookup_id, memory_id: id, label })}
                error={labelling.variables?.memory_id === id ? labelling.error : null}
              />
            </li>
          ))}
          {shown.length < unique.length ? (
            <li className="px-4 py-2">
              <Button onClick={() => setIsWhole(true)}>Show all {unique.length}</Button>
            </li>
          ) : null}
        </ul>
      )}
    </Section>
  );
}
