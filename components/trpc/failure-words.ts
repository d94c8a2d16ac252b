import { TRPCClientError } from "@trpc/client";

/** What the server met while it wrote the page reaches the browser without its words, only with a number in its log. */
const failedAtServer = "The server could not load it; its log says why.";
const silence = "The server did not answer, or its answer could not be read.";

/** What went wrong, in words for a reader: those of the server where it gave any, never those of the transport. */
export function failureWords(error: unknown): string {
  if (error instanceof TRPCClientError && typeof error.data === "object" && error.data !== null) return error.message;
  if (error instanceof Error && "digest" in error) return failedAtServer;
  return silence;
}
