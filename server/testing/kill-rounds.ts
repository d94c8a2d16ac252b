import { setTimeout as sleep } from "node:timers/promises";
import type { StoreTarget } from "#server/db/open-database.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { runChild } from "#server/testing/run-child.ts";

/**
 * What a process that was killed had said, as "<step> <turn>". Acknowledged means that its line reached us; the rest is
 * unknown. In the order in which it was said.
 */
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
  /** By how much its clock is wrong; right if absent. */
  wrongHours?: number;
};

/**
 * Lets a process call operations on `target` and kills it after `killAfterMs` of that, or that long after its start when
 * `isEarly`, which may hit it while it creates, recovers or migrates the store. Adds what it said to `ledger`.
 */
export async function killRound(ledger: Ledger, round: KillRound): Promise<void> {
  const { target, templateFolder, number } = round;
  const child = await runChild("server/testing/children/ledger-writer.child.ts", [
    JSON.stringify(target),
    migrationsFolder,
    templateFolder,
    String(number),
    String(round.wrongHours ?? 0),
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
    const [, word, call] = /^(try|ack) (\S+ \S+)$/.exec(line) ?? [];
    if (call === undefined) continue;
    (word === "ack" ? ledger.acknowledged : ledger.tried).add(call);
  }
}
