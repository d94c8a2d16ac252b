import { listStandingSplits } from "#server/db/signature-changes.ts";
import { listStandingVersions, readStandings, type Standing } from "#server/db/signatures.ts";
import type { Explanation, SignaturePart } from "#server/domain/failure-signature/explain-failure.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import { splitsOff } from "#server/domain/signature-groups/split-rule.ts";
import type { CallContext } from "#server/operations/operation.ts";

type Failure = Extract<Explanation, { kind: "failure" }>;
type Splitting = Pick<CallContext, "workspaceId"> & { db: Parameters<typeof readStandings>[0] };

/** What the store knows of one failure of a log. */
export type StandingPart = {
  /** As the current rules name it. */
  id: string;
  /** Under which it is seen: the variant's where a split takes it out, else its own. */
  standingId: string;
  /** What to look up for it: `standingId`, then what older rules called it where nothing newer stands for that. */
  askedIds: string[];
  headId: string;
  name: string | null;
  isFlaky: boolean;
  isNoise: boolean;
};

export type StandingFailure = { parts: StandingPart[]; variants: ReadonlyMap<string, string>; notes: string[] };

/** A split can be split again; a rule that leads back ends the walk, and so does this many steps. */
const mostSplits = 10;

export function standingId(part: Pick<SignaturePart, "id">, variants: ReadonlyMap<string, string>): string {
  return variants.get(part.id) ?? part.id;
}

/** Where nothing could be asked of the store: each part stands for itself. */
export function unknownFailure(failure: Failure): StandingFailure {
  const parts = failure.parts.map(({ id }) => ({
    id,
    standingId: id,
    askedIds: [id],
    headId: id,
    name: null,
    isFlaky: false,
    isNoise: false,
  }));
  return { parts, variants: new Map(), notes: [] };
}

/**
 * What each failure of a log stands for: splits first, then what it was joined with, then what older rules called it.
 * Older rules are tried only while the store holds signatures of theirs that no newer id stands for.
 */
export async function readStandingFailure(
  { db, workspaceId, rulesets }: Pick<CallContext, "db" | "workspaceId" | "rulesets">,
  failure: Failure,
  signatureKey: string | null,
): Promise<StandingFailure> {
  const variants = await readVariants({ db, workspaceId }, failure);
  const older = await olderNames({ db, workspaceId, rulesets }, failure, signatureKey);
  const standings = await readStandings(db, workspaceId, [
    ...failure.parts.map((part) => standingId(part, variants)),
    ...[...older.values()].flat(),
  ]);
  const parts = failure.parts.map((part): StandingPart => {
    const own = standingId(part, variants);
    const kept = (older.get(part.id) ?? []).flatMap((id) => {
      const standing = standings.get(id);
      return standing && !standing.isCarried ? [standing] : [];
    });
    // What was said under the newest name holds; where that was never seen, what was said under an older one does.
    const said: Standing | undefined = standings.get(own) ?? kept[0];
    return {
      id: part.id,
      standingId: own,
      askedIds: [own, ...kept.map(({ signatureId }) => signatureId)],
      headId: said?.headId ?? own,
      name: said?.name ?? null,
      isFlaky: said?.isFlaky ?? false,
      isNoise: said?.isNoise ?? false,
    };
  });
  return { parts, variants, notes: notesOf(parts) };
}

/** From the id of a part to that of the variant which a split makes of it; parts that no split touches are left out. */
export async function readVariants(
  { db, workspaceId }: Splitting,
  failure: Pick<Failure, "parts" | "cleaned">,
): Promise<Map<string, string>> {
  const variants = new Map<string, string>();
  let open = failure.parts.map((part) => ({ part, at: part.id, passed: new Set([part.id]) }));
  for (let step = 0; step < mostSplits && open.length > 0; step++) {
    const standings = await readStandings(
      db,
      workspaceId,
      open.map(({ at }) => at),
    );
    const splits = await listStandingSplits(db, workspaceId, [
      ...new Set([...standings.values()].map(({ headId }) => headId)),
    ]);
    if (splits.length === 0) break;
    const next: typeof open = [];
    for (const { part, at, passed } of open) {
      const headId = standings.get(at)?.headId;
      const split = splits.find(
        (one) =>
          one.headId === headId &&
          !passed.has(one.variantId) &&
          splitsOff(one, { raw: part.raw, cleaned: failure.cleaned }),
      );
      if (!split) continue;
      variants.set(part.id, split.variantId);
      next.push({ part, at: split.variantId, passed: passed.add(split.variantId) });
    }
    open = next;
  }
  return variants;
}

/** What older rules call each failure of the log: they name the same one where they begin at the same place. */
async function olderNames(
  { db, workspaceId, rulesets }: Pick<CallContext, "db" | "workspaceId" | "rulesets">,
  failure: Failure,
  signatureKey: string | null,
): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  const [, ...kept] = rulesets;
  const standing = new Set(
    await listStandingVersions(
      db,
      workspaceId,
      kept.map(({ version }) => version),
    ),
  );
  for (const ruleset of kept.filter(({ version }) => standing.has(version))) {
    const explained = explainWith(ruleset, {
      cleaned: failure.cleaned,
      ...(signatureKey === null ? {} : { signatureKey }),
    });
    if (explained.kind === "none") continue;
    for (const part of failure.parts) {
      const same = partAt(explained, part.start) ?? (part.id === failure.id ? explained.parts[0] : undefined);
      if (same) names.set(part.id, [...(names.get(part.id) ?? []), same.id]);
    }
  }
  return names;
}

export function partAt(failure: Pick<Failure, "parts">, start: number): SignaturePart | undefined {
  return failure.parts.find((part) => part.start === start);
}

function notesOf(parts: readonly StandingPart[]): string[] {
  return parts.flatMap((part) => {
    const called = part.name === null ? part.standingId : `“${part.name}” (${part.standingId})`;
    return [
      ...(part.isNoise ? [`${called} is marked as noise: tier 1 does not answer for it`] : []),
      ...(part.standingId === part.id ? [] : [`${part.standingId} was split from ${part.id}`]),
    ];
  });
}
