import { GetLookupOutput } from "#server/contracts/lookups.ts";

/** Whether the text of an attention record can be read back, so that its decision can be explained. */
export function isReadableRecord(record: string): boolean {
  try {
    return GetLookupOutput.shape.record.safeParse(JSON.parse(record)).success;
  } catch {
    return false;
  }
}
