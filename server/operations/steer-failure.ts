import { succeed } from "#server/contracts/failure-codes.ts";
import type { MemoryContextAnswer } from "#server/contracts/memory-context.ts";
import { type SteerAnswer, SteerInput, SteerOutput, type SteerRequest } from "#server/contracts/steer.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { steerBy } from "#server/domain/diagnostics/steer-by.ts";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { mayRead, refuseProject } from "./access.ts";
import { answerContext } from "./look-up-context.ts";
import { type CallContext, defineLookup, RequestIdTaken } from "./operation.ts";
import type { Retrieval } from "./ports.ts";
import { standingProject } from "./standing-project.ts";
import { steerInWords } from "./words/steer-in-words.ts";

/** What a failing command printed, read: its diagnostics, the files to open next, and what is known about the failure. */
export const steerFailure = defineLookup({
  name: "agent.steer",
  summary: "Read the output of a failing command: diagnostics, which files to read next, and what is known about it.",
  input: SteerInput,
  output: SteerOutput,
  tool: {
    name: "steer_failure",
    title: "Read the output of a failing command",
    description:
      "When a command, build, type check or test failed: pass what it printed as output. Gives the diagnostics, the files to read next in order, and what earlier runs learned about this failure. Call it before opening files.",
    hides: ["request_id", "truncated"],
    // It keeps a record of what was looked up, and counts a failure that was seen.
    changes: "adds",
    isRepeatable: false,
    inWords: steerInWords,
  },
  async run(context, request) {
    const project = await standingProject(context, request.project);
    if (project !== null && !mayRead(context.access, project)) return refuseProject(project);
    const loaded = project === null ? null : await context.priorCorpus.graph(project);
    const steered = steerBy({
      output: request.output,
      tool: request.tool,
      root: request.root,
      folder: request.folder ?? "",
      isTruncated: request.truncated ?? false,
      paths: loaded?.snapshot.nodes.flatMap((node) => (node.kind === "file" ? [node.path] : [])) ?? [],
    });
    const known = steered.isFailure || holdsFailure(request) ? await knownAbout(context, request, project) : null;
    const notes = [...context.borderNotes, ...steered.notes];
    const answer: SteerAnswer = {
      diagnostics: steered.diagnostics,
      read_next: steered.readNext,
      complete: steered.complete,
      ...(known ? { lookup: known } : {}),
      ...(notes.length > 0 ? { notes } : {}),
    };
    await keep(context, answer);
    return succeed(answer);
  },
});

/** A failure that names no place, such as a missing package, is still one that somebody may have met. */
function holdsFailure({ output }: SteerRequest): boolean {
  return output.trim() !== "" && explainFailure({ text: output }).kind === "failure";
}

/**
 * The three-tier lookup of the failure, without any embedder: a steer never waits for a network. It writes its own
 * record and occurrence; a lookup that cannot be made costs the caller the lookup, never the diagnostics.
 */
async function knownAbout(
  context: CallContext,
  request: SteerRequest,
  project: string | null,
): Promise<MemoryContextAnswer | null> {
  const outcome = await answerContext(
    { ...context, retrieval: withoutVectors(context.retrieval), borderNotes: [], keepAnswer: async () => {} },
    {
      signature_source: request.output,
      ...(project === null ? {} : { project }),
      ...(request.session === undefined ? {} : { session: request.session }),
      ...(request.request_id === undefined ? {} : { request_id: request.request_id }),
    },
  );
  return outcome.ok ? outcome.value : null;
}

function withoutVectors(retrieval: Retrieval): Retrieval {
  const lexical = (leg: "symptom" | "text" | "reference" | "skills"): Retrieval[typeof leg] => ({
    search: (query, signal) => retrieval[leg].search({ ...query, lexicalOnly: true }, signal),
  });
  return {
    sync: () => retrieval.sync(),
    symptom: lexical("symptom"),
    text: lexical("text"),
    reference: lexical("reference"),
    skills: lexical("skills"),
  };
}

/** Keeps the answer for a retry with the same request id. A store that cannot write costs the retry, not the answer. */
async function keep(context: CallContext, answer: SteerAnswer): Promise<void> {
  if (context.requestId === null) return;
  try {
    await inTransaction(context.db, (tx) => context.keepAnswer(tx, { status: 200, text: JSON.stringify(answer) }));
  } catch (error) {
    if (error instanceof RequestIdTaken) throw error;
    context.log.error({ error: error instanceof Error ? error.name : "unknown" }, "the answer of a steer was not kept");
  }
}
