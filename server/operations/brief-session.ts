import type { z } from "zod";
import { succeed } from "#server/contracts/failure-codes.ts";
import { BriefSessionInput, BriefSessionOutput } from "#server/contracts/sessions.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { renderUntrustedBlock, type UntrustedItem } from "#server/domain/rendering/untrusted-block.ts";
import { hexToBytes } from "#server/domain/text/hex-to-bytes.ts";
import { mayRead, refuseProject } from "./access.ts";
import { lookUpContext } from "./look-up-context.ts";
import { lookUpPrior } from "./look-up-prior.ts";
import { runLeg } from "./lookup/run-leg.ts";
import { type CallContext, defineLookup } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

type Brief = z.output<typeof BriefSessionInput>;

const mostRules = 8;
/** An index that is not in memory yet is not waited for: the next session has it. */
const rulesTimeoutMs = 300;
const nothingFound: Found = { items: [], ids: [], lookupId: null, notes: [] };

/**
 * What a session should know at its start, in one untrusted block: decisions of other sessions that bear on its task,
 * lessons, then the rules of the repository. The first two come from the lookups that anyone may make, so each has its
 * record, and what is below a floor stays out.
 */
export const briefSession = defineLookup({
  name: "session.brief",
  summary:
    "What a session should know at its start: decisions and lessons that bear on its task, rules of the project.",
  input: BriefSessionInput,
  output: BriefSessionOutput,
  async run(context, input) {
    if (!mayRead(context.access, input.project)) return refuseProject(input.project);
    const task = input.task_text?.trim() ?? "";
    const [decisions, lessons, rules] = await Promise.all([
      task === "" ? nothingFound : decisionsFor(context, input, task),
      task === "" ? nothingFound : lessonsFor(context, input, task),
      rulesOf(context, input.project),
    ]);
    // Reasoning is found by both lookups; it is said once.
    const said = new Set(decisions.ids);
    const fresh = lessons.items.filter((_, position) => !said.has(lessons.ids[position] ?? ""));
    const items = [...decisions.items, ...fresh, ...rules];
    const block = renderUntrustedBlock({
      items,
      secret: hexToBytes((await readWorkspace(context.db, context.workspaceId))?.secret ?? ""),
      kind: "prior context",
      budgetTokens: input.budget,
      countTokens: context.countTokens,
    });
    return succeed({
      session: input.session,
      // A block that holds no item says nothing but that something was left out.
      rendered: block.shown === 0 ? "" : block.text,
      counts: {
        decisions: shownOf(block.shown, 0, decisions.items.length),
        lessons: shownOf(block.shown, decisions.items.length, fresh.length),
        invariants: shownOf(block.shown, decisions.items.length + fresh.length, rules.length),
        left_out: block.left_out,
      },
      lookup_ids: [decisions.lookupId, lessons.lookupId].filter((id) => id !== null),
      notes: [...context.borderNotes, ...decisions.notes, ...lessons.notes],
    });
  },
});

/** How many of `length` items that begin at `from` are among the first `shown`. */
function shownOf(shown: number, from: number, length: number): number {
  return Math.max(0, Math.min(shown - from, length));
}

/** Rules of the project's instruction files at the commit that was indexed last. Those whose code is gone stay out. */
async function rulesOf(context: CallContext, slug: string): Promise<UntrustedItem[]> {
  const project = (await standingProject(context, slug)) ?? slug;
  if (!mayRead(context.access, project)) return [];
  const loaded = await runLeg(() => context.scopeCorpus.newest(project), {
    timeoutMs: rulesTimeoutMs,
    clock: context.clock,
  });
  if (loaded.status !== "answered" || loaded.result === null) return [];
  return loaded.result.snapshot.invariants
    .filter(({ state }) => state !== "symbol_missing")
    .slice(0, mostRules)
    .map(({ rule, source, state, evidence }) => ({
      session: null,
      project,
      notes: [`${source.path}:${source.line}`, ...(state === "violated" ? [`violated in ${evidence.join(", ")}`] : [])],
      lines: [rule],
      group: "Rules of this repository:",
    }));
}

type Found = { items: UntrustedItem[]; ids: string[]; lookupId: string | null; notes: string[] };

async function decisionsFor(context: CallContext, input: Brief, task: string): Promise<Found> {
  const outcome = await lookUpPrior.call(context, {
    project: input.project,
    session: input.session,
    task_text: task,
    ...(input.current_nodes === undefined ? {} : { current_nodes: input.current_nodes }),
    budget: input.budget,
    origin: "injected",
  });
  if (!outcome.ok) return { items: [], ids: [], lookupId: null, notes: [outcome.failure.message] };
  const answer = outcome.value.body;
  return {
    items: answer.items.map((item) => ({
      session: item.session,
      project: item.project,
      notes: [item.id, ...(item.verdict === null ? [] : [`last outcome ${item.verdict}`])],
      lines: [item.text],
      group: "Decided by other sessions:",
    })),
    ids: answer.items.map((item) => item.id),
    lookupId: answer.lookup_id,
    notes: answer.notes,
  };
}

async function lessonsFor(context: CallContext, input: Brief, task: string): Promise<Found> {
  const outcome = await lookUpContext.call(context, {
    project: input.project,
    session: input.session,
    task,
    budget: input.budget,
    origin: "injected",
  });
  if (!outcome.ok) return { items: [], ids: [], lookupId: null, notes: [outcome.failure.message] };
  const answer = outcome.value.body;
  // Documentation is there for whoever asks: at the start of a session only what was lived through is worth its tokens.
  const lived = answer.lessons.filter((lesson) => lesson.tier !== 3);
  return {
    items: lived.map((lesson) => ({
      session: lesson.session,
      project: lesson.project,
      notes: [lesson.id],
      lines: [lesson.text],
      group: "Learned before, similar to this task:",
    })),
    ids: lived.map((lesson) => lesson.id),
    lookupId: answer.lookup_id,
    notes: answer.notes,
  };
}
