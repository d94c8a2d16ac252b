import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { memories, outcomes } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";

export type ReasoningChange = {
  memoryId: string;
  projectId: string;
  sessionId: string | null;
  text: string;
  ground: string[];
  createdAt: Date;
  changeSeq: number;
  /** Neither deleted, nor a draft, nor superseded. */
  isActive: boolean;
  outcome: "pass" | "fail" | null;
};

/** Reasoning that changed after a sequence, with its latest outcome by (time, id): what the prior index follows. */
export async function listReasoningChanges(
  db: Database,
  workspaceId: string,
  { afterSeq, afterId, limit }: { afterSeq: number; afterId: string; limit: number },
): Promise<ReasoningChange[]> {
  return executeRows(
    db,
    sql`
    select memory.memory_id, memory.project_id, memory.session_id, memory.text, memory.ground, memory.created_at,
      memory.change_seq,
      case when memory.deleted_at is null and not memory.is_draft and link.memory_id is null then 1 else 0 end as is_active,
      (select outcome.verdict from outcomes outcome
        where outcome.workspace_id = memory.workspace_id and outcome.memory_id = memory.memory_id
        order by outcome.recorded_at desc, outcome.outcome_id desc limit 1) as outcome
    from memories memory
    left join supersessions link on link.workspace_id = memory.workspace_id and link.memory_id = memory.memory_id
    where memory.workspace_id = ${workspaceId} and memory.kind = 'reasoning'
      and (memory.change_seq, memory.memory_id) > (${afterSeq}, ${afterId})
    order by memory.change_seq, memory.memory_id
    limit ${limit}`,
    (row) => {
      const outcome = row.textOrNull("outcome");
      return {
        memoryId: row.text("memory_id"),
        projectId: row.text("project_id"),
        sessionId: row.textOrNull("session_id"),
        text: row.text("text"),
        ground: row.texts("ground"),
        createdAt: row.date("created_at"),
        changeSeq: row.number("change_seq"),
        isActive: row.number("is_active") === 1,
        outcome: outcome === "pass" || outcome === "fail" ? outcome : null,
      };
    },
  );
}

/** The active decisions of one task in one session, by id. */
export async function listTaskDecisions(
  tx: Transaction,
  workspaceId: string,
  taskId: string,
  sessionId: string,
): Promise<{ memoryId: string; projectId: string }[]> {
  return tx
    .select({ memoryId: memories.memoryId, projectId: memories.projectId })
    .from(memories)
    .where(
      and(
        eq(memories.workspaceId, workspaceId),
        eq(memories.kind, "reasoning"),
        eq(memories.taskId, taskId),
        eq(memories.sessionId, sessionId),
        isNull(memories.deletedAt),
      ),
    )
    .orderBy(memories.memoryId);
}

export async function insertOutcomes(tx: Transaction, rows: (typeof outcomes.$inferInsert)[]): Promise<void> {
  for (const row of rows) await tx.insert(outcomes).values(row);
}

/** Makes the indexes read these memories again: an outcome or a supersession changed what they weigh. */
export async function touchMemories(
  tx: Transaction,
  workspaceId: string,
  memoryIds: readonly string[],
  changeSeq: number,
): Promise<void> {
  await tx
    .update(memories)
    .set({ changeSeq })
    .where(and(eq(memories.workspaceId, workspaceId), inArray(memories.memoryId, [...memoryIds])));
}

export type SessionDecision = {
  memoryId: string;
  sessionId: string | null;
  decisionType: "decision" | "assumption" | "constraint" | null;
  text: string;
  ground: string[];
  taskId: string | null;
  verdict: "pass" | "fail" | null;
  createdAt: Date;
};

/** Active reasoning of a project, newest first: of one session, or its assumptions that no outcome has judged. */
export async function listSessionDecisions(
  tx: Transaction,
  workspaceId: string,
  projectId: string,
  which: { session: string } | "unverified_assumptions",
  limit: number,
): Promise<SessionDecision[]> {
  const verdict = sql<"pass" | "fail" | null>`(select outcome.verdict from outcomes outcome
    where outcome.workspace_id = ${workspaceId} and outcome.memory_id = ${memories.memoryId}
    order by outcome.recorded_at desc, outcome.outcome_id desc limit 1)`;
  return tx
    .select({
      memoryId: memories.memoryId,
      sessionId: memories.sessionId,
      decisionType: memories.decisionType,
      text: memories.text,
      ground: memories.ground,
      taskId: memories.taskId,
      verdict,
      createdAt: memories.createdAt,
    })
    .from(memories)
    .where(
      and(
        eq(memories.workspaceId, workspaceId),
        eq(memories.projectId, projectId),
        eq(memories.kind, "reasoning"),
        isNull(memories.deletedAt),
        eq(memories.isDraft, false),
        sql`not exists (select 1 from supersessions link
          where link.workspace_id = ${workspaceId} and link.memory_id = ${memories.memoryId})`,
        which === "unverified_assumptions"
          ? and(
              eq(memories.decisionType, "assumption"),
              sql`not exists (select 1 from outcomes outcome
                where outcome.workspace_id = ${workspaceId} and outcome.memory_id = ${memories.memoryId})`,
            )
          : eq(memories.sessionId, which.session),
      ),
    )
    .orderBy(desc(memories.createdAt), desc(memories.memoryId))
    .limit(limit);
}
