import { Explained } from "#components/ui/explained.tsx";
import type { Tile } from "./prepare-overview.ts";

/** The numbers of the range, each with how it came about. */
export function OverviewTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-8">
      {tiles.map(({ id, name, shown, note, how }) => (
        <div key={id} className="flex min-w-0 flex-col gap-0.5 bg-surface px-3 py-2.5">
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="font-semibold text-xl">
            <Explained how={how}>{shown}</Explained>
          </dd>
          <dd className="text-muted text-xs">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
