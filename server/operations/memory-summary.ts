import type { z } from "zod";
import type { MemorySummary, memoryStates } from "#server/contracts/memories.ts";
import type { MemoryListRow } from "#server/db/memories.ts";

export function memorySummary(row: MemoryListRow): z.output<typeof MemorySummary> {
  return {
    id: row.memoryId,
    project: row.projectId,
    level: row.level,
    kind: row.kind,
    state: memoryStateOf(row),
    tool: row.tool,
    session: row.sessionId,
    preview: row.preview,
    created_at: row.createdAt.toISOString(),
  };
}

export function memoryStateOf(row: {
  deletedAt: Date | null;
  isDraft: boolean;
  isSuperseded: boolean;
  successorId: string | null;
}): (typeof memoryStates)[number] {
  if (row.deletedAt !== null) return "deleted";
  if (row.isDraft) return "draft";
  if (!row.isSuperseded) return "active";
  return row.successorId === null ? "retired" : "superseded";
}
