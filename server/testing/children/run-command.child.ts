import { runCommand } from "#server/adapters/command/run-command.ts";

/** Runs the command in its arguments, then says on a third file how it went: its own outputs belong to the command. */
const [report = "", ...command] = process.argv.slice(2);
const { writeFileSync } = await import("node:fs");
const ended = await runCommand(command, { folder: process.cwd(), keepBytes: 1_000 });
writeFileSync(report, JSON.stringify({ ...ended, output: ended.output.toString("utf8") }));
process.exitCode = ended.exitCode;
