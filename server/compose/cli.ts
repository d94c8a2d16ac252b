#!/usr/bin/env node
import { runCli } from "#server/api/cli/run-cli.ts";
import { connect } from "./cli-connection.ts";

process.exitCode = await runCli(process.argv.slice(2), {
  connect,
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
});
