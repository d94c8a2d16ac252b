import { succeed } from "#server/contracts/failure-codes.ts";
import { AddSkillInput, AddSkillOutput } from "#server/contracts/references.ts";
import { insertSkill, latestSkillVersion } from "#server/db/skills.ts";
import { ensureProject, nextChangeSeq } from "#server/db/workspaces.ts";
import { refuseNarrow } from "./access.ts";
import { defineWrite, nothingToPrepare } from "./operation.ts";

/** Stores a skill; another text under the same name makes its next version, the same text changes nothing. */
export const addSkill = defineWrite({
  name: "skill.add",
  summary: "Add a skill, or its next version.",
  input: AddSkillInput,
  output: AddSkillOutput,
  status: 201,
  // Its name is one for all projects, so that the next version of it replaces somebody else's.
  prepare: async ({ access }) => refuseNarrow(access, "A skill") ?? nothingToPrepare(),
  async run(context, input) {
    const { tx, workspaceId } = context;
    const createdAt = context.clock.now();
    const projectId =
      input.project === undefined ? null : await ensureProject(tx, { workspaceId, slug: input.project, createdAt });
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    const latest = await latestSkillVersion(tx, workspaceId, input.name);
    if (
      latest?.deletedAt === null &&
      latest.description === input.description &&
      latest.body === input.body &&
      latest.projectId === projectId
    ) {
      return succeed({ name: input.name, version: latest.version, notes: ["The skill is unchanged."] });
    }
    const version = (latest?.version ?? 0) + 1;
    await insertSkill(tx, {
      workspaceId,
      name: input.name,
      version,
      description: input.description,
      body: input.body,
      projectId,
      changeSeq,
      createdAt,
    });
    return succeed({ name: input.name, version, notes: context.borderNotes });
  },
});
