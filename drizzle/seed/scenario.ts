import type { z } from "zod";
import type { Operation, OperationContext } from "#server/operations/operation.ts";

/** When something happened, and how long it seemed to take. */
export type Moment = {
  /** Before the start of the scenario's day; 0 if absent. */
  minutesAgo?: number;
  /** Shown as the duration of a lookup and of its legs; 12 if absent. */
  durationMs?: number;
  /** How long a leg is really waited for, in ms; for ever if absent, so that a loaded machine leaves no trace. */
  patienceMs?: number;
  /** Legs that misbehave, in place of the product's own. */
  retrieval?: OperationContext["retrieval"];
};

export type SeedTools = {
  /** For what no caller could bring about, such as a record that is damaged. */
  context: OperationContext;
  /** Runs an operation as a caller would, and gives its answer; a refusal stops the scenario. */
  run<Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: unknown,
    moment?: Moment,
  ): Promise<z.output<Output>>;
  /** A page on which the state can be seen: its path with the filters, and what to see there. */
  link(path: string, shows: string): void;
};

/**
 * One way for the pages to look. Each is a file in `scenarios/` that exports `scenario`; its name is the file's.
 * It fills an empty store, and does so the same every time: no chance, no clock.
 */
export type Scenario = {
  summary: string;
  fill(tools: SeedTools): Promise<void>;
};
