import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { prepareSparkline, type Sparkline } from "./prepare-sparkline.ts";

export type SightingRow = { project: string | null; isRest: boolean; total: number; sparkline: Sparkline };
export type Sightings = { rows: SightingRow[]; first: string; last: string; finding: string };

const dayMs = 86_400_000;
/** Days that one chart shows, the newest; the table has them all. */
const mostDays = 60;
/** Projects with a row of their own; the others share one. */
const mostProjects = 5;

/**
 * Sightings by UTC day, one row a project, all rows over the same days: the last 60 up to the newest sighting. The project
 * that saw it most comes first, equal ones by name. Cuts are said. `seenCount` is of all time, `days` may be of the newest alone.
 */
export function prepareSightings(
  days: readonly { day: string; project: string | null; count: number }[],
  seenCount: number,
): Sightings {
  const seenOn = days.map(({ day }) => day).sort();
  const [oldest, newest] = [seenOn[0], seenOn.at(-1)];
  if (oldest === undefined || newest === undefined) return { rows: [], first: "", last: "", finding: "Not seen yet." };
  const end = Date.parse(`${newest}T00:00:00Z`);
  const span = Math.round((end - Date.parse(`${oldest}T00:00:00Z`)) / dayMs) + 1;
  // A picture of one bar says nothing about time, so there are always some days around it.
  const shown = Math.min(mostDays, Math.max(14, span));
  const byProject = new Map<string | null, number[]>();
  for (const { day, project, count } of days) {
    const index = shown - 1 - Math.round((end - Date.parse(`${day}T00:00:00Z`)) / dayMs);
    if (index < 0 || index >= shown) continue;
    const counts = byProject.get(project) ?? Array.from({ length: shown }, () => 0);
    counts[index] = (counts[index] ?? 0) + count;
    byProject.set(project, counts);
  }
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const ranked = [...byProject].sort(
    ([a, left], [b, right]) => sum(right) - sum(left) || ((a ?? "") < (b ?? "") ? -1 : 1),
  );
  const own = ranked.length > mostProjects ? ranked.slice(0, mostProjects - 1) : ranked;
  const rest = ranked.slice(own.length);
  const rows = own.map(([project, counts]) => ({
    project,
    isRest: false,
    total: sum(counts),
    sparkline: prepareSparkline(counts),
  }));
  if (rest.length > 0) {
    const counts = Array.from({ length: shown }, (_, index) =>
      rest.reduce((total, [, each]) => total + (each[index] ?? 0), 0),
    );
    rows.push({
      project: countOf(rest.length, "other project"),
      isRest: true,
      total: sum(counts),
      sparkline: prepareSparkline(counts),
    });
  }
  const total = rows.reduce((all, row) => all + row.total, 0);
  const projects = new Set(days.map(({ project }) => project)).size;
  const cut = total < seenCount ? ` Drawn are the last ${shown} days, with ${formatCount(total)} of them.` : "";
  return {
    rows,
    first: new Date(end - (shown - 1) * dayMs).toISOString().slice(0, 10),
    last: newest,
    finding: `Seen ${countOf(seenCount, "time")} in ${countOf(projects, "project")}, last on ${newest}.${cut}`,
  };
}
