import { TRPCClientError } from "@trpc/client";

/** What the server said about one field of a refused call; undefined when it said nothing about it. */
export function fieldError(error: unknown, path: string): string | undefined {
  if (!(error instanceof TRPCClientError) || typeof error.data !== "object" || error.data === null) return undefined;
  const errors: unknown = "errors" in error.data ? error.data.errors : undefined;
  if (!Array.isArray(errors)) return undefined;
  const found: unknown = errors.find(
    (each: unknown) => typeof each === "object" && each !== null && "path" in each && each.path === path,
  );
  if (typeof found !== "object" || found === null || !("message" in found)) return undefined;
  return typeof found.message === "string" ? found.message : undefined;
}
