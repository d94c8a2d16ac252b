import { Skeleton } from "#components/ui/skeleton.tsx";
import { lookupColumns } from "./lookup-columns.ts";
import { LookupTableFrame } from "./lookup-table-frame.tsx";

const rows = Array.from({ length: 12 }, (_, index) => index);
const widths = ["w-16", "w-16", "w-14", "w-24", "w-4/5", "w-10", "w-4", "w-20", "w-10"];

/** Loading: the real columns, with bars where the rows will be. */
export function LookupListSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading lookups
      </p>
      <div inert className="md:pt-11">
        <LookupTableFrame rowCount={-1} isBusy={false} zoneNote={null}>
          {rows.map((row) => (
            <tr
              key={row}
              className="grid h-17 content-center gap-2 border-line border-b px-1 md:table-row md:h-9 md:p-0"
            >
              {lookupColumns.map(({ id, align }, column) => (
                <td key={id} className={column === 0 || id === "asked" ? "md:px-2" : "hidden md:table-cell md:px-2"}>
                  <Skeleton className={`${widths[column]} ${align === "text-right" ? "ml-auto" : ""}`} />
                </td>
              ))}
            </tr>
          ))}
        </LookupTableFrame>
      </div>
    </div>
  );
}
