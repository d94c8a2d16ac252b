/** What is done to the store as a whole, by a command that opens it for itself. Each throws with a message for a person. */
export type Upkeep = {
  /** Writes a dump; without `file` into the working directory, named by the time. */
  dump(file: string | undefined, report: (line: string) => void): Promise<DumpAnswer>;
  /** Makes a damaged embedded store usable, from itself or from a dump. Works on a copy and keeps the original. */
  repair(from: string | undefined, report: (line: string) => void): Promise<RepairAnswer>;
};

export type DumpAnswer = { file: string; bytes: number; rows: Record<string, number> };

export type RepairAnswer = {
  outcome: "sound" | "salvaged" | "restored";
  rows: Record<string, number>;
  /** One sentence for each thing that is lost. */
  lost: string[];
  notes: string[];
  /** Where the store lies as it was; null when it was left in its place. */
  kept_as: string | null;
  dump: string | null;
};
