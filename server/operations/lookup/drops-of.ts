import type { AttentionDrop } from "#server/db/attention.ts";
import { neededTokens } from "#server/domain/lookup/needed-tokens.ts";

/** The drops of an answer as the budget page reads them. Entries that belong to no tier are not in `tiers`. */
export function dropsOf(
  usedTokens: number,
  drops: readonly { kind: AttentionDrop["kind"]; id: string; tokens: number }[],
  tiers: ReadonlyMap<string, number | null>,
): AttentionDrop[] {
  const needed = neededTokens(usedTokens, drops);
  return drops.map(({ kind, id, tokens }, position) => ({
    kind,
    tier: kind === "skill" ? null : (tiers.get(id) ?? null),
    itemId: id,
    tokens,
    neededTokens: needed[position] ?? usedTokens + tokens,
  }));
}
