/** Ids of records and lookups are opaque and URL-safe: a prefix and letters or digits. */
const recordId = /^(?:att|lk)_[A-Za-z0-9_-]{1,128}$/;

export function isRecordId(text: string): boolean {
  return recordId.test(text);
}

/** Whether a path `/lookups/…` can name a record at all; a broken escape (`%A0`), a slash or a blank cannot. */
export function isRecordPath(pathname: string): boolean {
  const segment = pathname.slice("/lookups/".length).replace(/\/$/, "");
  return recordId.test(segment);
}
