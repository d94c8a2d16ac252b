import type { Readable } from "node:stream";
import type { Command } from "commander";
import type { Outcome } from "#server/contracts/failure-codes.ts";
import type { CliConnection } from "./connection.ts";
import type { Machine } from "./machine.ts";
import type { Upkeep } from "./upkeep.ts";

export type CliEnvironment = {
  /** With `mustStand`, a store that is not there is an error and is not made. */
  connect(options?: { mustStand: boolean }): Promise<CliConnection>;
  upkeep: Upkeep;
  /** Of Whence itself. */
  version(): string;
  stdin: Readable;
  out(text: string): void;
  err(text: string): void;
  /** Speaks MCP over the process's own standard input and output until they close; only a process of its own can. */
  serveMcp?(): Promise<void>;
  /** Whether a person reads `out`: tables and progress are for them. */
  isTerminal: boolean;
  /** Absent where nothing may be run or read on this machine. */
  machine?: Machine;
};

/**
 * 0 answered, 1 refused or failed, 2 the command line itself is wrong, 3 answered, and what was found needs somebody;
 * of a command that was run, its own.
 */
export type ExitCode = number;

/** What a command is given. A command builds the input of operations and prints what they answer; it decides nothing. */
export type CliTools = {
  environment: CliEnvironment;
  /**
   * Runs one operation and prints its answer. A refusal goes to the error output and makes the exit code 1. `forReaders`
   * brings what is printed in place of the body where no JSON was asked for.
   */
  run(
    operation: string,
    input: Record<string, unknown>,
    options: { json?: boolean; forReaders?: (body: unknown) => Promise<unknown> },
  ): Promise<void>;
  /** Runs one operation and gives its answer back; fields that are undefined are left out. */
  call(operation: string, input: Record<string, unknown>): Promise<Outcome<unknown>>;
  /** The connection that `call` uses, opened if it is not yet. */
  connection(options?: { mustStand: boolean }): Promise<CliConnection>;
  /** Prints an answer as `run` does, for a command that worked it out itself; to `write` where it does not go to `out`. */
  print(operation: string, body: unknown, options: { json?: boolean; write?: (text: string) => void }): Promise<void>;
  /** The last 1 MiB of a log from a line start, `-` being standard input; says so when something was left out. */
  source(file: string | undefined): Promise<string | undefined>;
  /** One line of progress that the next one overwrites; nothing where no person is watching. */
  progress(line: string): void;
  /** Ends the command with this code once it has returned. */
  exitWith(code: ExitCode): void;
};

/** Adds arguments, options and the action of one command. `--json` is there already. */
export type DefineCommand = (command: Command, tools: CliTools) => void;

/** A command as the list knows it: its file is loaded only when it runs. */
export type ListedCommand = {
  name: string;
  summary: string;
  load(): Promise<DefineCommand>;
};
