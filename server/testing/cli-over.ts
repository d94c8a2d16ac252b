import { Readable } from "node:stream";
import { runCli } from "#server/api/cli/run-cli.ts";
import { findOperation } from "#server/operations/catalogue.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { noUpkeep } from "./no-upkeep.ts";

export type CliRun = { exitCode: number; out: string; err: string };

/** Runs one command in this process, its operations over a context. `due` is the only operation that it may run. */
export async function cliOver(
  context: OperationContext,
  args: readonly string[],
  { stdin = "", due }: { stdin?: string; due?: string } = {},
): Promise<CliRun> {
  let out = "";
  let err = "";
  const exitCode = await runCli(args, {
    connect: async () => ({
      async call(name, input) {
        if (due !== undefined && name !== due) throw new Error(`${args[0]} runs ${name}, not ${due}`);
        const outcome = await findOperation(name)?.call(context, input);
        if (!outcome) throw new Error(`no operation ${name}`);
        return outcome.ok ? { ok: true, value: outcome.value.body } : outcome;
      },
      close: async () => {},
    }),
    upkeep: noUpkeep,
    version: () => "1.2.3",
    stdin: Readable.from([Buffer.from(stdin)]),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
  });
  return { exitCode, out, err };
}
