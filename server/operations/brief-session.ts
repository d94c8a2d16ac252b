import type { z } from "zod";
import { succeed } from "#server/contracts/failure-codes.ts";
import { BriefSessionInput, BriefSessionOutput } from "#server/contracts/sessions.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { renderUntrustedBlock, type UntrustedItem } from "#server/domain/rendering/untrusted-block.ts";
import { hexToBytes } from "#server/domain/text/hex-to-bytes.ts";
import { mayRead, refuseProject } from "./access.ts";
import { lookUpContext } from "./look-up-context.ts";
import { lookUpPrior } from "./look-up-prior.ts";
import { type CallContext, defineLookup } from "./operation.ts";

type Brief = z.output<typeof BriefSessionInput>;

/**
 * What a session should know at its start, in one untrusted block: decisions of other sessions that bear on its task,
 * then lessons. Both come from the lookups that anyone may make, so each has its record; what is below a floor stays out.
 */
export const briefSession = defineLookup({
  name: "session.brief",
  summary: "What a session should know at its start: decisions and lessons that bear on its task.",
  input: BriefSessionInput,
  output: BriefSessionOutput,
  async run(context, input) {
    if (!mayRead(context.access, input.project)) return refuseProject(input.project);
    const task = input.task_text?.trim() ?? "";
    if (task === "") {
      return succeed({
        session: input.session,
        rendered: "",
        counts: { decisions: 0, lessons: 0, left_out: 0 },
        lookup_ids: [],
        notes: context.borderNotes,
      });
    }
    const [decisions, lessons] = await Promise.all([
      decisionsFor(context, input, task),
      lessonsFor(context, input, task),
    ]);
    // Reasoning is found by both lookups; it is said once.
    const said = new Set(decisions.ids);
    const fresh = lessons.items.filter((_, position) => !said.has(lessons.ids[position] ?? ""));
    const items = [...decisions.items, ...fresh];
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
        decisions: Math.min(block.shown, decisions.items.length),
        lessons: Math.max(0, block.shown - decisions.items.length),
        left_out: block.left_out,
      },
      lookup_ids: [decisions.lookupId, lessons.lookupId].filter((id) => id !== null),
      notes: [...context.borderNotes, ...decisions.notes, ...lessons.notes],
    });
  },
});

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
