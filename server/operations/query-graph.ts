import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { QueryGraphInput, QueryGraphOutput } from "#server/contracts/prior-context.ts";
import { expandFocus } from "#server/domain/selection/focus.ts";
import { mayRead, refuseProject } from "./access.ts";
import { defineRead } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

/** Nodes of one answer; more are cut and said so. */
const mostNodes = 500;

/** The neighbourhood of a node in the committed-state graph. */
export const queryGraph = defineRead({
  name: "graph.query",
  summary: "What contains, imports or is imported by a file, directory or module, in the commit that was indexed last.",
  input: QueryGraphInput,
  output: QueryGraphOutput,
  tool: {
    name: "query_graph",
    title: "What surrounds a file in the code",
    description:
      "When you need to know what a file, directory or module contains, imports or is imported by, before you open or change it. Answers from the commit that was indexed last, not from your working tree.",
    changes: "nothing",
    isRepeatable: true,
  },
  async run(context, input) {
    const project = (await standingProject(context, input.project)) ?? input.project;
    if (!mayRead(context.access, project)) return refuseProject(input.project);
    const loaded = await context.priorCorpus.graph(project);
    if (!loaded) {
      return fail("NOT_FOUND", `${project} has no code graph yet; index a checkout of it first.`, [
        { path: "project", message: "is not indexed" },
      ]);
    }
    const { graph, snapshot } = loaded;
    const matches = graph.resolve(input.node);
    const [start] = matches;
    if (start === undefined || matches.length > 1) {
      const problem =
        start === undefined ? "names nothing in the graph" : `is ambiguous: ${matches.slice(0, 5).join(", ")}`;
      return fail("NOT_FOUND", `node: ${problem}.`, [{ path: "node", message: problem }]);
    }
    // Near to far, so that a cut keeps what is nearest.
    const around = [...expandFocus(graph, [start], { hops: input.hops })];
    const kept = new Set(around.slice(0, mostNodes));
    const symbolsOf = new Map(
      input.detail === "signatures" ? snapshot.files.map((file) => [file.path, file.symbols] as const) : [],
    );
    return succeed({
      commit: snapshot.commit,
      nodes: snapshot.nodes
        .filter((node) => kept.has(node.id))
        .map((node) => {
          const symbols = node.kind === "file" ? symbolsOf.get(node.path) : undefined;
          return {
            id: node.id,
            kind: node.kind,
            path: node.path,
            ...(node.kind === "module" ? { name: node.name } : {}),
            ...(symbols
              ? {
                  symbols: symbols.map(({ name, kind, line, signature }) => ({
                    name,
                    kind,
                    line,
                    ...(signature === undefined ? {} : { signature }),
                  })),
                }
              : {}),
          };
        }),
      edges: snapshot.edges.filter((edge) => kept.has(edge.from) && kept.has(edge.to)),
      truncated: around.length > kept.size,
    });
  },
});
