import { succeed } from "#server/contracts/failure-codes.ts";
import { StartSessionInput, StartSessionOutput } from "#server/contracts/prior-context.ts";
import { listSessionDecisions, type SessionDecision } from "#server/db/reasoning.ts";
import { ensureProject, ensureSession } from "#server/db/workspaces.ts";
import { mayRead, refuseProject } from "./access.ts";
import { defineWrite } from "./operation.ts";

const listed = 100;

/** Opens or resumes a session: its own decisions so far, and what the project still takes for granted unchecked. */
export const startSession = defineWrite({
  name: "session.start",
  summary: "Open or resume a session: its working memory and the unverified assumptions of the project.",
  input: StartSessionInput,
  output: StartSessionOutput,
  tool: {
    name: "start_session",
    title: "Open or resume a session",
    description:
      "When a run begins or resumes after its context was lost: get back what this session decided so far, and what the project takes for granted unchecked.",
    hides: ["request_id"],
    changes: "adds",
    isRepeatable: true,
  },
  async prepare({ access }, { project }) {
    return mayRead(access, project) ? succeed(null) : refuseProject(project);
  },
  async run({ tx, workspaceId, clock }, { project, session, goal }) {
    const startedAt = clock.now();
    const projectId = await ensureProject(tx, { workspaceId, slug: project, createdAt: startedAt });
    await ensureSession(tx, {
      workspaceId,
      projectId,
      sessionId: session,
      startedAt,
      ...(goal === undefined ? {} : { goal }),
    });
    const own = await listSessionDecisions(tx, workspaceId, projectId, { session }, listed);
    const assumptions = await listSessionDecisions(tx, workspaceId, projectId, "unverified_assumptions", listed);
    return succeed({
      session,
      working_memory: own.map(shown),
      unverified_assumptions: assumptions.map((row) => ({ ...shown(row), session: row.sessionId })),
    });
  },
});

function shown(row: SessionDecision) {
  return {
    id: row.memoryId,
    type: row.decisionType ?? "decision",
    text: row.text,
    ground: row.ground,
    task_id: row.taskId,
    verdict: row.verdict,
    created_at: row.createdAt.toISOString(),
  };
}
