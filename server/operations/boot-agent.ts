import { type BootAnswer, BootInput, BootOutput, type BootRequest } from "#server/contracts/boot.ts";
import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { mayRead, refuseProject } from "./access.ts";
import { activePolicy } from "./active-policy.ts";
import { askTeam } from "./code-context/ask-team.ts";
import { commitBoot } from "./code-context/commit-boot.ts";
import { findLessons } from "./code-context/find-lessons.ts";
import { readCheckout, storeCheckout } from "./code-context/index-checkout.ts";
import { scopeTask } from "./code-context/scope-task.ts";
import { type CallContext, defineLookup } from "./operation.ts";
import type { LoadedScope } from "./ports.ts";
import { standingProject } from "./standing-project.ts";
import { bootInWords } from "./words/boot-in-words.ts";

/** SCOPE: what an agent should know before it opens a file, for one goal and one commit. */
export const bootAgent = defineLookup({
  name: "agent.boot",
  summary: "Which files a task is about, with their factors; the map, the rules and the lessons of the repository.",
  input: BootInput,
  output: BootOutput,
  tool: {
    name: "scope_task",
    title: "Find the files a task is about",
    description:
      "When you are given a task, before you search or open files: pass it as goal. Gives the 3 to 5 files to open first with the factors that ranked them, a short map of the repository, its rules, and lessons of earlier runs.",
    hides: ["request_id", "origin"],
    changes: "adds",
    isRepeatable: false,
    inWords: bootInWords,
  },
  run: (context, request) => answerBoot(context, request),
});

/** The whole of a boot, for callers inside the product too. Keeps an attention record. */
export async function answerBoot(context: CallContext, request: BootRequest): Promise<Outcome<BootAnswer>> {
  const startedMs = context.clock.elapsed();
  const found = await scopeOf(context, request.repo);
  if (!found.ok) return found;
  const { scope, warnings } = found.value;
  const policy = await activePolicy(context, scope.project);
  const { goal } = request;
  const [scoped, lessons, team] = await Promise.all([
    scopeTask(context, { scope, goal, limit: request.limit ?? 5 }),
    findLessons(context, { goal, project: scope.project, policy }),
    // A run begins in a checkout. By its name a project is asked about by other servers too, and those two must not ask
    // each other in a circle.
    isFolder(request.repo) ? askTeam(context, { goal, project: scope.project }) : null,
  ]);
  return succeed(await commitBoot(context, { request, scope, warnings, scoped, lessons, team, policy, startedMs }));
}

/** A full path on any system; a slug never begins like one. */
const isFolder = (repo: string) => /^(?:[/\\]|[A-Za-z]:[/\\])/.test(repo);

type Found = { scope: LoadedScope; warnings: string[] };

/**
 * The commit that is asked about: of a folder, the one it stands at, indexed first where it is new; of a project, the one
 * that was indexed last.
 */
async function scopeOf(context: CallContext, repo: string): Promise<Outcome<Found>> {
  if (isFolder(repo)) return scopeOfFolder(context, repo);
  const project = (await standingProject(context, repo)) ?? repo;
  if (!mayRead(context.access, project)) return refuseRepo(repo);
  const scope = await context.scopeCorpus.newest(project);
  return scope ? succeed({ scope, warnings: [] }) : notIndexed(project);
}

async function scopeOfFolder(context: CallContext, folder: string): Promise<Outcome<Found>> {
  // A folder of the server's machine is nobody's business who came over a network.
  if (context.access.keyId !== "local") {
    return fail("FORBIDDEN", "Only a caller on this machine may name a folder of it.", [
      { path: "repo", message: "is a folder; name the project as host/owner/name" },
    ]);
  }
  const identified = await context.repositories.identify(folder);
  if (!identified.ok) return identified;
  const { warnings } = identified.value;
  const project = (await standingProject(context, identified.value.project)) ?? identified.value.project;
  const known = await context.scopeCorpus.at(project, identified.value);
  if (known) return succeed({ scope: known, warnings });
  const checkout = await readCheckout(context, folder);
  if (!checkout.ok) return checkout;
  const { workspaceId, clock } = context;
  const stored = await inTransaction(context.db, (tx) =>
    storeCheckout(tx, { workspaceId, indexedAt: clock.now() }, checkout.value),
  );
  const scope = await context.scopeCorpus.at(stored, {
    commit: checkout.value.snapshot.commit,
    isShallow: checkout.value.isShallow,
  });
  return scope ? succeed({ scope, warnings }) : notIndexed(stored);
}

/** Says the same for a project that does not exist and for one that the key may not read. */
function refuseRepo(project: string) {
  const { failure } = refuseProject(project);
  return fail(failure.code, failure.message, [{ path: "repo", message: "is not known here" }]);
}

function notIndexed(project: string) {
  return fail("NOT_FOUND", `${project} is not indexed; run whence index in a checkout of it first.`, [
    { path: "repo", message: "is not indexed" },
  ]);
}
