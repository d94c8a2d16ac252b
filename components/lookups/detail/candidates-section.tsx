"use client";

import { parseAsStringLiteral } from "nuqs";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { SortHeader } from "#components/ui/sort-header.tsx";
import { headCell } from "#components/ui/table-cells.ts";
import { useUrlState } from "#components/ui/use-url-state.ts";
import type { CandidateRow } from "../prepare-candidates.ts";
import { type CandidateSort, candidateSorts, firstOrder, sortCandidates, sortOrders } from "../sort-candidates.ts";
import { CandidateRows } from "./candidate-rows.tsx";

type Props = { rows: readonly CandidateRow[]; considered: number; isTruncated: boolean };

const drawnAtFirst = 40;

const sortParsers = {
  sort: parseAsStringLiteral(candidateSorts).withDefault("decided"),
  order: parseAsStringLiteral(sortOrders).withDefault("ascending"),
};

/** Every candidate of the record, what it scored, and why it was or was not returned. */
export function CandidatesSection({ rows, considered, isTruncated }: Props) {
  const [{ sort, order }, setSort] = useUrlState(sortParsers);
  const [isWhole, setIsWhole] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const sorted = sortCandidates(rows, sort, order);
  const drawn = isWhole ? sorted : sorted.slice(0, drawnAtFirst);
  const cut = isTruncated
    ? ` The record keeps the best ${formatCount(rows.length)} of ${formatCount(considered)}.`
    : "";

  function press(next: CandidateSort) {
    const reversed = order === "ascending" ? "descending" : "ascending";
    void setSort({ sort: next, order: next === sort ? reversed : firstOrder[next] });
  }

  function toggle(position: number) {
    const next = new Set(opened);
    if (!next.delete(position)) next.add(position);
    setOpened(next);
  }

  const sortHeader = (name: string, by: CandidateSort, width: string) => (
    <SortHeader name={name} width={width} sorted={sort === by ? order : "none"} onPress={() => press(by)} />
  );

  return (
    <Section
      id="candidates"
      title="Candidates"
      note={`${countOf(rows.length, "candidate")}, each with the score of its own leg, the rerank score, and its fate.${cut}`}
      actions={
        sort === "decided" ? undefined : (
          <Button onClick={() => void setSort({ sort: null, order: null })}>In the order decided</Button>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="panel p-4 text-muted text-sm">No leg found a candidate.</p>
      ) : (
        <div className="panel">
          <ScrollRegion label="Candidates, scrolls sideways">
            <table className="w-full min-w-240 table-fixed" aria-labelledby="candidates">
              <thead className="border-line border-b">
                <tr>
                  <th scope="col" className={`${headCell} w-10 px-0`}>
                    <span className="sr-only">Details</span>
                  </th>
                  {sortHeader("Fate", "fate", "w-84")}
                  {sortHeader("Tier", "tier", "w-28")}
                  <th scope="col" className={headCell}>
                    Candidate
                  </th>
                  <th scope="col" className={`${headCell} w-36`}>
                    Found by
                  </th>
                  {sortHeader("Raw score, floor", "raw_score", "w-52")}
                  {sortHeader("Score", "score", "w-22 text-right")}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {drawn.map((row) => (
                  <CandidateRows
                    key={row.position}
                    row={row}
                    isOpen={opened.has(row.position)}
                    onToggle={() => toggle(row.position)}
                  />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          {drawn.length < rows.length ? (
            <p className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-2 text-muted text-xs">
              {formatCount(drawn.length)} of {formatCount(rows.length)} drawn
              <Button onClick={() => setIsWhole(true)}>Show all</Button>
            </p>
          ) : null}
        </div>
      )}
    </Section>
  );
}
