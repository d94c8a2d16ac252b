import { coChangePartners } from "#server/domain/code-context/co-change.ts";
import type { ScopeIndex } from "#server/domain/code-context/scope-index.ts";

/** Files opened at most; a worker who has not found everything by then gives up. */
export const mostOpened = 40;

export type Steps = { opened: string[]; isComplete: boolean };

/** Opens files in one order until all gold files are read. */
export function openInOrder(order: readonly string[], gold: readonly string[]): Steps {
  const missing = new Set(gold);
  const opened: string[] = [];
  for (const path of order) {
    if (missing.size === 0 || opened.length >= mostOpened) break;
    opened.push(path);
    missing.delete(path);
  }
  return { opened, isComplete: missing.size === 0 };
}

/**
 * The same with what a failing check adds: as soon as a gold file was read and changed, the check names files that
 * import it, and SCOPE's co-change partners of it stand beside them; those come next, in turn. A model of a run, not
 * a run: it grants STEER no knowledge of which of these files are gold.
 */
export function openSteered(index: ScopeIndex, order: readonly string[], gold: readonly string[]): Steps {
  const missing = new Set(gold);
  const opened: string[] = [];
  const seen = new Set<string>();
  const queue: string[] = [];
  let at = 0;
  let sinceSteered = 0;
  while (missing.size > 0 && opened.length < mostOpened) {
    // Two of the steered files, then one of the order: a check names more than what must change.
    const steered = sinceSteered < 2 ? queue.shift() : undefined;
    sinceSteered = steered === undefined ? 0 : sinceSteered + 1;
    const path = steered ?? order[at++];
    if (path === undefined) {
      if (queue.length === 0) break;
      continue;
    }
    if (seen.has(path)) continue;
    seen.add(path);
    opened.push(path);
    if (!missing.delete(path)) continue;
    queue.push(...namedAfter(index, path).filter((other) => !seen.has(other)));
  }
  return { opened, isComplete: missing.size === 0 };
}

function namedAfter(index: ScopeIndex, path: string): string[] {
  const place = index.places.get(path);
  if (place === undefined) return [];
  const isSource = (other: string) => index.files[index.places.get(other) ?? -1]?.role === "source";
  const partners = coChangePartners(index.history, path)
    .map((partner) => partner.path)
    .filter(isSource)
    .slice(0, 3);
  const importers = (index.importedBy[place] ?? [])
    .map((other) => index.files[other]?.path ?? "")
    .filter(isSource)
    .slice(0, 3);
  return [...new Set(partners.flatMap((partner, at) => [partner, importers[at] ?? partner]).concat(importers))];
}
