import { fail, succeed } from "#server/contracts/failure-codes.ts";
import {
  IndexProjectInput,
  IndexProjectOutput,
  QueryGraphInput,
  QueryGraphOutput,
} from "#server/contracts/prior-context.ts";
import { insertSnapshot, packSnapshot, readParsedBlobs, writeParsedBlobs } from "#server/db/graphs.ts";
import { ensureProject, nextChangeSeq } from "#server/db/workspaces.ts";
import { expandFocus } from "#server/domain/selection/focus.ts";
import { mayRead, refuseProject } from "./access.ts";
import { defineRead, defineWrite } from "./operation.ts";
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
    if (!mayRead(context.access, project)) return refuseProject(project);
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

/** Reads the committed state of a checkout into the store. Only contents that are not known yet are parsed. */
export const indexProject = defineWrite({
  name: "graph.index",
  summary: "Index the committed state of a checkout on the machine of the server.",
  input: IndexProjectInput,
  output: IndexProjectOutput,
  async prepare(context, { path }) {
    const { db, workspaceId, repositories, access } = context;
    // A folder of the server's machine is nobody's business who came over a network.
    if (access.keyId !== "local") return fail("FORBIDDEN", "Only a caller on this machine may index a folder of it.");
    const indexed = await repositories.index({
      folder: path,
      cache: {
        getMany: (keys) => readParsedBlobs(db, workspaceId, keys),
        putMany: (entries) => writeParsedBlobs(db, workspaceId, entries),
      },
    });
    if (!indexed.ok) return indexed;
    return succeed({ ...indexed.value, packed: await packSnapshot(indexed.value.snapshot) });
  },
  async run({ tx, workspaceId, clock }, _input, { project, warnings, isShallow, snapshot, report, packed }) {
    const indexedAt = clock.now();
    const projectId = await ensureProject(tx, { workspaceId, slug: project, createdAt: indexedAt });
    await nextChangeSeq(tx, workspaceId);
    await insertSnapshot(tx, {
      workspaceId,
      projectId,
      commit: snapshot.commit,
      ruleVersion: snapshot.ruleVersion,
      fileCount: report.files,
      snapshot: packed,
      indexedAt,
    });
    return succeed({
      project: projectId,
      commit: snapshot.commit,
      files: report.files,
      parsed: report.parsed,
      reused: report.reused,
      skipped: snapshot.skipped,
      nodes: snapshot.nodes.length,
      edges: snapshot.edges.length,
      shallow: isShallow,
      ms: report.ms,
      warnings,
    });
  },
});
