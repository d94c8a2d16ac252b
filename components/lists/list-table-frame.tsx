import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import type { ListColumn } from "./list-column.ts";

type Props = {
  /** What is listed and in which order. */
  label: string;
  columns: readonly ListColumn[];
  /** Rows in the whole list with the head; -1 while its end is not known. */
  rowCount: number;
  isBusy: boolean;
  /** Pixels that stand for rows which are not drawn. */
  heightBefore?: number;
  heightAfter?: number;
  /** Stands beside the name of the column of times. */
  zoneNote: ReactNode;
  children: ReactNode;
};

/** The table of a list without its rows; the list and its skeleton fill it. */
export function ListTableFrame({
  label,
  columns,
  rowCount,
  isBusy,
  heightBefore = 0,
  heightAfter = 0,
  zoneNote,
  children,
}: Props) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: stacked on narrow screens, the elements lose the roles they are born with
    // biome-ignore-start lint/a11y/useSemanticElements: these are the semantic elements
    <table
      role="table"
      aria-label={label}
      aria-rowcount={rowCount}
      aria-busy={isBusy}
      className={classNames("block w-full md:table md:table-fixed", isBusy && "renewing")}
    >
      <thead
        role="rowgroup"
        className="sr-only md:not-sr-only md:sticky md:top-0 md:z-20 md:table-header-group md:bg-surface"
      >
        <tr role="row" aria-rowindex={1}>
          {columns.map(({ id, name, width, align }) => (
            <th
              key={id}
              role="columnheader"
              scope="col"
              className={classNames(
                // The zone goes to a second line where its column is narrow.
                id === "time" ? "leading-4" : "whitespace-nowrap",
                "h-8 px-2 font-medium text-muted text-xs shadow-[inset_0_-1px_0_var(--line)]",
                width,
                align,
              )}
            >
              {name}
              {id === "time" ? zoneNote : null}
            </th>
          ))}
        </tr>
      </thead>
      <Gap height={heightBefore} />
      <tbody role="rowgroup" className="block md:table-row-group">
        {children}
      </tbody>
      <Gap height={heightAfter} />
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: these are the semantic elements
    // biome-ignore-end lint/a11y/noRedundantRoles: stacked on narrow screens, the elements lose the roles they are born with
  );
}

function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true" className="block md:table-row-group">
      <tr className="block md:table-row">
        <td className="block md:table-cell" style={{ height }} />
      </tr>
    </tbody>
  );
}
