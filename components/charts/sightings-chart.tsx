import { ProjectName } from "#components/lookups/project-name.tsx";
import { formatCount } from "#components/ui/format-quantity.ts";
import type { Sightings } from "./prepare-sightings.ts";
import { Sparkline } from "./sparkline.tsx";

/** One row of bars a project, over the same days. */
export function SightingsChart({ model }: { model: Sightings }) {
  return (
    <div className="px-2 text-sm">
      {model.rows.map((row) => (
        <div
          key={row.project ?? ""}
          className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_3rem] items-end gap-3 border-line border-b py-1.5"
        >
          <span className="min-w-0 text-muted">{row.isRest ? row.project : <ProjectName project={row.project} />}</span>
          <Sparkline model={row.sparkline} className="h-8 w-full" />
          <span className="text-right tabular-nums">{formatCount(row.total)}</span>
        </div>
      ))}
      {model.first === "" ? null : (
        <div className="flex flex-wrap gap-x-3 pt-1 text-muted text-xs tabular-nums sm:grid sm:grid-cols-[minmax(0,9rem)_minmax(0,1fr)_3rem]">
          <span className="basis-full">UTC days</span>
          <span className="flex flex-1 justify-between gap-x-2 whitespace-nowrap">
            <span>{model.first}</span>
            <span>{model.last}</span>
          </span>
        </div>
      )}
    </div>
  );
}
