import { budgetShareFill } from "#components/charts/budget-share-fill.ts";
import { BudgetSharesBox } from "#components/charts/budget-shares-box.tsx";
import { ChartFigure } from "#components/charts/chart-figure.tsx";
import { prepareBudgetShares } from "#components/charts/prepare-budget-shares.ts";
import { formatCount } from "#components/ui/format-quantity.ts";
import { Section } from "#components/ui/section.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";
import { dropKindWord } from "../words.ts";

type Props = { record: ContextRecordBody };

/** How the tokens were spent, and what was left out, in the order in which it went. */
export function BudgetSection({ record }: Props) {
  const model = prepareBudgetShares(record);
  return (
    <Section id="budget" title="Budget">
      <ChartFigure
        finding={model.finding}
        chart={
          <>
            <BudgetSharesBox model={model} />
            <ul className="flex flex-wrap gap-x-4 gap-y-1 px-2 text-xs">
              {model.shares.map(({ name, word, tokens }) => (
                <li key={name} className="flex items-center gap-1.5">
                  <svg aria-hidden="true" width={10} height={10} className="bar-mark">
                    <rect width={10} height={10} rx={2} fill={budgetShareFill[name]} />
                  </svg>
                  {word} <span className="text-muted">{formatCount(tokens)}</span>
                </li>
              ))}
            </ul>
          </>
        }
        table={
          <table className="w-full" aria-labelledby="budget">
            <thead>
              <tr>
                <th scope="col" className={headCell}>
                  Share
                </th>
                <th scope="col" className={headCellRight}>
                  Entries
                </th>
                <th scope="col" className={headCellRight}>
                  Tokens
                </th>
                <th scope="col" className={headCellRight}>
                  Of the limit
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-t">
              {model.shares.map(({ name, word, entries, tokens, ofLimit }) => (
                <tr key={name}>
                  <th scope="row" className={`${bodyCell} text-left font-medium`}>
                    {word}
                  </th>
                  <td className={bodyCellRight}>{name === "rest" ? "–" : formatCount(entries)}</td>
                  <td className={bodyCellRight}>{formatCount(tokens)}</td>
                  <td className={bodyCellRight}>{ofLimit}</td>
                </tr>
              ))}
              <tr className="font-medium">
                <th scope="row" className={`${bodyCell} text-left`}>
                  Used of {formatCount(model.limit)}
                </th>
                <td className={bodyCellRight} />
                <td className={bodyCellRight}>{formatCount(model.used)}</td>
                <td className={bodyCellRight} />
              </tr>
            </tbody>
          </table>
        }
      />
      {record.drops.length === 0 ? null : (
        <div className="panel mt-3">
          <h3 className="px-4 pt-3 font-medium text-sm">Dropped, in this order</h3>
          <ol className="divide-y divide-line px-4 pb-1">
            {record.drops.map(({ kind, id, tokens }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is a record and never changes its order
              <li key={place} className="flex items-baseline gap-3 py-1.5 text-sm">
                <span className="w-5 shrink-0 text-right text-muted">{place + 1}</span>
                <span className="w-20 shrink-0">{dropKindWord[kind]}</span>
                <code className="min-w-0 flex-1 truncate text-xs" title={id}>
                  {id}
                </code>
                <span className="shrink-0 text-muted">{formatCount(tokens)} tokens</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Section>
  );
}
