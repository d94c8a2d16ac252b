import { beforeEach, expect, test } from "vitest";
import {
  attentionDrops,
  contexts,
  graphSnapshots,
  projects,
  scopeSnapshots,
  workspaces,
} from "#drizzle/schema/schema.ts";
import { listContexts, nameOfContext } from "#server/db/contexts.ts";
import { listMostDropped } from "#server/db/drop-statistics.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { listProjectOverviews } from "#server/db/project-aliases.ts";
import { hasScopeSnapshot, insertScopeSnapshot, newestScopeKey } from "#server/db/scope-snapshots.ts";
import { scopeRuleVersion } from "#server/domain/code-context/scope-snapshot.ts";
import { describeEachStore } from "#server/testing/stores.ts";

const at = new Date("2026-11-29T12:00:00Z");
const snapshot = new Uint8Array([1]);

/** Whatever order the rows came in, and whatever instant they share, an answer is the same. */
describeEachStore("rows of one instant", (store) => {
  beforeEach(async () => {
    await store.clear();
    await store.db.insert(workspaces).values({ workspaceId: "w", name: "w", createdAt: at, secret: "00" });
    await store.db.insert(projects).values({ workspaceId: "w", projectId: "p", createdAt: at });
  });

  const bothOrders = <Row>(rows: readonly Row[]): Row[][] => [[...rows], rows.toReversed()];

  test("of two scope snapshots of one commit the one with whole history is the newest", async () => {
    const base = { workspaceId: "w", projectId: "p", commit: "c0ffee", ruleVersion: scopeRuleVersion, snapshot };
    const rows = [true, false].map((isShallow) => ({ ...base, isShallow, indexedAt: at }));
    for (const order of bothOrders(rows)) {
      await store.db.delete(scopeSnapshots);
      for (const row of order) await inTransaction(store.db, (tx) => insertScopeSnapshot(tx, row));
      expect(await newestScopeKey(store.db, "w", "p")).toMatchObject({ commit: "c0ffee", isShallow: false });
    }
  });

  test("a scope snapshot that was just written is there, also when the clock was set back before it", async () => {
    const base = { workspaceId: "w", projectId: "p", isShallow: false, ruleVersion: scopeRuleVersion, snapshot };
    for (let number = 0; number < 9; number += 1) {
      const indexedAt = new Date(at.getTime() + number);
      await inTransaction(store.db, (tx) => insertScopeSnapshot(tx, { ...base, commit: `c${number}`, indexedAt }));
    }
    const indexedAt = new Date(at.getTime() - 7_200_000);
    await inTransaction(store.db, (tx) => insertScopeSnapshot(tx, { ...base, commit: "back", indexedAt }));
    expect(await hasScopeSnapshot(store.db, "w", "p", { commit: "back", isShallow: false })).toBe(true);
  });

  test("what is kept of more scope snapshots than there is room for does not depend on their order", async () => {
    const rows = Array.from({ length: 6 }, (_, number) => `c${number}`).flatMap((commit) =>
      [true, false].map((isShallow) => ({ workspaceId: "w", projectId: "p", commit, isShallow })),
    );
    const last = { workspaceId: "w", projectId: "p", commit: "c9", isShallow: false };
    const kept: string[][] = [];
    for (const order of bothOrders(rows)) {
      await store.db.delete(scopeSnapshots);
      for (const row of [...order, last]) {
        const full = { ...row, ruleVersion: scopeRuleVersion, snapshot, indexedAt: at };
        await inTransaction(store.db, (tx) => insertScopeSnapshot(tx, full));
      }
      const left = await store.db.select().from(scopeSnapshots);
      kept.push(left.map(({ commit, isShallow }) => `${commit} ${isShallow}`).sort());
    }
    expect(kept[0]).toHaveLength(8);
    expect(kept[1]).toEqual(kept[0]);
  });

  test("a project shows the same one of two graphs of one instant", async () => {
    const base = { workspaceId: "w", projectId: "p", fileCount: 1, snapshot, indexedAt: at };
    const rows = [
      { ...base, commit: "aaa", ruleVersion: 1 },
      { ...base, commit: "bbb", ruleVersion: 1 },
    ];
    for (const order of bothOrders(rows)) {
      await store.db.delete(graphSnapshots);
      for (const row of order) await store.db.insert(graphSnapshots).values(row);
      expect((await listProjectOverviews(store.db, "w"))[0]?.graph?.commit).toBe("bbb");
    }
  });

  test("a memory and a reference of one id that are dropped equally often keep their order", async () => {
    const rows = (["reference", "memory"] as const).map((kind, position) => ({
      ...{ workspaceId: "w", recordId: "att_1", position, projectId: "p", kind, tier: 2, itemId: "same" },
      ...{ tokens: 1, neededTokens: 1, droppedAt: at },
    }));
    const scope = {
      ...{ edges: [new Date(at.getTime() - 1_000), new Date(at.getTime() + 1_000)], readable: "all" as const },
      project: null,
    };
    for (const order of bothOrders(rows)) {
      await store.db.delete(attentionDrops);
      for (const row of order) await store.db.insert(attentionDrops).values(row);
      expect((await listMostDropped(store.db, "w", scope, 1)).map(({ kind }) => kind)).toEqual(["memory"]);
    }
  });

  test("pages of contexts hold every one of an id that several callers' workspaces have", async () => {
    const names = ["one", "two", "three"];
    await store.db.insert(contexts).values(
      names.map((givenWorkspace) => ({
        ...{ workspaceId: "w", givenWorkspace, externalId: "code:p:src/a.ts", projectId: "p", path: "src/a.ts" },
        ...{ title: "a", description: "", body: "", type: "reference", tags: [], metadata: "{}", contentHash: "" },
        ...{ runId: "r", diffSha: "d", createdAt: at, updatedAt: at },
      })),
    );
    const seen: string[] = [];
    let after: { at: Date; id: string } | undefined;
    for (let page = 0; page < names.length; page++) {
      const [row] = await listContexts(store.db, "w", { readable: "all", q: undefined, state: "all", after, limit: 1 });
      if (row === undefined) break;
      seen.push(row.givenWorkspace);
      after = { at: row.updatedAt, id: nameOfContext(row) };
    }
    expect(seen).toEqual(["two", "three", "one"]);
  });
});
