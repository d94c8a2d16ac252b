import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import {
  type MemoryContextAnswer,
  MemoryContextInput,
  MemoryContextOutput,
  type MemoryContextRequest,
} from "#server/contracts/memory-context.ts";
import { planContext } from "#server/domain/lookup/context-plan.ts";
import { fitBudget, usedTokens } from "#server/domain/lookup/fit-budget.ts";
import { selectLessons } from "#server/domain/lookup/select-lessons.ts";
import { mayRead, readableProjects, refuseProject } from "./access.ts";
import { activePolicy } from "./active-policy.ts";
import { asLesson, asSkill, describeSignature, isLesson, returnedOnly, selectSkills } from "./lookup/answer-parts.ts";
import { commitLookup } from "./lookup/commit-lookup.ts";
import { explainSource } from "./lookup/explain-source.ts";
import { LegLog } from "./lookup/leg-log.ts";
import { runLeg } from "./lookup/run-leg.ts";
import { searchFirstTiers, searchThirdTier } from "./lookup/search-tiers.ts";
import { type CallContext, defineLookup } from "./operation.ts";
import { standingProject } from "./standing-project.ts";
import { contextInWords } from "./words/context-in-words.ts";

/** What do we already know about this failure, tool or task: cheapest tier first, each answer with its tier. */
export const lookUpContext = defineLookup({
  name: "memory.context",
  summary: "What is already known about a failure, a tool or a task, in three tiers.",
  input: MemoryContextInput,
  output: MemoryContextOutput,
  tool: {
    name: "memory_context",
    title: "What is known about a failure, tool or task",
    description:
      "When a command, build or test failed, or before using an unfamiliar tool: pass its output as signature_source and get what earlier runs learned about this exact failure (tier 1), similar ones (2), or documentation (3). Give at least one of signature_source, tool, task.",
    hides: ["origin", "request_id", "signature_key"],
    // It keeps a record of what it answered, and counts a failure that was seen.
    changes: "adds",
    isRepeatable: false,
    inWords: contextInWords,
  },
  run: answerContext,
});

/** The lookup itself, for operations that have admitted their input already. Writes its own record. */
export async function answerContext(
  context: CallContext,
  request: MemoryContextRequest,
): Promise<Outcome<MemoryContextAnswer>> {
  if (![request.tool, request.task, request.signature_source].some(isSaid)) {
    return fail("INVALID_INPUT", "Give at least one of tool, task and signature_source.", [
      { path: "tool", message: "at least one of tool, task, signature_source" },
    ]);
  }
  if (request.scope === "project" && request.project === undefined) {
    return fail("INVALID_INPUT", "scope: staying in the project needs the field project.", [
      { path: "scope", message: "`project` needs the field project" },
    ]);
  }
  const project = await projectOrGiven(context, request.project);
  if (project !== null && !mayRead(context.access, project)) return refuseProject(request.project ?? project);

  const startedMs = context.clock.elapsed();
  const policy = await activePolicy(context, project);
  const legs = new LegLog(context.clock, policy.leg_timeout_ms);
  const explained = explainSource(context, request, legs);
  const failure = explained?.kind === "failure" ? explained : null;
  const plan = planContext({
    tool: request.tool?.toLowerCase() ?? null,
    task: request.task ?? null,
    maskedFailure: failure?.masked ?? null,
    cleanedSource: explained?.cleaned ?? null,
    project,
    scope: request.scope ?? null,
  });
  const search = { context, plan, policy, legs, project, scope: request.scope ?? null };
  const limitPerTier = { 1: policy.max_tier1, 2: policy.max_tier2, 3: policy.max_references };

  const first = await searchFirstTiers(search, explained, request.signature_key ?? null);
  const lessons = selectLessons([...first.exact, ...first.similar].filter(isLesson), {
    limitPerTier,
    keepOrder: plan.byTool,
  });
  const skills = selectSkills(first.skills, policy.max_skills);
  const limitTokens = request.budget ?? policy.default_budget_context;
  const usedByFirst = usedTokens(
    returnedOnly(lessons).map(asLesson),
    returnedOnly(skills).map(asSkill),
    context.countTokens,
  );
  const third =
    usedByFirst < limitTokens
      ? await searchThirdTier(search)
      : legs.skip("reference", "tiers 1 and 2 and skills filled the budget");
  const references = selectLessons(third.filter(isLesson), { limitPerTier, keepOrder: false });

  const fitted = fitBudget({
    lessons: [...returnedOnly(lessons), ...returnedOnly(references)].map(asLesson),
    skills: returnedOnly(skills).map(asSkill),
    limitTokens,
    countTokens: context.countTokens,
  });
  const returned = fitted.lessons.length + fitted.skills.length;
  const answer: MemoryContextAnswer = {
    tier: fitted.lessons[0]?.tier ?? null,
    lessons: fitted.lessons,
    skills: fitted.skills,
    signature: failure && first.standing ? describeSignature(failure, first.standing, first.hitIds) : null,
    counts: { found: returned + fitted.drops.length, returned, dropped: fitted.drops.length },
    budget: {
      limit: limitTokens,
      used: fitted.used,
      tokenizer: "o200k_base",
      exceeded: fitted.exceeded,
      dropped: fitted.drops,
    },
    degraded: legs.degraded,
    notes: [
      ...context.borderNotes,
      ...(explained?.notes ?? []),
      ...(explained?.kind === "none" ? [`No signature: ${explained.reason.replaceAll("_", " ")}.`] : []),
    ],
    lookup_id: null,
  };
  return succeed(
    await commitLookup(context, {
      answer,
      request,
      policy,
      legs,
      failure,
      standing: first.standing,
      project,
      readable: readableProjects(context.access, { scope: "all-projects" }),
      judged: [...lessons, ...skills, ...references],
      corpusSeq: first.corpusSeq,
      startedMs,
    }),
  );
}

/** A store that cannot resolve an alias fails its legs, not the lookup: the name is then taken as given. */
async function projectOrGiven(context: CallContext, slug: string | undefined): Promise<string | null> {
  const found = await runLeg(() => standingProject(context, slug), { timeoutMs: 800, clock: context.clock });
  return found.status === "answered" ? found.result : (slug ?? null);
}

function isSaid(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== "";
}
