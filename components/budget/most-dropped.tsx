"use client";

import { ExportMenu } from "#components/lists/export-menu.tsx";
import { onOneLine } from "#components/lists/on-one-line.ts";
import { TierMark } from "#components/lookups/tier-mark.tsx";
import { dropKindWord } from "#components/lookups/words.ts";
import { MemoryLink } from "#components/memories/memory-link.tsx";
import { formatCount } from "#components/ui/format-quantity.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { StoredText } from "#components/ui/stored-text.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import type { BudgetAnswer } from "#server/contracts/budget.ts";

type Item = BudgetAnswer["most_dropped"][number];

const exported = [
  { name: "kind", value: (item: Item) => item.kind },
  { name: "id", value: (item: Item) => item.id },
  { name: "tier", value: (item: Item) => item.tier },
  { name: "drops", value: (item: Item) => item.drops },
  { name: "returned", value: (item: Item) => item.returned },
  { name: "tokens", value: (item: Item) => item.tokens },
  { name: "preview", value: (item: Item) => item.preview },
];

/** What was left out most often: a long entry that is dropped again and again is better shortened or superseded. */
export function MostDropped({ items }: { items: readonly Item[] }) {
  return (
    <Section
      id="most-dropped"
      title="Left out most often"
      note="A long entry that is dropped again and again is better shortened"
      actions={
        <ExportMenu
          fileName="whence-most-dropped"
          columns={exported}
          fetchPage={async () => ({ items, next_cursor: null })}
        />
      }
    >
      <div className="panel">
        <ScrollRegion label="Left out most often, scrolls sideways">
          <table className="w-full min-w-200 table-fixed" aria-labelledby="most-dropped">
            <thead className="border-line border-b">
              <tr>
                <th scope="col" className={`${headCell} w-24`}>
                  Kind
                </th>
                <th scope="col" className={`${headCell} w-28`}>
                  Tier
                </th>
                <th scope="col" className={headCell}>
                  What
                </th>
                <th scope="col" className={`${headCellRight} w-24`}>
                  Left out
                </th>
                <th scope="col" className={`${headCellRight} w-24`}>
                  Returned
                </th>
                <th scope="col" className={`${headCellRight} w-24`}>
                  Tokens
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {items.map((item) => (
                <tr key={`${item.kind} ${item.id}`}>
                  <td className={bodyCell}>{dropKindWord[item.kind]}</td>
                  <td className={bodyCell}>
                    {item.tier === null ? <span className="text-faint">–</span> : <TierMark tier={item.tier} />}
                  </td>
                  <td className={bodyCell}>
                    <span className="block truncate">
                      {item.preview === null ? (
                        <span className="text-muted">no longer there</span>
                      ) : (
                        <StoredText>{onOneLine(item.preview)}</StoredText>
                      )}
                    </span>
                    {item.kind === "memory" ? (
                      <MemoryLink id={item.id} />
                    ) : (
                      <code className="break-all text-muted text-xs">{item.id}</code>
                    )}
                  </td>
                  <td className={bodyCellRight}>{formatCount(item.drops)}</td>
                  <td className={bodyCellRight}>{formatCount(item.returned)}</td>
                  <td className={bodyCellRight}>{formatCount(item.tokens)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
    </Section>
  );
}
