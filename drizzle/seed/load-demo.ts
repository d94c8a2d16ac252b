import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { parseSkill } from "#server/contracts/skill-file.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { countProjectContent, listDemoProjects, purgeProject } from "#server/db/purge-project.ts";
import { ensureProject, listProjects, readWorkspace } from "#server/db/workspaces.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { addReference } from "#server/operations/add-reference.ts";
import { addSkill } from "#server/operations/add-skill.ts";
import { bulkUpsertContexts } from "#server/operations/bulk-upsert-contexts.ts";
import { indexProject } from "#server/operations/index-project.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { lookUpPrior } from "#server/operations/look-up-prior.ts";
import { addAlias } from "#server/operations/manage-projects.ts";
import type { Operation, OperationContext } from "#server/operations/operation.ts";
import { recordDecision, recordOutcome } from "#server/operations/record-decision.ts";
import { remember } from "#server/operations/remember.ts";
import { labelLookup } from "#server/operations/replay-lookup.ts";
import { reportSession } from "#server/operations/report-session.ts";
import { runCalibration } from "#server/operations/run-calibration.ts";
import { supersedeMemory } from "#server/operations/supersede-memory.ts";
import { withDemoCheckout } from "./demo-checkout.ts";
import { type DemoContent, demoProjects, readDemoContent } from "./demo-content.ts";

const dayMs = 86_400_000;
/** In days. */
const minute = 1 / 1_440;
const minutesToNext = 7;
/** Where the shop's checkout says that it comes from; another name of its project. */
const shopRemote = "git.example/demo/shop";
/** After the last label. */
const calibratedDaysAgo = 0.15;
const Answered = z.looseObject({ lookup_id: z.string().nullish() });

/**
 * Fills an empty store with the demo, once: what was removed does not come back, what a killed start left half loaded
 * is loaded anew. Goes through the operations like any caller, with the clock set back, so it cannot hold what a caller
 * could not have stored. Same content, same day: same store.
 */
export async function loadDemo(
  context: OperationContext,
  seedFolder: string,
  report: (line: string) => void,
): Promise<void> {
  const { db, workspaceId } = context;
  const projects = await listProjects(db, workspaceId);
  if (projects.some((project) => !project.isDemo)) return;
  if ((await readWorkspace(db, workspaceId))?.demoRemovedAt) return;
  const content = await readDemoContent(seedFolder);
  const present = await listDemoProjects(db, workspaceId);
  if (present.length > 0) {
    const { memories, lookups } = await countProjectContent(db, workspaceId, present);
    if (memories >= content.lessons.length + content.decisions.length && lookups >= content.lookups.length) return;
    await inTransaction(db, async (tx) => {
      for (const projectId of present) await purgeProject(tx, workspaceId, projectId);
    });
  }
  report("Loading the demo project (once) …");
  await load(context, content, report);
  await indexCheckout(context, content, report);
  report(
    `The demo holds ${content.lessons.length + content.decisions.length} memories and ${content.lookups.length} lookups.`,
  );
}

async function load(context: OperationContext, content: DemoContent, report: (line: string) => void): Promise<void> {
  const now = context.clock.now();
  const ids = demoIds();
  await inTransaction(context.db, async (tx) => {
    for (const slug of demoProjects) {
      await ensureProject(tx, { workspaceId: context.workspaceId, slug, createdAt: now, isDemo: true });
    }
  });
  const events = eventsOf(content, now);
  for (const [index, event] of events.entries()) {
    // It takes seconds, and a first start tells what it is doing: a line at each quarter.
    if (index > 0 && Math.floor((index * 4) / events.length) > Math.floor(((index - 1) * 4) / events.length)) {
      report(`The demo: ${index} of ${events.length} events loaded.`);
    }
    const at = new Date(now.getTime() - event.daysAgo * dayMs);
    const then: OperationContext = {
      ...context,
      // No leg is ever late: what the demo shows must not depend on how busy the machine was when it was loaded.
      clock: { now: () => at, elapsed: context.clock.elapsed, after: () => () => {} },
      newId: ids,
      // A demo lookup is not traffic: nobody wants its lines in the log of a first start.
      log: { info: () => {}, error: context.log.error },
    };
    const outcome = await event.operation.call(then, await event.input());
    if (!outcome.ok) {
      throw new Error(`The demo does not fit: ${event.what}: ${outcome.failure.message}`);
    }
    const { lookup_id: lookupId } = Answered.parse(outcome.value.body);
    for (const { memory, label } of event.labels ?? []) {
      await labelLookup.call(then, { id: lookupId, memory_id: memory, label });
    }
  }
}

type DemoEvent = {
  daysAgo: number;
  what: string;
  operation: Operation;
  input(): Promise<Record<string, unknown>>;
  /** What a person said of the memories of this lookup. */
  labels?: { memory: string; label: string }[];
};

/** Everything that happens in the demo, oldest first; what happens at the same time keeps its order in the files. */
function eventsOf(content: DemoContent, now: Date): DemoEvent[] {
  const [shop] = demoProjects;
  const oldest = Math.max(...content.lessons.map((lesson) => lesson.days_ago)) + 1;
  const events: DemoEvent[] = [
    ...content.references.map((document) => ({
      daysAgo: oldest,
      what: document.path,
      operation: addReference,
      input: async () => ({ ...document, project: shop }),
    })),
    ...content.skills.map((skill) => ({
      daysAgo: oldest,
      what: skill.file,
      operation: addSkill,
      input: async () => ({ ...parseSkill(skill.text, skill.file), project: shop }),
    })),
    ...content.lessons.map(({ failure, days_ago: daysAgo, ...lesson }) => ({
      daysAgo,
      what: lesson.id,
      operation: remember,
      input: async () =>
        given({ ...lesson, signature_source: failure ? await content.readLog(failure, 1) : undefined }),
    })),
    ...content.supersessions.map(({ days_ago: daysAgo, id, successor_id, reason }) => ({
      daysAgo,
      what: `supersession of ${id}`,
      operation: supersedeMemory,
      input: async () => (successor_id === null ? { id, successor: null, reason } : { id, successor_id, reason }),
    })),
    ...content.decisions.map(({ days_ago: daysAgo, outcomes: _, ...decision }) => ({
      daysAgo,
      what: decision.id,
      operation: recordDecision,
      input: async () => decision,
    })),
    ...content.decisions.flatMap(({ id, outcomes }) =>
      outcomes.map(({ days_ago: daysAgo, ...outcome }) => ({
        daysAgo,
        what: `outcome of ${id}`,
        operation: recordOutcome,
        input: async () => ({ ...outcome, decision_id: id }),
      })),
    ),
    ...content.lookups.flatMap((lookup) => [lookupEvent(lookup, content), ...followingEvents(lookup, content, now)]),
    ...content.runs.map((run) => runEvent(run, content.checkout.folder)),
    { daysAgo: calibratedDaysAgo, what: "calibration", operation: runCalibration, input: async () => ({}) },
  ];
  return events.sort((a, b) => b.daysAgo - a.daysAgo);
}

function lookupEvent(lookup: DemoContent["lookups"][number], content: DemoContent): DemoEvent {
  const { days_ago: daysAgo, id, operation, signature_source: log, labels, next_run: _, ...asked } = lookup;
  return {
    daysAgo,
    what: id,
    operation: operation === "prior_context" ? lookUpPrior : lookUpContext,
    input: async () =>
      given({ ...asked, signature_source: log ? await content.readLog(log.failure, log.run) : undefined }),
    labels: labels ?? [],
  };
}

/** What the session of a lookup ran next, a few minutes later. */
function followingEvents(lookup: DemoContent["lookups"][number], content: DemoContent, now: Date): DemoEvent[] {
  const { id, next_run: next, project, session, signature_source: log, days_ago: daysAgo } = lookup;
  if (!next || !project || !log) return [];
  const at = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  return [
    {
      daysAgo: daysAgo - minutesToNext * minute,
      what: `what followed ${id}`,
      operation: reportSession,
      input: async () => ({
        project,
        session,
        // The run that was asked about, and the next one of the same command: what a host tells when the session ends.
        events: await Promise.all(
          [
            { part: "asked", verdict: "fail" as const, at: at(daysAgo + minute) },
            { part: "next", verdict: next.verdict },
          ].map(async ({ part, verdict, ...when }) => ({
            id: `${id}-${part}`,
            kind: "run",
            command: next.command,
            verdict,
            ...(verdict === "fail" ? { output: await content.readLog(log.failure, log.run) } : {}),
            ...when,
          })),
        ),
      }),
    },
  ];
}

/** What a run of an agent left behind about the files that it read. */
function runEvent(
  { days_ago: daysAgo, files, ...run }: DemoContent["runs"][number],
  checkoutFolder: string,
): DemoEvent {
  const [shop] = demoProjects;
  return {
    daysAgo,
    what: run.runId,
    operation: bulkUpsertContexts,
    input: async () => ({
      ...run,
      workspace: "demo",
      capsule: { ...run.capsule, repo: shop },
      contexts: await Promise.all(
        files.map(async ({ path: file, symbols, summary }) => ({
          externalId: `code:${shop}:${file}`,
          title: file,
          description: summary.split(". ")[0] ?? "",
          body: `${file}\n\n## Signatures\n${symbols.join("\n")}\n\n## Summary\n${summary}\n`,
          metadata: {
            kind: "code-file",
            content_hash: sha256Hex(await readFile(path.join(checkoutFolder, file))),
            symbols,
          },
        })),
      ),
    }),
  };
}

/** The shop's code with its history, for the pages about code. Without git on the machine the demo has none, and says so. */
async function indexCheckout(
  context: OperationContext,
  content: DemoContent,
  report: (line: string) => void,
): Promise<void> {
  const [shop] = demoProjects;
  const request = { remote: `https://${shopRemote}.git`, now: context.clock.now() };
  try {
    await addAlias.call(context, { alias: shopRemote, project: shop });
    const outcome = await withDemoCheckout(content.checkout, request, (folder) =>
      indexProject.call(context, { path: folder }),
    );
    if (!outcome.ok) report(`The demo has no code: ${outcome.failure.message}`);
  } catch (error) {
    report(`The demo has no code: ${error instanceof Error ? error.message.split("\n")[0] : "git failed"}`);
  }
}

/** Without the fields that hold nothing. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

/** Ids that count up within the demo, so that two loads of one content are one store. */
function demoIds(): (prefix: string) => string {
  const last = new Map<string, number>();
  return (prefix) => {
    const next = (last.get(prefix) ?? 0) + 1;
    last.set(prefix, next);
    return `${prefix}_demo${String(next).padStart(6, "0")}`;
  };
}
