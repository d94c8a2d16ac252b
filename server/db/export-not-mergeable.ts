import { postgresErrorCode } from "#server/db/postgres-error-code.ts";

/** The export and this workspace cannot be one; nothing was changed. */
export class ExportNotMergeable extends Error {
  override readonly name = "ExportNotMergeable";
}

/** What to throw for a statement over rows of `file` that failed: a value that its column cannot hold is the file's fault. */
export function refusalOfRows(error: unknown, file: string): unknown {
  const code = postgresErrorCode(error);
  // Classes 22 and 23: a value of the wrong form, a rule of a column that is broken.
  if (code === undefined || !/^2[23]/.test(code)) return error;
  const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : code;
  return new ExportNotMergeable(`Nothing was imported: ${file} holds a value that its column cannot: ${why}.`, {
    cause: error,
  });
}
