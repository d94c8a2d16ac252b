"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { MemoryLink } from "#components/memories/memory-link.tsx";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { countOf } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import type { GetLookupOutput } from "#server/contracts/lookups.ts";

const labels = [
  { label: "relevant", word: "Relevant" },
  { label: "control", word: "Must not match" },
  { label: "unsure", word: "Unsure" },
] as const;

/** The candidates of any kind of record, as far as labelling needs them; what else stands in them is not read here. */
const Candidates = z.array(z.looseObject({ id: z.string(), kind: z.string().optional(), score: z.number() }));

const shownAtFirst = 12;

/** A person's judgement of each memory for this lookup: a pair that calibration is fed with. */
export function LabelCandidates({ answer }: { answer: z.output<typeof GetLookupOutput> }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isWhole, setIsWhole] = useState(false);
  const labelling = useMutation(
    trpc.lookup.label.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.lookup.get.queryFilter()),
    }),
  );
  const parsed = Candidates.safeParse(answer.record.candidates);
  const candidates = (parsed.success ? parsed.data : []).filter(({ kind }) => kind === undefined || kind === "memory");
  const unique = [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
  const labelOf = new Map(answer.labels.map(({ memory_id, label }) => [memory_id, label]));
  const isPrior = answer.summary.operation === "context.prior";
  const shown = isWhole ? unique : unique.slice(0, shownAtFirst);
  return (
    <Section
      id="pairs"
      title="Save as calibration pairs"
      note={
        isPrior
          ? `${countOf(labelOf.size, "pair")} saved. Calibration reads the labels of prior-context lookups.`
          : `${countOf(labelOf.size, "label")} saved. They are shown with the memory; calibration of thresholds reads those of prior-context lookups.`
      }
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
              <fieldset aria-label={`Label of ${id}`} className="inline-flex rounded-md border border-line-strong">
                {labels.map(({ label, word }) => (
                  <button
                    key={label}
                    type="button"
                    disabled={labelling.isPending}
                    aria-pressed={labelOf.get(id) === label}
                    onClick={() => labelling.mutate({ id: answer.summary.lookup_id, memory_id: id, label })}
                    className={classNames(
                      "min-h-7 border-line-strong border-r px-2 text-xs first:rounded-l-md last:rounded-r-md last:border-r-0",
                      labelOf.get(id) === label ? "bg-selected font-medium text-ink" : "text-muted hover:bg-hover",
                    )}
                  >
                    {word}
                  </button>
                ))}
              </fieldset>
            </li>
          ))}
          {shown.length < unique.length ? (
            <li className="px-4 py-2">
              <Button onClick={() => setIsWhole(true)}>Show all {unique.length}</Button>
            </li>
          ) : null}
        </ul>
      )}
      {labelling.isError ? (
        <Notice look="failed" title="The label was not saved" className="mt-2">
          {failureWords(labelling.error)}
        </Notice>
      ) : null}
    </Section>
  );
}
