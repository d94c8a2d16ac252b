import { listBackups } from "#server/db/backups.ts";
import { describeDamage, type StoreUnusable } from "#server/db/describe-damage.ts";

/** What an error says about the embedded store in `dataDir`, with its newest dump; undefined when it says nothing about it. */
export async function damageOf(dataDir: string, error: unknown): Promise<StoreUnusable | undefined> {
  const [newestDump] = await listBackups(dataDir).catch(() => []);
  return describeDamage(dataDir, error, newestDump === undefined ? {} : { newestDump });
}
