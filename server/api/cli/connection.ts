import type { Outcome } from "#server/contracts/failure-codes.ts";

/** Where a command's operations run: in a server that answers over HTTP, or in this process. */
export type CliConnection = {
  call(operation: string, input: unknown): Promise<Outcome<unknown>>;
  close(): Promise<void>;
  /** Behind a network: what must not wait for one gives it little time. */
  isRemote?: boolean;
};
