import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { ListNearCopiesInput, ListNearCopiesOutput } from "#server/contracts/memories.ts";
import { findMemory, listMemoriesById } from "#server/db/memories.ts";
import { readChain } from "#server/db/supersessions.ts";
import { compareRanked } from "#server/domain/selection/compare-ids.ts";
import { mayRead, readableProjects } from "./access.ts";
import { runLeg } from "./lookup/run-leg.ts";
import { memorySummary } from "./memory-summary.ts";
import { searchNearCopies } from "./near-copies.ts";
import { defineRead } from "./operation.ts";

/** Texts of one chain that copies are looked for; more would cost a page its patience and say little more. */
const textsCompared = 10;
const timeoutMs = 2_000;

/** A correction attached to one of four copies leaves three that still mislead: here they are named. */
export const listNearCopies = defineRead({
  name: "memory.nearCopies",
  summary: "Active memories that likely say the same as a memory or as what it replaces.",
  input: ListNearCopiesInput,
  output: ListNearCopiesOutput,
  async run(context, { id }) {
    const { db, workspaceId, access, clock } = context;
    const memory = await findMemory(db, workspaceId, id);
    if (!memory || !mayRead(access, memory.projectId)) {
      return fail("NOT_FOUND", `No memory ${id}.`, [{ path: "id", message: "is not known here" }]);
    }
    const chain = await readChain(db, workspaceId, id);
    const family = [...new Set([id, ...chain.flatMap((link) => [link.memoryId, link.successorId ?? link.memoryId])])];
    const best = new Map<string, { of: string; similarity: number }>();
    let complete = true;
    for (const member of family.slice(0, textsCompared)) {
      const text = member === id ? memory.text : (await findMemory(db, workspaceId, member))?.text;
      if (text === undefined || text === "") continue;
      const found = await runLeg(
        (signal) => searchNearCopies(context, { text, signatureId: null, without: family }, signal),
        { timeoutMs, clock },
      );
      if (found.status !== "answered") {
        complete = false;
        break;
      }
      for (const copy of found.result) {
        if (copy.similarity > (best.get(copy.id)?.similarity ?? 0)) {
          best.set(copy.id, { of: member, similarity: copy.similarity });
        }
      }
    }
    const readable = readableProjects(access, { scope: "all-projects" });
    const rows = await listMemoriesById(db, workspaceId, [...best.keys()], readable);
    const items = rows.flatMap((row) => {
      const copy = best.get(row.memoryId);
      return copy === undefined ? [] : [{ id: row.memoryId, score: copy.similarity, of: copy.of, row }];
    });
    return succeed({
      items: items
        .sort(compareRanked)
        .slice(0, 20)
        .map(({ of, score, row }) => ({ of, similarity: score, memory: memorySummary(row) })),
      complete,
    });
  },
});
