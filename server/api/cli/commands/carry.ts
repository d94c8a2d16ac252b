import { readFile } from "node:fs/promises";
import path from "node:path";
import type { DefineCommand } from "../command.ts";

export const defineCarry: DefineCommand = (command, { run, environment }) => {
  command
    .requiredOption("--run <id>", "id of the run, A-Z a-z 0-9 . _ -")
    .requiredOption("--task <text>", "what the run was for")
    .addOption(
      command.createOption("--verdict <verdict>", "how it ended").choices(["pass", "fail"]).makeOptionMandatory(),
    )
    .requiredOption("--diff <file>", "what it changed, as git diff prints it; - for standard input")
    .option("--repo <path>", "the checkout", ".")
    .option("--not-read <path=why...>", "files deliberately not read, and why")
    .option("--invariant <text...>", "rules that the change relies on")
    .option("--next <text...>", "likely next steps")
    .option("--workspace <name>", "your own name for the workspace")
    .action(async (options) => {
      const diff = options.diff === "-" ? await readAll(environment.stdin) : await readFile(options.diff, "utf8");
      await run(
        "agent.carry",
        {
          path: path.resolve(options.repo),
          run_id: options.run,
          task: options.task,
          verdict: options.verdict,
          diff,
          files_not_read: options.notRead?.map(withReason),
          invariants: options.invariant,
          next_steps: options.next,
          workspace: options.workspace,
        },
        options,
      );
    });
};

function withReason(text: string): { path: string; why: string } {
  const at = text.indexOf("=");
  return at < 0 ? { path: text, why: "" } : { path: text.slice(0, at), why: text.slice(at + 1) };
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
