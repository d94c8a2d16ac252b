import { fail, succeed } from "#server/contracts/failure-codes.ts";
import {
  ApplyPolicyInput,
  ApplyPolicyOutput,
  ListPoliciesInput,
  ListPoliciesOutput,
  SavePolicyInput,
  SavePolicyOutput,
} from "#server/contracts/policies.ts";
import {
  insertActivation,
  insertPolicy,
  listActivations,
  listPolicies,
  readActivePolicy,
} from "#server/db/policies.ts";
import { findProject, nextChangeSeq } from "#server/db/workspaces.ts";
import { namedPolicies } from "#server/domain/policy/named-policies.ts";
import { defaultPolicy, type Policy } from "#server/domain/policy/policy.ts";
import { validatePolicy } from "#server/domain/policy/validate-policy.ts";
import { mayRead, refuseNarrow, refuseProject } from "./access.ts";
import { policyOf, policyVersion } from "./active-policy.ts";
import { defineRead, defineWrite, nothingToPrepare } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

export const browsePolicies = defineRead({
  name: "policy.list",
  summary: "Policy versions, newest first, and which one is active where.",
  input: ListPoliciesInput,
  output: ListPoliciesOutput,
  async run(context, { project }) {
    const { db, workspaceId, access } = context;
    if (project !== undefined && !mayRead(access, project)) return refuseProject(project);
    const active = await readActivePolicy(db, workspaceId, await standingProject(context, project));
    const activations = (await listActivations(db, workspaceId)).filter(
      ({ projectId }) => projectId === "" || mayRead(access, projectId),
    );
    const activeIn = (version: number) =>
      activations.filter((activation) => activation.version === version).map(({ projectId }) => projectId);
    const stored = await listPolicies(db, workspaceId);
    return succeed({
      named: namedPolicies.map(({ fields, ...said }) => ({
        ...said,
        fields: Object.fromEntries(Object.entries(fields)),
      })),
      active: active.version,
      items: [
        ...stored.map((row) => ({
          policy: policyOf(row.version, row.fields),
          note: row.note,
          created_at: row.createdAt.toISOString(),
          active_in: activeIn(row.version),
        })),
        { policy: defaultPolicy, note: "Built in.", created_at: null, active_in: activeIn(0) },
      ],
    });
  },
});

export const savePolicy = defineWrite({
  name: "policy.save",
  summary: "Append a policy version. It takes effect when it is applied.",
  input: SavePolicyInput,
  output: SavePolicyOutput,
  status: 201,
  async prepare({ access }, { fields, named }) {
    const refused = refuseNarrow(access, "A policy version");
    if (refused) return refused;
    if (named === undefined && Object.keys(fields).length === 0) {
      return fail("INVALID_INPUT", "fields: give at least one field, or a named policy.", [
        { path: "fields", message: "needs at least one field, unless named is given" },
      ]);
    }
    const check = validatePolicy(fields);
    const shipped = namedPolicies.find(({ name }) => name === named);
    if (check.ok) return succeed({ ...shipped?.fields, ...check.fields });
    const errors = check.errors.map(({ field, message }) => ({ path: `fields.${field}`, message }));
    return fail("INVALID_INPUT", errors.map((error) => error.message).join("; "), errors);
  },
  async run({ tx, workspaceId, clock }, { base_version: baseVersion, note }, changed) {
    await nextChangeSeq(tx, workspaceId);
    const version = baseVersion ?? (await readActivePolicy(tx, workspaceId, null)).version;
    const base = await policyVersion(tx, workspaceId, version);
    if (!base) {
      return fail("NOT_FOUND", `No policy version ${version}.`, [
        { path: "base_version", message: "is not known here" },
      ]);
    }
    const fields = differenceFromDefaults({ ...base, ...changed });
    const saved = await insertPolicy(tx, { workspaceId, fields, note, createdAt: clock.now() });
    return succeed({ version: saved, policy: policyOf(saved, fields) });
  },
});

/** Applying an older version is how a policy is rolled back; activations are appended, never edited. */
export const applyPolicy = defineWrite({
  name: "policy.applyVersion",
  summary: "Make a policy version the active one, for the workspace or for one project.",
  input: ApplyPolicyInput,
  output: ApplyPolicyOutput,
  prepare: nothingToPrepare,
  async run({ tx, workspaceId, access, clock, newId }, { version, project }) {
    const refused = project === undefined ? refuseNarrow(access, "The policy of the workspace") : null;
    if (refused) return refused;
    if (project !== undefined && !mayRead(access, project)) return refuseProject(project);
    await nextChangeSeq(tx, workspaceId);
    if (!(await policyVersion(tx, workspaceId, version))) {
      return fail("NOT_FOUND", `No policy version ${version}.`, [{ path: "version", message: "is not known here" }]);
    }
    const standing = project === undefined ? null : ((await findProject(tx, workspaceId, project)) ?? project);
    const before = await readActivePolicy(tx, workspaceId, standing);
    await insertActivation(tx, {
      workspaceId,
      projectId: standing ?? "",
      activationId: newId("act"),
      version,
      activatedAt: clock.now(),
    });
    return succeed({ version, project: standing, replaced: before.version });
  },
});

/** What a stored policy holds: only the fields that are not the built-in ones. */
export function differenceFromDefaults(policy: Policy): Record<string, number | null> {
  const defaults = new Map(Object.entries(defaultPolicy));
  return Object.fromEntries(
    Object.entries(policy).filter(([field, value]) => field !== "version" && value !== defaults.get(field)),
  );
}
