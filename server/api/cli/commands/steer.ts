import { appendFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { steerBy } from "#server/domain/diagnostics/steer-by.ts";
import type { CliTools, DefineCommand } from "../command.ts";
import type { Checkout, CommandEnd } from "../machine.ts";
import { decodeTail, readSource } from "../read-source.ts";

/** How long what is known is waited for. Behind a network it is little: a steer never waits for one. */
const storeLimitMs = { here: 30_000, network: 500 };

type Options = {
  file?: string;
  diff?: string;
  tool?: string;
  project?: string;
  root?: string;
  hops?: number;
  session?: string;
  requestId?: string;
  answer?: string;
  json?: boolean;
};

export const defineSteer: DefineCommand = (command: Command, tools) => {
  command
    .usage("[options] [-- command...]")
    .argument("[command...]", "the command to run, after --; its output passes through unchanged")
    .option("--file <file>", "read the output from a file instead of running a command, - for standard input")
    .option("--diff <file>", "run it in a throwaway copy of the commit with this diff applied")
    .option("--tool <tool>", "tool or command line that printed the output")
    .option("--project <slug>", "host/owner/name; without it that of the checkout")
    .option("--root <folder>", "folder of the checkout as the tool saw it")
    .option("--hops <count>", "ask the language server of the checkout: 0, 1 or 2; 1 for a command", Number)
    .option("--session <name>", "name of your run")
    .option("--request-id <id>", "makes a retry safe")
    .option(
      "--answer <file>",
      "with a command: where the answer goes, - for standard output; else to a terminal, or past a pipe to the error output",
    )
    .action((words: string[], options: Options) =>
      words.length === 0 ? steerFile(tools, options) : steerCommand(tools, words, options),
    );
};

async function steerFile(tools: CliTools, options: Options): Promise<void> {
  const { environment, run } = tools;
  const { text, leftOutBytes } = await readSource(options.file ?? "-", environment.stdin);
  await run("agent.steer", inputOf(text, leftOutBytes, options, null), options);
}

async function steerCommand(tools: CliTools, words: string[], options: Options): Promise<void> {
  const { machine } = tools.environment;
  if (!machine) throw new Error("No command can be run from here.");
  if (options.file !== undefined) throw new Error("--file: give either a file or a command.");
  // Emptied before the command runs: what an earlier run left there is no answer to this one.
  if (options.answer !== undefined && options.answer !== "-") await writeFile(options.answer, "");
  const here = process.cwd();
  // Asked for beside the command: it takes a moment, and the command is what is waited for.
  const checkout = machine.findCheckout(here).catch(() => null);
  if (options.diff === undefined) {
    const end = await machine.runCommand(words, here);
    return answer(tools, words, end, options, await checkout);
  }
  const diff = await readFile(options.diff, "utf8");
  await machine.inThrowawayTree(here, diff, async ({ root, folder }) => {
    const end = await machine.runCommand(words, folder);
    const found = await checkout;
    await answer(tools, words, end, options, found && { ...found, root });
  });
}

/** Adds to the output what it says. A command that passed and said nothing worth a look stays as it was. */
async function answer(
  tools: CliTools,
  words: string[],
  end: CommandEnd,
  options: Options,
  checkout: Checkout | null,
): Promise<void> {
  tools.exitWith(end.exitCode);
  const { text, leftOutBytes } = decodeTail(end.output, end.leftOutBytes);
  const input = inputOf(
    text,
    leftOutBytes,
    { ...options, tool: options.tool ?? words.join(" "), hops: options.hops ?? (options.diff === undefined ? 1 : 0) },
    checkout,
  );
  const { diagnostics, readNext, complete, isFailure, notes } = steerBy({
    output: text,
    tool: input.tool,
    root: input.root,
    folder: input.folder ?? "",
    isTruncated: leftOutBytes > 0,
    paths: [],
  });
  const hasFailed = end.exitCode !== 0 || isFailure;
  if (!hasFailed && options.json !== true) return;
  const own = { diagnostics, read_next: readNext, complete, ...(notes.length > 0 ? { notes } : {}) };
  const known = hasFailed ? await askStore(tools, input) : null;
  const all = known?.kind === "missing" ? [...notes, known.reason] : notes;
  const body = known?.kind === "answered" ? known.body : { ...own, ...(all.length > 0 ? { notes: all } : {}) };
  await tools.print("agent.steer", body, { ...options, write: outlet(tools, options) });
}

/**
 * Where the answer to a command goes. What the command prints belongs to whoever reads standard output: a pipe or a file
 * gets it as it is, to the byte, so the answer goes past it to the error output; in a terminal both are one.
 */
function outlet({ environment }: CliTools, { answer: file }: Options): (text: string) => void {
  if (file === "-") return environment.out;
  if (file === undefined) return environment.isTerminal ? environment.out : environment.err;
  return (text) => appendFileSync(file, text);
}

type Asked = { kind: "answered"; body: unknown } | { kind: "missing"; reason: string };

/** The answer of the store, or why there is none: what was read from the output stands without it. */
async function askStore(tools: CliTools, input: Record<string, unknown>): Promise<Asked> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const connection = await tools.connection();
    const limitMs = connection.isRemote === true ? storeLimitMs.network : storeLimitMs.here;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), limitMs);
      timer.unref();
    });
    const call = tools.call("agent.steer", input);
    call.catch(() => {});
    const outcome = await Promise.race([call, late]);
    if (outcome === null)
      return { kind: "missing", reason: `What is known about it did not come within ${limitMs} ms.` };
    if (outcome.ok) return { kind: "answered", body: outcome.value };
    return { kind: "missing", reason: `What is known about it was not read: ${outcome.failure.message}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "missing", reason: `What is known about it was not read: ${reason.split("\n", 1)[0]}` };
  } finally {
    clearTimeout(timer);
  }
}

function inputOf(output: string, leftOutBytes: number, options: Options, checkout: Checkout | null) {
  return {
    output,
    tool: options.tool?.slice(0, 4_096),
    project: options.project ?? checkout?.project,
    root: options.root ?? checkout?.root,
    folder: checkout === null || checkout.folder === "" ? undefined : checkout.folder,
    truncated: leftOutBytes > 0 ? true : undefined,
    hops: options.hops,
    session: options.session,
    request_id: options.requestId,
  };
}
