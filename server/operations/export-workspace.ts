import { ExportInput, ExportOutput } from "#server/contracts/exports.ts";
import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { ExportNotWritable, exportStore } from "#server/db/export-store.ts";
import { mayManage, refuseManaging } from "./access.ts";
import { defineRead } from "./operation.ts";

/** Everything that is remembered, as JSON lines in a folder of the machine of the store. Written row by row, as of one moment. */
export const exportWorkspace = defineRead({
  name: "service.export",
  summary: "Write everything that is remembered into a new folder on the machine of the store, as JSON lines.",
  input: ExportInput,
  output: ExportOutput,
  async run({ db, workspaceId, access, build, clock }, { folder }) {
    if (!mayManage(access)) return refuseManaging("An export");
    try {
      const written = await exportStore(db, folder, { workspaceId, whenceVersion: build.version, now: clock.now() });
      return succeed({ folder: written.folder, rows: written.rows, left_out: written.leftOut });
    } catch (error) {
      if (!(error instanceof ExportNotWritable)) throw error;
      return fail("CONFLICT", error.message, [{ path: "folder", message: "cannot be written there" }]);
    }
  },
});
