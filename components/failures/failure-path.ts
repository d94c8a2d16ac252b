/** Ids of signatures: the version of the rules and a hash. */
const signatureId = /^v[0-9]{1,4}:[0-9a-f]{64}$/;

export function isSignatureId(text: string): boolean {
  return signatureId.test(text);
}

/** The id in the segment of a path; null where none can be meant. */
export function signatureIdIn(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    return isSignatureId(text) ? text : null;
  } catch {
    return null;
  }
}

/** Whether a path `/failures/…` can name a failure at all; a broken escape (`%A0`), a slash or a blank cannot. */
export function isFailurePath(pathname: string): boolean {
  return signatureIdIn(pathname.slice("/failures/".length).replace(/\/$/, "")) !== null;
}
