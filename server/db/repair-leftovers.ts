import { readdir } from "node:fs/promises";
import path from "node:path";

/** A repair was cut off between its last two steps: the damaged store was put aside and the repaired one not yet put in its place. */
export class RepairCutOff extends Error {
  override readonly name = "RepairCutOff";
  constructor(dataDir: string, keptAs: string) {
    super(
      `There is no store in ${path.join(dataDir, "pg")}, but ${path.join(dataDir, keptAs)} was put aside by a repair that was cut off. ` +
        "Rename it back to pg and run `whence repair` again; or move it out of the folder to begin with an empty store.",
    );
  }
}

export const damagedPrefix = "pg.damaged-";

/** Called where there is no store: an empty one must not be made where a person expects the old one. */
export async function assertNoRepairCutOff(dataDir: string): Promise<void> {
  const kept = (await readdir(dataDir)).filter((name) => name.startsWith(damagedPrefix)).sort();
  const newest = kept.at(-1);
  if (newest !== undefined) throw new RepairCutOff(dataDir, newest);
}
