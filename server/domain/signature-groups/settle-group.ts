import type { SignatureChangeKind } from "./signature-change.ts";

export type GroupMember = { id: string; version: string; createdAt: Date };
/** Two members that are one failure. `rules_changed` makes one thing of them; the other two make `aliasId` stand behind `signatureId`. */
export type GroupLink = {
  aliasId: string;
  signatureId: string;
  reason: "rules_changed" | "merged" | "split_undone";
};
/** A change that was not undone. */
export type StandingChange = {
  id: string;
  kind: SignatureChangeKind;
  signatureId: string;
  value: string | null;
  madeAt: Date;
};

export type SettledGroup = { headId: string; name: string | null; isFlaky: boolean; isNoise: boolean };

/**
 * Which member of a group of joined signatures stands for all of them, and what was said about it.
 * Pure, total, and the same for every order of its input. A cycle, which writing refuses but a change of rules can close, has a head as well.
 * What was said about a signature that stands behind another sleeps, and holds again when the merge is undone.
 * `versions` lists the versions of the rules, the current one first. Source: server/decisions/0010-signatures-are-governed.md
 */
export function settleGroup(group: {
  members: readonly GroupMember[];
  links: readonly GroupLink[];
  changes: readonly StandingChange[];
  versions: readonly string[];
}): SettledGroup {
  const classOf = joinedByRules(group.members, group.links);
  const behind = new Set(
    group.links
      .filter(
        ({ reason, aliasId, signatureId }) => reason !== "rules_changed" && classOf(aliasId) !== classOf(signatureId),
      )
      .map(({ aliasId }) => classOf(aliasId)),
  );
  const leading = group.members.filter(({ id }) => !behind.has(classOf(id)));
  const candidates = leading.length > 0 ? leading : group.members;
  const oldest = candidates.toSorted(olderFirst)[0];
  if (!oldest) throw new Error("A group without members has no head.");
  const own = group.members.filter(({ id }) => classOf(id) === classOf(oldest.id));
  const age = (version: string) => {
    const index = group.versions.indexOf(version);
    return index < 0 ? group.versions.length : index;
  };
  const head = own.toSorted((a, b) => age(a.version) - age(b.version) || olderFirst(a, b))[0] ?? oldest;
  const said = group.changes
    .filter(({ signatureId }) => classOf(signatureId) === classOf(head.id))
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime() || (a.id < b.id ? 1 : -1));
  return {
    headId: head.id,
    name: said.find(({ kind }) => kind === "rename")?.value ?? null,
    isFlaky: said.some(({ kind }) => kind === "flaky"),
    isNoise: said.some(({ kind }) => kind === "noise"),
  };
}

function olderFirst(a: GroupMember, b: GroupMember): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Names the class of each member: members that only a change of rules parted are one. */
function joinedByRules(members: readonly GroupMember[], links: readonly GroupLink[]): (id: string) => string {
  const parent = new Map(members.map(({ id }) => [id, id]));
  const rootOf = (id: string): string => {
    let root = id;
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next;
    return root;
  };
  for (const { aliasId, signatureId, reason } of links) {
    if (reason !== "rules_changed") continue;
    const [low, high] = [rootOf(aliasId), rootOf(signatureId)].sort();
    if (low !== undefined && high !== undefined) parent.set(high, low);
  }
  return rootOf;
}
