import { ImportExportInput, ImportExportOutput } from "#server/contracts/exports.ts";
import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { ExportUnreadable } from "#server/db/export-format.ts";
import { ExportNotMergeable } from "#server/db/export-not-mergeable.ts";
import { type ImportSummary, importExport } from "#server/db/import-export.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { mayManage, refuseManaging } from "./access.ts";
import { checkExportedRow } from "./check-exported-row.ts";
import { forgetMemoriesIn } from "./forget-memories.ts";
import { defineOwnWrite } from "./operation.ts";

/** Merges an export in, all of it or nothing; read row by row from a folder of the machine of the store. */
export const importWorkspace = defineOwnWrite({
  name: "service.import",
  summary: "Merge an export of another store into this one, all of it or nothing, or say what would come in.",
  input: ImportExportInput,
  output: ImportExportOutput,
  async run({ db, workspaceId, access, clock, rulesets }, { folder, dry_run }) {
    if (!mayManage(access)) return refuseManaging("An import");
    try {
      const summary = await importExport(db, folder, {
        workspaceId,
        secret: (await readWorkspace(db, workspaceId))?.secret ?? "",
        now: clock.now(),
        isDryRun: dry_run,
        rulesets: rulesets.map(({ version }) => version),
        checkRow: checkExportedRow,
        forget: forgetMemoriesIn,
      });
      return succeed(shown(summary));
    } catch (error) {
      if (error instanceof ExportUnreadable) {
        return fail("INVALID_INPUT", error.message, [{ path: "folder", message: "holds no whole export" }]);
      }
      if (!(error instanceof ExportNotMergeable)) throw error;
      return fail("CONFLICT", error.message, [{ path: "folder", message: "cannot be merged with what is here" }]);
    }
  },
});

function shown({ isDryRun, exportedAt, whenceVersion, files, notes }: ImportSummary) {
  const counted = Object.entries(files).map(
    ([name, { leftOut, ...counts }]) => [name, { ...counts, left_out: leftOut }] as const,
  );
  const sum = (of: "found" | "added" | "known" | "left_out") =>
    counted.reduce((total, [, counts]) => total + counts[of], 0);
  return {
    dry_run: isDryRun,
    exported_at: exportedAt,
    whence_version: whenceVersion,
    found: sum("found"),
    added: sum("added"),
    known: sum("known"),
    left_out: sum("left_out"),
    files: Object.fromEntries(counted),
    notes,
  };
}
