/** Ids of runs are opaque and URL-safe. */
const pattern = /^[A-Za-z0-9_-]{1,255}$/;

export function isRunId(text: string): boolean {
  return pattern.test(text);
}
