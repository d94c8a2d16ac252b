import { CoChangeInput, CoChangeOutput, CodeOverviewInput, CodeOverviewOutput } from "#server/contracts/code-pages.ts";
import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { listScopeHeads } from "#server/db/scope-snapshots.ts";
import { coChangePartners, vanishedPartners } from "#server/domain/code-context/co-change.ts";
import type { InvariantCheck } from "#server/domain/code-context/invariant.ts";
import { mayRead, refuseProject } from "./access.ts";
import { defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

const mostPartners = 30;
const mostVanished = 20;

/** What is known of an indexed project: its skeleton and the state of its rules. */
export const readCodeOverview = defineRead({
  name: "code.overview",
  summary: "Indexed projects, and of one its skeleton, its rules with their state, and what was not read.",
  input: CodeOverviewInput,
  output: CodeOverviewOutput,
  async run(context, input) {
    const heads = (await listScopeHeads(context.db, context.workspaceId)).filter(({ projectId }) =>
      mayRead(context.access, projectId),
    );
    const asked = await standingProject(context, input.project);
    const head = asked === null ? heads[0] : heads.find(({ projectId }) => projectId === asked);
    const projects = heads.map(({ projectId }) => projectId);
    const scope = head && (await context.scopeCorpus.newest(head.projectId));
    if (!head || !scope) return succeed({ projects, shown: null });
    const { snapshot, graph } = scope;
    return succeed({
      projects,
      shown: {
        project: head.projectId,
        commit: snapshot.commit,
        indexed_at: head.indexedAt.toISOString(),
        shallow: snapshot.isShallow || snapshot.isGrafted,
        files: snapshot.paths.length,
        source_files: snapshot.files.length,
        commits: snapshot.history.length,
        skeleton: snapshot.skeleton,
        skeleton_tokens: context.countTokens(snapshot.skeleton),
        invariants: snapshot.invariants.map(({ rule, source, symbol, check, state, evidence }) => ({
          rule,
          path: source.path,
          line: source.line,
          symbol,
          check: checkInWords(check),
          state,
          evidence,
        })),
        skipped: graph.skipped,
      },
    });
  },
});

/** Files that change together with one. */
export const readCoChange = defineRead({
  name: "code.coChange",
  summary: "Which files change together with a file, how often, and which of them are gone.",
  input: CoChangeInput,
  output: CoChangeOutput,
  async run(context, input) {
    const project = (await standingProject(context, input.project)) ?? input.project;
    if (!mayRead(context.access, project)) return refuseProject(input.project);
    const scope = await context.scopeCorpus.newest(project);
    if (!scope)
      return fail("NOT_FOUND", `${project} is not indexed.`, [{ path: "project", message: "is not indexed" }]);
    const { snapshot, index } = scope;
    const path = livePath(snapshot.paths, input.path);
    if (path === null) {
      return fail("NOT_FOUND", "No file of that path.", [{ path: "path", message: "names no file of that commit" }]);
    }
    const partners = coChangePartners(index.history, path);
    return succeed({
      path,
      commit: snapshot.commit,
      shallow: snapshot.isShallow || snapshot.isGrafted,
      revisions: index.history.files.get(path)?.commits.length ?? 0,
      partners: partners.slice(0, mostPartners),
      partner_count: partners.length,
      vanished: vanishedPartners(index.history, path).slice(0, mostVanished),
    });
  },
});

/** Exact bytes first; a name typed in another normal form finds its file where it means one only. */
function livePath(paths: readonly string[], asked: string): string | null {
  if (paths.includes(asked)) return asked;
  const [found, ...others] = paths.filter((path) => path.normalize("NFC") === asked.normalize("NFC"));
  return found !== undefined && others.length === 0 ? found : null;
}

function checkInWords(check: InvariantCheck | null): string | null {
  if (check === null) return null;
  const within = "within" in check && check.within !== null ? ` in ${check.within}` : "";
  const what = { forbidden_import: "no import of", forbidden_symbol: "no use of", forbidden_path: "no file at" }[
    check.kind
  ];
  return `${what} ${check.value}${within}`;
}
