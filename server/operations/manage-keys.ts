import { fail, succeed } from "#server/contracts/failure-codes.ts";
import {
  CreateKeyInput,
  CreateKeyOutput,
  ListKeysOutput,
  RevokeKeyInput,
  RevokeKeyOutput,
} from "#server/contracts/keys.ts";
import { limits } from "#server/contracts/limits.ts";
import { Nothing } from "#server/contracts/service.ts";
import {
  type AccessKeyRow,
  countAccessKeys,
  findAccessKey,
  insertAccessKey,
  listAccessKeys,
  revokeAccessKey,
} from "#server/db/access-keys.ts";
import { findAlias } from "#server/db/project-aliases.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { formatAccessKey, lastFourOf } from "#server/domain/keys/access-key.ts";
import { mayManage, refuseManaging } from "./access.ts";
import { defineRead, defineWrite, nothingToPrepare } from "./operation.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** Makes a key and tells it once. Takes no request id: a kept answer would keep the key. */
export const createKey = defineWrite({
  name: "key.create",
  summary: "Make a key for callers from elsewhere; the answer is the only place that ever shows it.",
  input: CreateKeyInput,
  output: CreateKeyOutput,
  status: 201,
  async prepare({ access }) {
    return mayManage(access) ? nothingToPrepare() : refuseManaging("Making a key");
  },
  async run({ tx, workspaceId, keySecrets, clock }, input) {
    if ((await countAccessKeys(tx, workspaceId)) >= limits.accessKeys) {
      return fail("CONFLICT", `A workspace holds at most ${limits.accessKeys} keys, revoked ones included.`);
    }
    const { id, secret } = keySecrets.newKey();
    // Kept as they are stored: what an alias stands for may change, what a key opens may not.
    const projects: string[] = [];
    for (const name of input.projects ?? []) projects.push((await findAlias(tx, workspaceId, name)) ?? name);
    const createdAt = clock.now();
    const row: AccessKeyRow = {
      workspaceId,
      keyId: id,
      name: input.name,
      secretHmac: keySecrets.digest(secret, (await readWorkspace(tx, workspaceId))?.secret ?? ""),
      lastFour: lastFourOf(secret),
      projects: input.projects === undefined ? null : [...new Set(projects)].sort(),
      canWrite: input.access === "write",
      createdAt,
      expiresAt:
        input.expires_in_days === undefined ? null : new Date(createdAt.getTime() + input.expires_in_days * dayMs),
      revokedAt: null,
      lastUsedAt: null,
    };
    await insertAccessKey(tx, row);
    return succeed({ ...shown(row, createdAt), key: formatAccessKey({ id, secret }) });
  },
});

export const listKeys = defineRead({
  name: "key.list",
  summary: "The keys of the workspace, newest first, with their last use.",
  input: Nothing,
  output: ListKeysOutput,
  async run({ access, db, workspaceId, clock }) {
    if (!mayManage(access)) return refuseManaging("Listing keys");
    const rows = await listAccessKeys(db, workspaceId, limits.accessKeys);
    return succeed({ items: rows.map((row) => shown(row, clock.now())), next_cursor: null });
  },
});

export const revokeKey = defineWrite({
  name: "key.revoke",
  summary: "Make a key stop working at once and for good.",
  input: RevokeKeyInput,
  output: RevokeKeyOutput,
  async prepare({ access }) {
    return mayManage(access) ? nothingToPrepare() : refuseManaging("Revoking a key");
  },
  async run({ tx, workspaceId, clock }, { id }) {
    const at = clock.now();
    await revokeAccessKey(tx, { workspaceId, keyId: id, at });
    const row = await findAccessKey(tx, workspaceId, id);
    return row
      ? succeed(shown(row, at))
      : fail("NOT_FOUND", `No key ${id}.`, [{ path: "id", message: "is not known here" }]);
  },
});

function shown(row: AccessKeyRow, now: Date) {
  const isExpired = row.expiresAt !== null && row.expiresAt <= now;
  return {
    id: row.keyId,
    name: row.name,
    prefix: `whk_${row.keyId}`,
    last_four: row.lastFour,
    access: row.canWrite ? ("write" as const) : ("read" as const),
    projects: row.projects,
    state: row.revokedAt !== null ? ("revoked" as const) : isExpired ? ("expired" as const) : ("usable" as const),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
