import { TRPCClientError } from "@trpc/client";

const silence = "The server did not answer, or its answer could not be read.";

/** What went wrong, in words for a reader: those of the server where it gave any, never those of the transport. */
export function failureWords(error: unknown): string {
  if (error instanceof TRPCClientError && typeof error.data === "object" && error.data !== null) return error.message;
  return silence;
}
