import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { Nothing } from "#server/contracts/service.ts";
import {
  AddAliasInput,
  AddAliasOutput,
  ListProjectsOutput,
  RemoveAliasInput,
  RemoveAliasOutput,
} from "#server/contracts/settings.ts";
import { listActivations } from "#server/db/policies.ts";
import {
  deleteAlias,
  findAlias,
  insertAlias,
  isProjectName,
  listAliases,
  listProjectOverviews,
} from "#server/db/project-aliases.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { mayRead, refuseNarrow, refuseProject } from "./access.ts";
import { defineRead, defineWrite, nothingToPrepare } from "./operation.ts";

export const listProjects = defineRead({
  name: "project.list",
  summary: "Projects with what they hold, their aliases, and the policy that is active in each.",
  input: Nothing,
  output: ListProjectsOutput,
  async run({ db, workspaceId, access }) {
    const overviews = await listProjectOverviews(db, workspaceId);
    const aliases = await listAliases(db, workspaceId);
    const activations = new Map(
      (await listActivations(db, workspaceId)).map(({ projectId, version }) => [projectId, version]),
    );
    return succeed({
      items: overviews
        .filter(({ projectId }) => mayRead(access, projectId))
        .map(({ projectId, isDemo, createdAt, memories, lookups, graph }) => ({
          project: projectId,
          is_demo: isDemo,
          created_at: createdAt.toISOString(),
          memories,
          lookups,
          aliases: aliases
            .filter((alias) => alias.projectId === projectId)
            .map((alias) => ({ alias: alias.alias, created_at: alias.createdAt.toISOString() })),
          graph: graph && { commit: graph.commit, files: graph.files, indexed_at: graph.indexedAt.toISOString() },
          policy_version: activations.get(projectId) ?? activations.get("") ?? 0,
        })),
    });
  },
});

/** From now on the other name is this project: its lookups, memories and graph. Removing the alias undoes it. */
export const addAlias = defineWrite({
  name: "project.addAlias",
  summary: "Let another name, such as that of an old remote, stand for a project.",
  input: AddAliasInput,
  output: AddAliasOutput,
  status: 201,
  prepare: async ({ access }) => refuseNarrow(access, "An alias") ?? nothingToPrepare(),
  async run({ tx, workspaceId, clock }, { alias, project }) {
    await nextChangeSeq(tx, workspaceId);
    if (!(await isProjectName(tx, workspaceId, project))) return refuseProject(project);
    const known = await findAlias(tx, workspaceId, alias);
    if (known === project) return succeed({ alias, project });
    if (known !== null) {
      return fail("CONFLICT", `${alias} already stands for another project.`, [
        { path: "alias", message: "stands for another project; remove that alias first" },
      ]);
    }
    // What is stored under that name would be reached by nobody any more.
    if (alias === project || (await isProjectName(tx, workspaceId, alias))) {
      return fail("CONFLICT", `${alias} is a project of its own, and what it holds would be out of reach.`, [
        { path: "alias", message: "is a project of its own" },
      ]);
    }
    await insertAlias(tx, { workspaceId, alias, projectId: project, createdAt: clock.now() });
    return succeed({ alias, project });
  },
});

export const removeAlias = defineWrite({
  name: "project.removeAlias",
  summary: "Undo an alias: the name stands for itself again.",
  input: RemoveAliasInput,
  output: RemoveAliasOutput,
  prepare: async ({ access }) => refuseNarrow(access, "An alias") ?? nothingToPrepare(),
  async run({ tx, workspaceId }, { alias }) {
    const project = await findAlias(tx, workspaceId, alias);
    if (project === null) {
      return fail("NOT_FOUND", `No alias ${alias}.`, [{ path: "alias", message: "is not known here" }]);
    }
    await nextChangeSeq(tx, workspaceId);
    await deleteAlias(tx, workspaceId, alias);
    return succeed({ alias, project });
  },
});
