import type { Readable } from "node:stream";
import { Command, CommanderError, Option } from "commander";
import type { Failure, Outcome } from "#server/contracts/failure-codes.ts";
import type { CliConnection } from "./connection.ts";
import { printAnswer } from "./print-answer.ts";
import { addPriorCommands } from "./prior-commands.ts";
import { readSkillFolder } from "./read-skill-folder.ts";
import { readSource } from "./read-source.ts";

export type CliEnvironment = {
  connect(): Promise<CliConnection>;
  stdin: Readable;
  out(text: string): void;
  err(text: string): void;
  isTerminal: boolean;
};

/** 0 answered, 1 refused or failed, 2 the command line itself is wrong. */
export type ExitCode = 0 | 1 | 2;

/** The command line: each command builds the input of one operation and prints its answer. */
export async function runCli(args: readonly string[], environment: CliEnvironment): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const run = async (operation: string, input: Record<string, unknown>, options: { json?: boolean }) => {
    const outcome = await callOnce(environment, operation, defined(input));
    if (!outcome.ok) {
      exitCode = 1;
      environment.err(refusalText(outcome.failure));
      return;
    }
    environment.out(
      options.json === true ? `${JSON.stringify(outcome.value)}\n` : printAnswer(operation, outcome.value),
    );
  };
  const program = buildProgram(environment, run);
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    environment.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  return exitCode;
}

/** Runs one operation and prints its answer; fields that are undefined are left out. */
export type RunOperation = (
  operation: string,
  input: Record<string, unknown>,
  options: { json?: boolean },
) => Promise<void>;

function buildProgram(environment: CliEnvironment, run: RunOperation): Command {
  const program = new Command("whence")
    .description("Prior context for coding agents, with a reason for every selection.")
    .exitOverride()
    .configureOutput({ writeOut: environment.out, writeErr: environment.err });
  const command = (definition: string, description: string) =>
    program.command(definition).description(description).addOption(new Option("--json", "print the answer as JSON"));
  const source = async (file: string | undefined) => {
    if (file === undefined) return undefined;
    const { text, leftOutBytes } = await readSource(file, environment.stdin);
    if (leftOutBytes > 0)
      environment.err(`Sent the last ${text.length} characters; ${leftOutBytes} bytes before were left out.\n`);
    return text;
  };

  command("lookup", "What is known about a failure, a tool or a task")
    .option("--tool <tool>", "tool that failed or is to be used")
    .option("--file <file>", "log of the failure, - for standard input")
    .option("--task <text>", "what you are about to do")
    .option("--project <slug>", "host/owner/name")
    .addOption(new Option("--scope <scope>", "where to search").choices(["project", "all-projects"]))
    .option("--budget <tokens>", "upper bound for the answer", Number)
    .option("--signature-key <key>", "tells apart failures that look alike")
    .option("--session <name>", "name of your run")
    .option("--request-id <id>", "makes a retry safe")
    .action(async (options) => {
      await run(
        "memory.context",
        {
          tool: options.tool,
          task: options.task,
          signature_source: await source(options.file),
          signature_key: options.signatureKey,
          project: options.project,
          scope: options.scope,
          budget: options.budget,
          session: options.session,
          request_id: options.requestId,
        },
        options,
      );
    });

  command("remember", "Store a lesson")
    .requiredOption("--project <slug>", "host/owner/name")
    .requiredOption("--text <text>", "what was wrong, why, and what fixed it")
    .option("--file <file>", "log of the failure that the lesson explains, - for standard input")
    .option("--symptom <text>", "how the failure shows itself, in words")
    .option("--tool <tool>", "tool that the lesson is about")
    .option("--level <level>", "L1 or L2")
    .option("--ground <path...>", "files, directories or modules it is about")
    .option("--session <name>", "name of your run")
    .option("--supersedes <id>", "memory that this one replaces")
    .option("--reason <text>", "why it is replaced")
    .option("--id <id>", "your own id")
    .option("--request-id <id>", "makes a retry safe")
    .action(async (options) => {
      await run(
        "memory.remember",
        {
          project: options.project,
          text: options.text,
          signature_source: await source(options.file),
          symptom: options.symptom,
          tool: options.tool,
          level: options.level,
          ground: options.ground,
          session: options.session,
          supersedes:
            options.supersedes === undefined ? undefined : [{ id: options.supersedes, reason: options.reason ?? "" }],
          id: options.id,
          request_id: options.requestId,
        },
        options,
      );
    });

  command("reference <file>", "Add a Markdown document to the reference corpus")
    .option("--project <slug>", "host/owner/name; without it the document belongs to the workspace")
    .option("--title <title>", "instead of its first heading")
    .option("--path <path>", "instead of the file's own path")
    .action(async (file, options) => {
      const { text } = await readSource(file, environment.stdin);
      await run(
        "reference.add",
        { project: options.project, title: options.title, path: options.path ?? file, markdown: text },
        options,
      );
    });

  command("skill <folder>", "Add the skills of a folder: each SKILL.md below it")
    .option("--project <slug>", "host/owner/name; without it the skill belongs to the workspace")
    .action(async (folder, options) => {
      for (const skill of await readSkillFolder(folder)) {
        await run("skill.add", { ...skill, project: options.project }, options);
      }
    });

  command("supersede <id>", "Replace a memory, or retire it")
    .option("--by <id>", "the memory that replaces it")
    .option("--text <text>", "the text of a new memory that replaces it")
    .option("--retire", "replace it by nothing")
    .requiredOption("--reason <text>", "why")
    .action(async (id, options) => {
      const successor = options.text === undefined ? (options.retire ? null : undefined) : { text: options.text };
      await run("memory.supersede", { id, successor_id: options.by, successor, reason: options.reason }, options);
    });

  command("undo <id>", "Undo the supersession of a memory").action((id, options) =>
    run("memory.undoSupersede", { id }, options),
  );
  command("delete <id>", "Remove a memory and every copy of its text").action((id, options) =>
    run("memory.delete", { id }, options),
  );

  command("memory [id]", "One memory, or the newest ones")
    .option("--project <slug>", "only of this project")
    .option("--q <text>", "only those that hold this text")
    .action((id, options) =>
      id === undefined
        ? run("memory.list", { project: options.project, q: options.q }, options)
        : run("memory.get", { id }, options),
    );

  command("explain <file>", "Which failure a log holds, and why; - for standard input")
    .option("--tool <tool>", "tool that you take it to be from")
    .action(async (file, options) =>
      run("signature.explain", { text: await source(file), tool: options.tool }, options),
    );

  addPriorCommands(command, run, environment);
  command("lookups [id]", "One attention record, or the newest ones").action((id, options) =>
    id === undefined ? run("lookup.list", {}, options) : run("lookup.get", { id }, options),
  );
  command("health", "Whether the store answers").action((options) => run("health.get", {}, options));
  return program;
}

async function callOnce(
  environment: CliEnvironment,
  operation: string,
  input: Record<string, unknown>,
): Promise<Outcome<unknown>> {
  const connection = await environment.connect();
  try {
    return await connection.call(operation, input);
  } finally {
    await connection.close();
  }
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function refusalText(failure: Failure): string {
  const fields = failure.errors.map((error) => `  ${error.path === "" ? "input" : error.path}: ${error.message}\n`);
  return `${failure.code}: ${failure.message}\n${fields.join("")}`;
}
