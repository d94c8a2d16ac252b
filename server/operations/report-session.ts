import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import { type draftSkips, ReportSessionInput, ReportSessionOutput } from "#server/contracts/sessions.ts";
import { findMemory, insertMemory, readActive } from "#server/db/memories.ts";
import { linkMemory } from "#server/db/memory-signatures.ts";
import {
  countGiven,
  insertSessionEvents,
  listSessionEvents,
  type NewSessionEvent,
  type SessionEventRow,
} from "#server/db/session-events.ts";
import { findSignature, listMemoriesOfSignatures } from "#server/db/signatures.ts";
import { ensureProject, ensureSession, holdWorkspace, nextChangeSeq } from "#server/db/workspaces.ts";
import { composeDraft } from "#server/domain/draft-lesson/compose-draft.ts";
import { findRecoveries } from "#server/domain/draft-lesson/find-recoveries.ts";
import { sessionVerdict } from "#server/domain/draft-lesson/session-verdict.ts";
import { type FileChange, summariseDiff } from "#server/domain/draft-lesson/summarise-diff.ts";
import type { Explanation } from "#server/domain/failure-signature/explain-failure.ts";
import { canonicalJson } from "#server/domain/text/canonical-json.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { mayRead, refuseProject } from "./access.ts";
import { draftIdOf } from "./draft-id.ts";
import { explainSource } from "./lookup/explain-source.ts";
import { storeFailure } from "./lookup/sighting.ts";
import { readVariants, standingId } from "./lookup/standing-failure.ts";
import { defineWrite, type WriteContext } from "./operation.ts";

type Failure = Extract<Explanation, { kind: "failure" }>;
type SessionKey = { workspaceId: string; projectId: string; sessionId: string };
type Skip = { signature_id: string | null; reason: (typeof draftSkips)[number] };
type RunStep = {
  kind: "run";
  eventId: string;
  command: string;
  verdict: "pass" | "fail";
  signatureId: string | null;
  /** Of a run of this report. */
  told: { failure: Failure; variants: ReadonlyMap<string, string>; output: string } | null;
  at: Date | null;
};
type EditStep = { kind: "edit"; eventId: string; files: string[]; changes: string; at: Date | null };

const keptChanges = 8_000;
const toldChanges = 512 * 1024;

/**
 * What a host saw of a session. Joined with its lookups it says what followed them; and a command that failed and passed
 * later becomes a draft lesson. Repeating a report changes nothing.
 */
export const reportSession = defineWrite({
  name: "session.report",
  summary: "Say what happened in a session: commands that failed or passed, files edited, its end.",
  input: ReportSessionInput,
  output: ReportSessionOutput,
  async prepare(context, input) {
    if (!mayRead(context.access, input.project)) return refuseProject(input.project);
    const notes: string[] = [];
    const degrade = () => notes.push("An output could not be read; its run counts without a failure.");
    const steps: (RunStep | EditStep)[] = [];
    for (const [position, event] of input.events.entries()) {
      const needed = event.kind === "run" ? "command" : "path";
      if (event[needed] === undefined || event[needed] === "") {
        return fail("INVALID_INPUT", `events.${position}.${needed}: is needed for ${event.kind}.`, [
          { path: `events.${position}.${needed}`, message: `is needed for ${event.kind}` },
        ]);
      }
      const at = event.at === undefined ? null : new Date(event.at);
      if (event.kind === "edit") {
        const changes = (event.diff ?? "").slice(0, keptChanges);
        steps.push({ kind: "edit", eventId: event.id, files: [event.path ?? ""], changes, at });
        continue;
      }
      const explained =
        event.verdict === "pass" ? null : explainSource(context, { signature_source: event.output }, { degrade });
      const failure = explained?.kind === "failure" ? explained : null;
      const variants = failure ? await readVariants(context, failure) : new Map<string, string>();
      steps.push({
        kind: "run",
        eventId: event.id,
        command: event.command ?? "",
        verdict: event.verdict === "unknown" ? (failure ? "fail" : "pass") : event.verdict,
        signatureId: failure && standingId(failure, variants),
        told: failure && { failure, variants, output: event.output ?? "" },
        at,
      });
    }
    return succeed({ notes, steps });
  },
  async run(context, input, { steps, notes }) {
    const { tx, workspaceId } = context;
    const now = context.clock.now();
    const projectId = await ensureProject(tx, { workspaceId, slug: input.project, createdAt: now });
    const key = { workspaceId, projectId, sessionId: input.session };
    await ensureSession(tx, { ...key, startedAt: now });

    const known = await listSessionEvents(tx, key);
    const knownIds = new Set(known.map(({ eventId }) => eventId));
    const fresh = steps.filter(({ eventId }) => !knownIds.has(eventId));
    if (fresh.some((step) => step.kind === "run" && step.told !== null)) await holdWorkspace(tx, workspaceId);
    for (const step of fresh) {
      if (step.kind !== "run" || step.told === null) continue;
      const { failure, variants, output } = step.told;
      await storeFailure(tx, { workspaceId, failure, variants, signatureKey: null, source: output, at: now });
    }
    const all = [...known.map(asStep), ...fresh];
    const recoveries = findRecoveries<RunStep, EditStep>(all);
    const recovered = new Set(recoveries.map(({ passed }) => passed.eventId));
    const events: NewSessionEvent[] = fresh
      // A pass says something only after a failure of the same command: `ls` passes all day.
      .filter((step) => step.kind === "edit" || step.verdict === "fail" || recovered.has(step.eventId))
      .map((step, ordinal) => ({
        ...key,
        eventId: step.eventId,
        kind: step.kind,
        ...(step.kind === "edit"
          ? { files: step.files, changes: step.changes }
          : { command: step.command, verdict: step.verdict, signatureId: step.signatureId }),
        occurredAt: step.at === null || step.at > now ? now : step.at,
        ordinal: known.length + ordinal,
      }));
    if (input.ended) events.push({ ...key, eventId: "end", kind: "end", occurredAt: now, ordinal: 0 });
    const stored = await insertSessionEvents(tx, events);

    const drafts: { id: string; signature_id: string }[] = [];
    const skipped: Skip[] = [];
    for (const { failed, edits } of recoveries) {
      const drafted = await draftLesson(context, key, {
        signatureId: failed.signatureId,
        command: failed.command,
        edits,
        now,
      });
      if ("reason" in drafted) skipped.push(drafted);
      else drafts.push(drafted);
    }
    return succeed({
      session: input.session,
      events: stored,
      drafts,
      skipped,
      given: await countGiven(tx, key),
      outcome: input.ended ? outcomeOf(all) : null,
      notes: [...context.borderNotes, ...notes],
    });
  },
});

function outcomeOf(steps: readonly (RunStep | EditStep)[]) {
  const verdict = sessionVerdict(steps);
  if (verdict === null) return null;
  const diffs = steps.flatMap((step) => (step.kind === "edit" && step.changes !== "" ? [step.changes] : []));
  // One that was cut ends within a line; the next begins on one of its own.
  const diff = diffs.map((changes) => (changes.endsWith("\n") ? changes : `${changes}\n`)).join("");
  return { verdict, diff: diff.slice(0, toldChanges).toWellFormed() };
}

function asStep(row: SessionEventRow): RunStep | EditStep {
  const { eventId, occurredAt: at } = row;
  if (row.kind === "edit") return { kind: "edit", eventId, files: row.files, changes: row.changes ?? "", at };
  const verdict = row.verdict ?? "fail";
  return { kind: "run", eventId, command: row.command ?? "", verdict, signatureId: row.signatureId, told: null, at };
}

/** Each edited file once: with what its diffs show, or only by name where none came. */
function changesOf(edits: readonly EditStep[]): FileChange[] {
  const changes = new Map(edits.flatMap(({ files }) => files).map((path) => [path, untold(path)]));
  for (const change of summariseDiff(edits.map(({ changes }) => changes).join("\n"))) changes.set(change.path, change);
  return [...changes.values()];
}

function untold(path: string): FileChange {
  return { path, addedLines: 0, removedLines: 0, added: [], removed: [] };
}

/** One draft for each failure of a session; none where a lesson already explains it. A discarded draft stays discarded. */
async function draftLesson(
  { tx, workspaceId }: WriteContext,
  { projectId, sessionId }: SessionKey,
  seen: { signatureId: string | null; command: string; edits: EditStep[]; now: Date },
): Promise<{ id: string; signature_id: string } | Skip> {
  const { signatureId } = seen;
  if (signatureId === null) return { signature_id: null, reason: "no_signature" };
  const memoryId = draftIdOf({ projectId, sessionId, signatureId });
  if (await findMemory(tx, workspaceId, memoryId)) return { signature_id: signatureId, reason: "already_drafted" };
  const linked = await listMemoriesOfSignatures(tx, workspaceId, [signatureId]);
  const active = await readActive(
    tx,
    workspaceId,
    linked.map((link) => link.memoryId),
    "all",
  );
  if (active.length > 0) return { signature_id: signatureId, reason: "lesson_exists" };
  const signature = await findSignature(tx, workspaceId, signatureId);
  if (!signature) return { signature_id: signatureId, reason: "no_signature" };

  const changes = changesOf(seen.edits);
  const text = composeDraft(
    { command: seen.command, tool: signature.tool, masked: signature.masked, changes },
    limits.memoryTextPoints,
  );
  await insertMemory(tx, {
    workspaceId,
    memoryId,
    projectId,
    sessionId,
    level: "L1",
    kind: "lesson",
    tool: signature.tool,
    text,
    symptom: cutText(signature.masked, limits.symptomPoints),
    isSymptomDerived: true,
    ground: changes.map(({ path }) => path).slice(0, limits.groundNodes),
    parents: [{ level: "L0", source: `session:${sessionId}` }],
    isDraft: true,
    contentHash: sha256Hex(canonicalJson({ text, signatureId })),
    changeSeq: await nextChangeSeq(tx, workspaceId),
    createdAt: seen.now,
  });
  await linkMemory(tx, { workspaceId, signatureId, memoryId, isPrimary: true });
  return { id: memoryId, signature_id: signatureId };
}
