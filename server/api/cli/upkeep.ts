/** What is done to the store as a whole, by a command that opens it for itself. Each throws with a message for a person. */
export type Upkeep = {
  /** Writes a dump; without `file` into the working directory, named by the time. */
  dump(file: string | undefined, report: (line: string) => void): Promise<DumpAnswer>;
  /** Makes a damaged embedded store usable, from itself or from a dump. Works on a copy and keeps the original. */
  repair(from: string | undefined, report: (line: string) => void): Promise<RepairAnswer>;
  /** Writes what the workspace holds as JSON lines; without `folder` into the working directory, named by the time. */
  export(folder: string | undefined, report: (line: string) => void): Promise<ExportAnswer>;
  /** Merges an export into the workspace, all of it or nothing. */
  importExport(
    folder: string,
    options: { isDryRun: boolean },
    report: (line: string) => void,
  ): Promise<ImportExportAnswer>;
};

export type ExportAnswer = { folder: string; rows: Record<string, number>; left_out: Record<string, string> };

export type ImportExportAnswer = {
  dry_run: boolean;
  exported_at: string;
  whence_version: string;
  found: number;
  added: number;
  known: number;
  left_out: number;
  files: Record<string, { found: number; added: number; known: number; left_out: number }>;
  notes: string[];
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
