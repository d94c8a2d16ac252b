import { Command, CommanderError } from "commander";
import type { Failure, Outcome } from "#server/contracts/failure-codes.ts";
import type { CliEnvironment, CliTools, ExitCode, ListedCommand } from "./command.ts";
import { commands } from "./commands.ts";
import type { CliConnection } from "./connection.ts";
import { printAnswer } from "./print-answer.ts";

/** The command line: each command builds the input of operations and prints their answers. */
export async function runCli(args: readonly string[], environment: CliEnvironment): Promise<ExitCode> {
  const session = openSession(environment);
  const program = new Command("whence")
    .description("Prior context for coding agents, with a reason for every selection.")
    .exitOverride()
    .configureOutput({ writeOut: environment.out, writeErr: environment.err })
    .option("-V, --version", "print the version")
    .on("option:version", () => {
      environment.out(`${environment.version()}\n`);
      throw new CommanderError(0, "commander.version", "");
    })
    .addHelpText("after", exitCodes)
    // A command below another, such as `key create`, is asked for JSON before its name or after it.
    .hook("preAction", (_, command) => session.asJson(command.optsWithGlobals().json === true));
  const asked = askedCommand(args);
  try {
    // Beside the command that is asked for no other is needed; without one, all are, for the help and for what is near.
    for (const listed of asked ? [asked] : commands) await mount(program, listed, session.tools, listed === asked);
    await program.parseAsync([...args], { from: "user" });
    return session.exitCode();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    environment.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await session.close();
  }
}

const exitCodes = `
Exit codes: 0 answered; 1 refused or failed; 2 the command line is wrong; 3 answered, and what was found needs somebody;
steer: that of the command it ran.`;

/** Every command is named in the help; only the one that is asked for is loaded, so that a start stays quick. */
async function mount(program: Command, listed: ListedCommand, tools: CliTools, isAsked: boolean): Promise<void> {
  const command = program.command(listed.name).description(listed.summary);
  command.option("--json", "print the answer as JSON");
  if (isAsked) (await listed.load())(command, tools);
}

function askedCommand(args: readonly string[]): ListedCommand | undefined {
  const words = args.filter((arg) => !arg.startsWith("-"));
  const name = words[0] === "help" ? words[1] : words[0];
  return commands.find((listed) => listed.name === name);
}

/** One connection for all calls of a command, opened by the first of them. */
function openSession(environment: CliEnvironment) {
  let exitCode: ExitCode = 0;
  let connection: Promise<CliConnection> | undefined;
  let hasProgress = false;
  let isJson = false;
  const clearProgress = () => {
    if (hasProgress) environment.err("\r\u001b[K");
    hasProgress = false;
  };
  const tools: CliTools = {
    environment,
    async call(operation, input): Promise<Outcome<unknown>> {
      connection ??= environment.connect();
      return (await connection).call(operation, defined(input));
    },
    async run(operation, input, options) {
      const outcome = await tools.call(operation, input);
      if (outcome.ok) {
        const inJson = isJson || options.json === true || options.forReaders === undefined;
        const body = inJson ? outcome.value : await options.forReaders?.(outcome.value);
        // The options of a command may bear any name, also one that means something to `print`.
        return tools.print(operation, body, { json: options.json === true });
      }
      clearProgress();
      exitCode = 1;
      environment.err(refusalText(outcome.failure));
    },
    async print(operation, body, options) {
      clearProgress();
      const write = options.write ?? environment.out;
      if (isJson || options.json === true) return write(`${JSON.stringify(body)}\n`);
      write(printAnswer(operation, body, { isTerminal: environment.isTerminal }));
    },
    async source(file) {
      if (file === undefined) return undefined;
      const { readSource } = await import("./read-source.ts");
      const { text, leftOutBytes } = await readSource(file, environment.stdin);
      if (leftOutBytes > 0) {
        environment.err(`Sent the last ${text.length} characters; ${leftOutBytes} bytes before were left out.\n`);
      }
      return text;
    },
    async connection(options) {
      connection ??= environment.connect(options);
      return connection;
    },
    progress(line) {
      if (!environment.isTerminal) return;
      hasProgress = true;
      environment.err(`\r\u001b[K${line}`);
    },
    exitWith(code) {
      exitCode = code;
    },
  };
  return {
    tools,
    exitCode: () => exitCode,
    asJson(asked: boolean) {
      isJson = asked;
    },
    async close() {
      clearProgress();
      // A connection that could not be opened has told its reason already.
      await (await connection?.catch(() => undefined))?.close();
    },
  };
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function refusalText(failure: Failure): string {
  const fields = failure.errors.map((error) => `  ${error.path === "" ? "input" : error.path}: ${error.message}\n`);
  return `${failure.code}: ${failure.message}\n${fields.join("")}`;
}
