"use client";

import { useMemo, useRef, useState } from "react";
import { HatchPattern } from "#components/charts/factor-bar-mark.tsx";
import { useSingleKeys } from "#components/shell/single-keys.ts";
import { Button } from "#components/ui/button.tsx";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import { formatThreshold } from "#components/ui/format-threshold.ts";
import { Notice } from "#components/ui/notice.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { headCell, headCellRight } from "#components/ui/table-cells.ts";
import { useUrlState } from "#components/ui/use-url-state.ts";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { type Label, labelChoices, useLabelLookup } from "./label-buttons.tsx";
import { NumberSlider } from "./number-slider.tsx";
import { preparePriorView } from "./prepare-prior-view.ts";
import { PriorCandidateRows } from "./prior-candidate-rows.tsx";
import { ReplayCheck } from "./replay-check.tsx";
import { askedFields, noWhatIf, type WhatIfState, whatIfFields, whatIfParsers } from "./what-if-state.ts";

type Props = { record: PriorRecord; recordId: string; labels: readonly { memory_id: string; label: Label }[] };

const drawnAtFirst = 40;

const sliders = [
  { name: "floor", label: "Noise floor", max: 0.5, step: 0.001 },
  { name: "gap", label: "Rank gap", max: 1, step: 0.01 },
  { name: "semantic", label: "Weight of semantic", max: 1, step: 0.05 },
  { name: "structural", label: "Weight of structural", max: 1, step: 0.05 },
  { name: "top", label: "Top k", max: 50, step: 1 },
] as const satisfies readonly { name: keyof WhatIfState; label: string; max: number; step: number }[];

/** Every candidate as it was judged, or as it would be under other numbers, with its label. */
export function PriorCandidatesSection({ record, recordId, labels }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useUrlState(whatIfParsers);
  const asked = useMemo(() => askedFields(state, record.policy), [state, record.policy]);
  const view = useMemo(() => preparePriorView(record, asked), [record, asked]);
  const [isWhole, setIsWhole] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [labelled, setLabelled] = useState<ReadonlyMap<string, Label>>(
    () => new Map(labels.map(({ memory_id, label }) => [memory_id, label])),
  );
  const [refusals, setRefusals] = useState<ReadonlyMap<string, unknown>>(new Map());
  const saveLabel = useLabelLookup(record.lookup_id, (memoryId, error) => {
    setRefusals((before) => new Map(before).set(memoryId, error));
    setLabelled((before) => {
      const next = new Map(before);
      next.delete(memoryId);
      return next;
    });
  });
  const drawn = isWhole ? view.rows : view.rows.slice(0, drawnAtFirst);

  function setLabel(memoryId: string, label: Label) {
    setLabelled((before) => new Map(before).set(memoryId, label));
    setRefusals((before) => {
      const next = new Map(before);
      next.delete(memoryId);
      return next;
    });
    saveLabel(memoryId, label);
  }

  function toggle(id: string) {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  }

  const toggles = () => [...(box.current?.querySelectorAll<HTMLElement>("[data-candidate-toggle]") ?? [])];
  const focusedId = () => document.activeElement?.closest("[data-candidate]")?.getAttribute("data-candidate") ?? null;
  function step(by: 1 | -1) {
    const all = toggles();
    const here = all.findIndex(
      (each) => each.closest("[data-candidate]")?.getAttribute("data-candidate") === focusedId(),
    );
    all[Math.min(all.length - 1, Math.max(0, here + by))]?.focus();
  }
  function labelFocused(label: Label) {
    const id = focusedId();
    if (id !== null) setLabel(id, label);
  }
  const [relevant, control, unsure] = labelChoices;
  useSingleKeys({
    j: () => step(1),
    k: () => step(-1),
    [relevant.key]: () => labelFocused("relevant"),
    [control.key]: () => labelFocused("control"),
    [unsure.key]: () => labelFocused("unsure"),
  });

  const left = record.counts.considered - record.candidates.length;
  return (
    <Section
      id="candidates"
      title="Candidates"
      note={`${countOf(view.rows.length, "candidate")}, best first. Move with j and k; label with r, c and u.${
        left > 0 ? ` ${formatCount(left)} more were considered and shared nothing with the task, or ranked lower.` : ""
      }`}
      actions={
        view.isWhatIf || view.refused.length > 0 ? (
          <Button onClick={() => void setState(noWhatIf)}>As recorded</Button>
        ) : undefined
      }
    >
      <div ref={box} className="flex flex-col gap-3">
        <div className="panel flex flex-col gap-3 p-4">
          <p className="text-sm">
            <span className="font-medium">What if</span>{" "}
            <span className="text-muted">
              the numbers of policy version {record.policy.version} had been others? Computed here from the record.
            </span>
          </p>
          <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2 xl:grid-cols-5">
            {sliders.map(({ name, label, max, step: by }) => (
              <NumberSlider
                key={name}
                label={label}
                value={state[name] ?? record.policy[whatIfFields[name]]}
                recorded={record.policy[whatIfFields[name]]}
                min={name === "top" ? 1 : 0}
                max={Math.max(max, record.policy[whatIfFields[name]])}
                step={by}
                onChange={(value) => void setState({ [name]: value })}
              />
            ))}
          </div>
          <p role="status" className="font-medium text-sm">
            {view.finding}
          </p>
          {view.undecidable === null ? null : (
            <Notice look="caution" title="This record cannot decide it alone">
              {view.undecidable.because === "truncated"
                ? "More memories had a say than a record keeps"
                : "A bonus lifts memories that share nothing with the task"}
              : one that it does not hold could score up to {formatScore(view.undecidable.highest_unrecorded)}, above
              the cutoff {formatScore(view.undecidable.cutoff)}. What is shown holds for the memories in the record.
            </Notice>
          )}
          {view.refused.length === 0 ? null : (
            <Notice look="failed" title="This cannot be asked of a record">
              {view.refused.join("; ")}
            </Notice>
          )}
          <ReplayCheck recordId={recordId} asked={asked} view={view} />
        </div>
        {view.rows.length === 0 ? (
          <p className="panel p-4 text-muted text-sm">No candidate had a say, so there is nothing to compare.</p>
        ) : (
          <div className="panel">
            <HatchPattern />
            <Legend floor={view.floor} gap={view.gap} scores={view.rows.map(({ score }) => score)} />
            <ScrollRegion label="Candidates, scrolls sideways">
              <table className="w-full min-w-250 table-fixed" aria-labelledby="candidates">
                <thead className="border-line border-b">
                  <tr>
                    <th scope="col" className={`${headCell} w-10 px-0`}>
                      <span className="sr-only">Arithmetic</span>
                    </th>
                    <th scope="col" className={`${headCell} w-76`}>
                      Verdict
                    </th>
                    <th scope="col" className={`${headCell} w-56`}>
                      Memory
                    </th>
                    <th scope="col" className={headCell}>
                      Parts of the score
                    </th>
                    <th scope="col" className={`${headCellRight} w-20`}>
                      Score
                    </th>
                    <th scope="col" className={`${headCell} w-58`}>
                      Label
                    </th>
                  </tr>
                </thead>
                <tbody className="divide-y divide-line">
                  {drawn.map((row) => (
                    <PriorCandidateRows
                      key={row.id}
                      row={row}
                      view={view}
                      isOpen={opened.has(row.id)}
                      onToggle={() => toggle(row.id)}
                      label={labelled.get(row.id) ?? null}
                      labelError={refusals.get(row.id) ?? null}
                      onLabel={(label) => setLabel(row.id, label)}
                    />
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
            {drawn.length < view.rows.length ? (
              <p className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-2 text-muted text-xs">
                {formatCount(drawn.length)} of {formatCount(view.rows.length)} drawn
                <Button onClick={() => setIsWhole(true)}>Show all</Button>
              </p>
            ) : null}
          </div>
        )}
      </div>
    </Section>
  );
}

const parts = [
  { word: "semantic", className: "bg-factor-semantic" },
  { word: "structural", className: "bg-factor-structural" },
  { word: "bonus", className: "bg-factor-bonus" },
  { word: "taken by recency and live ratio", className: "hatched border border-line-strong" },
] as const;

function Legend({ floor, gap, scores }: { floor: number; gap: number | null; scores: readonly number[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-xs">
      {parts.map(({ word, className }) => (
        <li key={word} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`bar-mark size-2.5 rounded-xs ${className}`} />
          {word}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3.5 border-ink border-l-2" />
        floor {formatThreshold(floor)}
      </li>
      {gap === null ? null : (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-3.5 border-accent border-l-2 border-dashed" />
          gap {formatScore(gap, scores)}
        </li>
      )}
    </ul>
  );
}
