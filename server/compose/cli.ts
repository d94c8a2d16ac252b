#!/usr/bin/env node
import { runCli } from "#server/api/cli/run-cli.ts";
import { connect } from "./cli-connection.ts";
import { thisMachine } from "./this-machine.ts";

let endedBy: NodeJS.Signals | null = null;
process.exitCode = await runCli(process.argv.slice(2), {
  connect,
  upkeep: {
    dump: async (...args) => (await import("./cli-upkeep.ts")).cliUpkeep.dump(...args),
    repair: async (...args) => (await import("./cli-upkeep.ts")).cliUpkeep.repair(...args),
  },
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  machine: thisMachine((signal) => {
    endedBy = signal;
  }),
});
// What waits for this process must see what the command itself would have shown it.
if (endedBy !== null) process.kill(process.pid, endedBy);
