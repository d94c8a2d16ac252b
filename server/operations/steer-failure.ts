import { succeed } from "#server/contracts/failure-codes.ts";
import type { MemoryContextAnswer } from "#server/contracts/memory-context.ts";
import { type SteerAnswer, SteerInput, SteerOutput, type SteerRequest } from "#server/contracts/steer.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { readActive } from "#server/db/memories.ts";
import { steerBy } from "#server/domain/diagnostics/steer-by.ts";
import { steerByMemory } from "#server/domain/diagnostics/steer-by-memory.ts";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { mayRead, readableProjects, refuseProject } from "./access.ts";
import { answerContext } from "./look-up-context.ts";
import { runLeg } from "./lookup/run-leg.ts";
import { type CallContext, defineLookup, RequestIdTaken } from "./operation.ts";
import type { Expansion, LoadedScope, Retrieval } from "./ports.ts";
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
    hides: ["request_id", "truncated", "folder", "hops"],
    // It keeps a record of what was looked up, and counts a failure that was seen.
    changes: "adds",
    isRepeatable: false,
    inWords: steerInWords,
  },
  async run(context, request) {
    const project = await standingProject(context, request.project);
    if (project !== null && !mayRead(context.access, project)) return refuseProject(request.project ?? project);
    const loaded = project === null ? null : await context.priorCorpus.graph(project);
    const paths = loaded?.snapshot.nodes.flatMap((node) => (node.kind === "file" ? [node.path] : [])) ?? [];
    const steered = steerBy({
      output: request.output,
      tool: request.tool,
      root: request.root,
      folder: request.folder ?? "",
      isTruncated: request.truncated ?? false,
      paths,
    });
    const isFailure = steered.isFailure || holdsFailure(request);
    const recalling = isFailure ? recallBeside(context, request, project) : null;
    const known = isFailure ? await knownAbout(context, request, project) : null;
    const live = await liveNames(context, request, steered.diagnostics);
    const scope = project === null || !isFailure ? null : await committedState(context, project);
    const recall = await recalling;
    const named = new Set(steered.readNext.map((file) => file.path));
    const { grounds, partners } = steerByMemory({
      named: [...named],
      lessons: await groundsOf(context, known),
      history: scope?.index.history ?? null,
      paths: new Set(scope?.snapshot.paths ?? paths),
    });
    const notes = [...context.borderNotes, ...steered.notes, ...live.notes];
    const answer: SteerAnswer = {
      diagnostics: steered.diagnostics,
      // What the output said, then what exactly this failure taught, live names, and last what only history knows.
      read_next: eachOnce([...steered.readNext, ...grounds, ...live.files, ...partners]),
      complete: steered.complete,
      ...(known ? { lookup: known } : {}),
      ...(recall ? { recall } : {}),
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

/** What the lessons of tier 1 are about. They are the same failure; what merely resembles it names no files here. */
async function groundsOf({ db, workspaceId, access }: CallContext, known: MemoryContextAnswer | null) {
  const ids = known?.lessons.flatMap(({ tier, id }) => (tier === 1 ? [id] : [])) ?? [];
  if (ids.length === 0) return [];
  const active = await readActive(db, workspaceId, ids, readableProjects(access, { scope: "all-projects" }));
  const grounds = new Map(active.map(({ memory }) => [memory.memoryId, memory.ground]));
  return ids.map((id) => ({ id, ground: grounds.get(id) ?? [] }));
}

/** The commit that was indexed last. Without it the answer lacks co-change, and nothing else. */
async function committedState({ scopeCorpus, log }: CallContext, project: string): Promise<LoadedScope | null> {
  try {
    return await scopeCorpus.newest(project);
  } catch (error) {
    log.error({ error: error instanceof Error ? error.name : "unknown" }, "the indexed commit could not be read");
    return null;
  }
}

/** A file stands where it was named first. */
function eachOnce(files: SteerAnswer["read_next"]): SteerAnswer["read_next"] {
  const seen = new Set<string>();
  return files.filter(({ path }) => !seen.has(path) && seen.add(path));
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

/** Of the output, to a team server: its end holds the verdict. */
const recalledCharacters = 65_536;
/** A recall stands beside the answer and never delays it beyond this, ms. */
const recallLimitMs = 500;

/**
 * What the team server remembers of this failure, labelled with the commit that it speaks of. Null when none is
 * configured, or when it is away, slow or talks nonsense: then the answer is what this machine knows.
 */
async function recallBeside(
  context: CallContext,
  { output }: SteerRequest,
  project: string | null,
): Promise<SteerAnswer["recall"] | null> {
  const { teamBrain, clock } = context;
  if (teamBrain === null) return null;
  const query = { error: output.slice(-recalledCharacters), ...(project === null ? {} : { repo: project }) };
  const found = await runLeg((signal) => teamBrain.recall(query, signal), { timeoutMs: recallLimitMs, clock });
  if (found.status !== "answered" || found.result === null) return null;
  const { commit = null, ...remembered } = found.result;
  return { ...remembered, commit, state: "committed_state" };
}

/** How long names are asked about, ms. A server that is still starting is warm for the next failure. */
const expansionLimitMs = 5_000;

/** What a language server says about the names of the findings; nothing unless a caller on this machine asked for it. */
async function liveNames(
  { access, languageServers }: CallContext,
  { root, hops }: SteerRequest,
  diagnostics: SteerAnswer["diagnostics"],
): Promise<Expansion> {
  if (root === undefined || (hops !== 1 && hops !== 2) || diagnostics.length === 0) return { files: [], notes: [] };
  if (access.keyId !== "local") {
    return { files: [], notes: ["hops: only a caller on this machine may start a language server."] };
  }
  try {
    return await languageServers.expand({ root, diagnostics, hops, limitMs: expansionLimitMs });
  } catch {
    return { files: [], notes: ["Language server: the checkout at root could not be read."] };
  }
}
