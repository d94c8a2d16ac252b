/** Ids of memories are given by callers or made here: letters, digits, `_` and `-`. */
const memoryId = /^[A-Za-z0-9_-]{1,64}$/;

export function isMemoryId(text: string): boolean {
  return memoryId.test(text);
}

/** Whether a path `/memories/…` can name a memory at all; a broken escape (`%A0`), a slash or a blank cannot. */
export function isMemoryPath(pathname: string): boolean {
  return memoryId.test(pathname.slice("/memories/".length).replace(/\/$/, ""));
}
