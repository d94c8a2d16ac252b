import { runCli } from "#server/api/cli/run-cli.ts";
import { connect } from "./cli-connection.ts";
import { whenceVersion } from "./package-root.ts";
import { thisMachine } from "./this-machine.ts";

/** The command line, wired for this process. Sets the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  let endedBy: NodeJS.Signals | null = null;
  // Whoever reads the output may have seen enough (`whence failures | head`): what was asked for is done all the same.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit(process.exitCode ?? 0);
    });
  }
  process.exitCode = await runCli(args, {
    connect,
    version: whenceVersion,
    upkeep: {
      dump: async (...given) => (await import("./cli-upkeep.ts")).cliUpkeep.dump(...given),
      repair: async (...given) => (await import("./cli-upkeep.ts")).cliUpkeep.repair(...given),
    },
    // Opening it costs as much as a small call, and most commands never read it.
    get stdin() {
      return process.stdin;
    },
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    serveMcp: async () => (await import("./mcp-stdio.ts")).serveMcp(),
    isTerminal: process.stdout.isTTY === true,
    machine: thisMachine((signal) => {
      endedBy = signal;
    }),
  });
  // What waits for this process must see what the command itself would have shown it.
  if (endedBy !== null) process.kill(process.pid, endedBy);
}
