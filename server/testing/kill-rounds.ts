import { setTimeout as sleep } from "node:timers/promises";
import { projectAliases, projects, workspaces } from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import type { StoreTarget } from "#server/db/open-database.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { runChild } from "#server/testing/run-child.ts";

/** What a process that was killed had said. Acknowledged means that its line reached us; the rest is unknown. */
export type Ledger = { acknowledged: Set<string>; tried: Set<string> };

export function emptyLedger(): Ledger {
  return { acknowledged: new Set(), tried: new Set() };
}

export type KillRound = {
  target: StoreTarget;
  templateFolder: string;
  number: number;
  killAfterMs: number;
  isEarly: boolean;
  /** Suspended for this long before it is killed; not at all if absent. */
  suspendMs?: number;
  /** SIGKILL if absent. */
  signal?: "SIGKILL" | "SIGTERM";
};

/**
 * Lets a process write to `target` and kills it after `killAfterMs` of writing, or that long after its start when
 * `isEarly`, which may hit it while it creates, recovers or migrates the store. Adds what it said to `ledger`.
 */
export async function killRound(ledger: Ledger, round: KillRound): Promise<void> {
  const { target, templateFolder, number } = round;
  const child = await runChild("server/testing/children/ledger-writer.child.ts", [
    JSON.stringify(target),
    migrationsFolder,
    templateFolder,
    String(number),
  ]);
  if (!round.isEarly) await child.lineWith("ack");
  await sleep(round.killAfterMs);
  if (round.suspendMs !== undefined) {
    child.signal("SIGSTOP");
    await sleep(round.suspendMs);
    child.signal("SIGCONT");
  }
  const signal = round.signal ?? "SIGKILL";
  child.signal(signal);
  const end = await child.ended;
  if (end !== signal) throw new Error(`The writer ended by itself (${end}): ${child.errors}`);
  for (const line of child.lines) {
    const [word, id] = line.split(" ");
    if (id === undefined) continue;
    if (word === "ack") ledger.acknowledged.add(id);
    if (word === "try") ledger.tried.add(id);
  }
}

/** What is wrong with the store, judged by the whole history; empty when nothing is. */
export async function judge(db: Database, ledger: Ledger): Promise<string[]> {
  const [stored, aliases, [workspace]] = await Promise.all([
    db.select({ id: projects.projectId }).from(projects),
    db.select({ id: projectAliases.projectId }).from(projectAliases),
    db.select().from(workspaces),
  ]);
  const ids = new Set(stored.map(({ id }) => id));
  const aliased = new Set(aliases.map(({ id }) => id));
  return [
    ...[...ledger.acknowledged].filter((id) => !ids.has(id)).map((id) => `${id} was acknowledged and is lost`),
    ...[...ids].filter((id) => !ledger.tried.has(id)).map((id) => `${id} is there and was never written`),
    ...[...ids].filter((id) => !aliased.has(id)).map((id) => `${id} is there by half`),
    ...(ids.size !== stored.length || aliased.size !== aliases.length ? ["a row is there twice"] : []),
    ...(aliased.size !== ids.size ? ["aliases and projects do not match"] : []),
    ...((workspace?.corpusSeq ?? 0) !== ids.size
      ? [`the counter says ${workspace?.corpusSeq} for ${ids.size} writes`]
      : []),
  ];
}
