import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ListColumn } from "./list-column.ts";
import { ListTableFrame } from "./list-table-frame.tsx";

const rows = Array.from({ length: 12 }, (_, index) => index);

type Props = {
  /** What is loading, for example `Loading lookups`. */
  loading: string;
  label: string;
  columns: readonly ListColumn[];
  /** Class names for the width of the bar in each column. */
  bars: readonly string[];
  /** The columns that stay on narrow screens, one bar a line. */
  stacked: readonly string[];
};

/** Loading: the real columns, with bars where the rows will be. */
export function ListSkeleton({ loading, label, columns, bars, stacked }: Props) {
  return (
    <div>
      <p role="status" className="sr-only">
        {loading}
      </p>
      <div inert className="md:pt-11">
        <ListTableFrame label={label} columns={columns} rowCount={-1} isBusy={false} zoneNote={null}>
          {rows.map((row) => (
            <tr
              key={row}
              className="grid h-17 content-center gap-2 border-line border-b px-1 md:table-row md:h-9 md:p-0"
            >
              {columns.map(({ id, align }, column) => (
                <td key={id} className={stacked.includes(id) ? "md:px-2" : "hidden md:table-cell md:px-2"}>
                  <Skeleton className={`${bars[column]} ${align === "text-right" ? "ml-auto" : ""}`} />
                </td>
              ))}
            </tr>
          ))}
        </ListTableFrame>
      </div>
    </div>
  );
}
