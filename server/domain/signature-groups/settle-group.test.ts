import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type GroupLink, type GroupMember, type StandingChange, settleGroup } from "./settle-group.ts";

const versions = ["v2", "v1"];
const member = (id: string, version = "v1", day = 1): GroupMember => ({
  id,
  version,
  createdAt: new Date(Date.UTC(2026, 0, day)),
});
const change = (
  kind: StandingChange["kind"],
  signatureId: string,
  at = 1,
  value: string | null = null,
): StandingChange => ({
  id: `c-${kind}-${signatureId}-${at}`,
  kind,
  signatureId,
  value,
  madeAt: new Date(Date.UTC(2026, 1, at)),
});
const merged = (aliasId: string, signatureId: string): GroupLink => ({ aliasId, signatureId, reason: "merged" });
const reread = (aliasId: string, signatureId: string): GroupLink => ({ aliasId, signatureId, reason: "rules_changed" });

const ids = ["a", "b", "c", "d", "e"];
const arbitraryGroup = fc.record({
  members: fc.constant(ids.map((id, index) => member(id, index % 2 === 0 ? "v1" : "v2", index + 1))),
  links: fc.array(
    fc.record({
      aliasId: fc.constantFrom(...ids),
      signatureId: fc.constantFrom(...ids),
      reason: fc.constantFrom("rules_changed" as const, "merged" as const, "split_undone" as const),
    }),
    { maxLength: 8 },
  ),
  changes: fc.array(
    fc
      .tuple(fc.constantFrom("rename" as const, "flaky" as const, "noise" as const), fc.constantFrom(...ids), fc.nat(9))
      .map(([kind, id, at]) => change(kind, id, at + 1, `name ${at}`)),
    { maxLength: 6 },
  ),
});

describe("the head of a group of joined signatures", () => {
  test("is one of its members, cycles included, and does not depend on any order", () => {
    fc.assert(
      fc.property(arbitraryGroup, fc.infiniteStream(fc.boolean()), (group, coins) => {
        const settled = settleGroup({ ...group, versions });
        expect(ids).toContain(settled.headId);
        const shuffle = <Item>(items: readonly Item[]) => (coins.next().value ? items.toReversed() : [...items]);
        expect(
          settleGroup({
            members: shuffle(group.members),
            links: shuffle(group.links),
            changes: shuffle(group.changes),
            versions: versions,
          }),
        ).toEqual(settled);
      }),
    );
  });

  test("is where a chain of merges ends, and where the example is now after a change of rules", () => {
    const members = [member("a", "v1", 1), member("b", "v1", 2), member("c", "v1", 3), member("c2", "v2", 4)];
    const links = [merged("a", "b"), merged("b", "c"), reread("c", "c2")];
    expect(settleGroup({ members, links, changes: [], versions }).headId).toBe("c2");
    expect(settleGroup({ members: members.slice(0, 3), links: links.slice(0, 2), changes: [], versions }).headId).toBe(
      "c",
    );
  });

  test("keeps what was said about it; what was said about a merged one sleeps", () => {
    const members = [member("a"), member("b")];
    const changes = [
      change("noise", "a"),
      change("rename", "a", 1, "old"),
      change("flaky", "b"),
      change("rename", "b", 2, "new"),
    ];
    expect(settleGroup({ members, links: [merged("a", "b")], changes, versions })).toEqual({
      headId: "b",
      name: "new",
      isFlaky: true,
      isNoise: false,
    });
    expect(settleGroup({ members: [member("a")], links: [], changes: changes.slice(0, 2), versions })).toEqual({
      headId: "a",
      name: "old",
      isFlaky: false,
      isNoise: true,
    });
  });

  test("the newest name holds", () => {
    const changes = [change("rename", "a", 2, "second"), change("rename", "a", 1, "first")];
    expect(settleGroup({ members: [member("a")], links: [], changes, versions }).name).toBe("second");
  });
});
