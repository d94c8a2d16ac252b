import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { SearchInput, SearchOutput } from "#server/contracts/search.ts";
import type { CodeGraphSnapshot } from "#server/domain/code-graph/code-graph-snapshot.ts";
import { mayRead, refuseProject } from "./access.ts";
import { answerContext } from "./look-up-context.ts";
import { type CallContext, defineLookup } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

const mostRefs = 20;
const mostImporters = 20;
const mostLessons = 5;

/** What is remembered about an error, a symbol or a question; null when that is nothing. */
export const searchRecall = defineLookup({
  name: "agent.recall",
  summary: "What is remembered about an error, a symbol or a question: a past fix, where it is declared, lessons.",
  input: SearchInput,
  output: SearchOutput,
  tool: {
    name: "recall",
    title: "Recall a past fix, a symbol or a lesson",
    description:
      "When a verify step failed, or you meet a name you do not know: pass the error, the symbol or a question, with repo. Gives the past fix of exactly this failure, where the symbol is declared and who imports it, and lessons. null when nothing is remembered.",
    changes: "adds",
    isRepeatable: false,
  },
  async run(context, { repo, error, symbol, query }) {
    if (![error, symbol, query].some((text) => text !== undefined && text.trim() !== "")) {
      return fail("INVALID_INPUT", "Give at least one of error, symbol and query.", [
        { path: "query", message: "at least one of error, symbol, query" },
      ]);
    }
    const project = await standingProject(context, repo);
    if (project !== null && !mayRead(context.access, project)) return refuseProject(repo ?? project);
    const [known, loaded] = await Promise.all([
      remembered(context, { error, query: query ?? symbol, project }),
      project === null ? null : context.priorCorpus.graph(project),
    ]);
    const place = loaded === null ? null : placeOf(loaded.snapshot, symbol);
    const answer = { ...known, ...place, ...(loaded ? { commit: loaded.snapshot.commit } : {}) };
    const isEmpty = answer.pastFix === undefined && answer.lessons.length === 0 && place === null;
    return succeed(isEmpty ? null : answer);
  },
});

async function remembered(
  context: CallContext,
  asked: { error: string | undefined; query: string | undefined; project: string | null },
): Promise<{ pastFix?: string; lessons: string[] }> {
  const text = asked.query?.trim() ? asked.query : undefined;
  const outcome = await answerContext(
    { ...context, borderNotes: [], keepAnswer: async () => {} },
    {
      ...(asked.error === undefined ? {} : { signature_source: asked.error }),
      ...(text === undefined ? {} : { task: text }),
      ...(asked.project === null ? {} : { project: asked.project }),
    },
  );
  if (!outcome.ok) return { lessons: [] };
  const { lessons } = outcome.value;
  const exact = lessons.find((lesson) => lesson.tier === 1);
  return {
    ...(exact ? { pastFix: exact.text } : {}),
    lessons: lessons
      .filter((lesson) => lesson !== exact)
      .slice(0, mostLessons)
      .map((lesson) => lesson.text),
  };
}

function placeOf(
  snapshot: CodeGraphSnapshot,
  symbol: string | undefined,
): { refs: string[]; callPath: string[] } | null {
  if (symbol === undefined || symbol.trim() === "") return null;
  const name = symbol.trim().replace(/\(\)$/, "");
  const declared = snapshot.files.flatMap((file) =>
    file.symbols
      .filter((one) => one.name === name || (one.container !== undefined && `${one.container}.${one.name}` === name))
      .map((one) => ({ path: file.path, line: one.line })),
  );
  const [first] = declared;
  if (first === undefined) return null;
  return {
    refs: declared.slice(0, mostRefs).map(({ path, line }) => `${path}:${line}`),
    callPath: [first.path, ...importersOf(snapshot, first.path).slice(0, mostImporters)],
  };
}

/** Files that import a file, directly first and then over one more step. */
function importersOf({ edges }: CodeGraphSnapshot, path: string): string[] {
  const into = new Map<string, string[]>();
  for (const { from, to, kind } of edges) {
    if (kind !== "imports" || !from.startsWith("file:")) continue;
    const held = into.get(to);
    if (held) held.push(from);
    else into.set(to, [from]);
  }
  const direct = (into.get(`file:${path}`) ?? []).toSorted();
  const further = direct.flatMap((one) => into.get(one) ?? []).toSorted();
  return [...new Set([...direct, ...further])].map((node) => node.slice("file:".length)).filter((one) => one !== path);
}
