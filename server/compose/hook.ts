import { type HookHost, hookHosts } from "#server/api/hooks/hook-event.ts";
import { runHook } from "#server/api/hooks/run-hook.ts";
import { callsTo } from "./calls-to.ts";
import { type FoundServer, findServer } from "./find-server.ts";
import { hookRepository, readFileTail } from "./hook-repository.ts";

/** What is left of a second is for a busy machine: to start us, and to read the answer. */
const productDeadlineMs = 700;
const maxInputBytes = 64 * 1024 * 1024;

/**
 * `whence hook EVENT [--host HOST]`. Prints an answer in the host's format or nothing, and always exits with 0: a hook
 * never fails an agent. It never opens the store, and whatever hangs is left behind when time is up: `deadlineMs` after
 * the start of the process.
 */
export async function hook(args: readonly string[], { deadlineMs = productDeadlineMs } = {}): Promise<void> {
  // Anything may fail in its own way here, also a library that we have not met; no reason matters to the agent.
  process.on("uncaughtException", () => finish(""));
  process.on("unhandledRejection", () => finish(""));
  // Whole milliseconds: a signal takes no others.
  const timeLeftMs = Math.max(1, Math.floor(deadlineMs - process.uptime() * 1_000));
  setTimeout(() => finish(""), timeLeftMs);
  const isOver = AbortSignal.timeout(timeLeftMs);
  const { event, host } = parseArgs(args);
  let server: FoundServer | null = null;
  const reached = once(async () => {
    server = await findServer(process.env);
    if (!server) throw new Error("There is no server.");
    return callsTo(server);
  });
  try {
    const answer = await runHook(host, event, {
      readInput: readStdin,
      async send(pathname, options = {}) {
        const { send } = await reached();
        return send(pathname, { ...options, signal: isOver });
      },
      pageUrl: () => server?.url.replace(/\/$/, "") ?? null,
      repository: hookRepository,
      readTail: readFileTail,
    });
    finish(answer);
  } catch {
    finish("");
  }
}

/** The same promise for whoever asks while it is being made, and after. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function parseArgs(args: readonly string[]): { event: string; host: HookHost } {
  const position = args.indexOf("--host");
  const named = position < 0 ? undefined : args[position + 1];
  const words = args.filter((_, index) => position < 0 || (index !== position && index !== position + 1));
  return { event: words[0] ?? "", host: hookHosts.find((known) => known === named) ?? "claude-code" };
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxInputBytes) throw new Error("The input is larger than 64 MiB.");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

let isFinished = false;

/** Ends the process at once, so that a socket that hangs or a pipe that nobody closes cannot keep it. */
function finish(answer: string): void {
  if (isFinished) return;
  isFinished = true;
  process.exitCode = 0;
  if (answer === "") process.exit(0);
  // A host that reads no more must not keep us either.
  process.stdout.once("error", () => process.exit(0));
  process.stdout.write(answer, () => process.exit(0));
}
