import { constants } from "node:os";
import type { Ended } from "./run-command.ts";
import type { TailBuffer } from "./tail-buffer.ts";

/**
 * Runs a command in a terminal of its own, joined to ours: it may colour, ask and redraw as always. Null when this
 * machine has no such terminal for us; then pipes have to do.
 */
export async function runInTerminal(
  command: readonly string[],
  { folder, kept }: { folder: string; kept: TailBuffer },
): Promise<Ended | null> {
  const pty = await import("@lydell/node-pty").catch(() => null);
  if (pty === null) return null;
  const [file = "", ...args] = command;
  const { stdin, stdout } = process;
  const start = () => {
    try {
      return pty.spawn(file, args, {
        name: process.env.TERM ?? "xterm-256color",
        cols: stdout.columns,
        rows: stdout.rows,
        cwd: folder,
        env: process.env,
        encoding: null,
      });
    } catch {
      return null;
    }
  };
  const child = start();
  if (child === null) return null;
  const wasRaw = stdin.isRaw;
  // A key may come in pieces: the terminal takes text, so half a character waits for its rest.
  const typed = new TextDecoder();
  const type = (bytes: Buffer) => child.write(typed.decode(bytes, { stream: true }));
  const resize = () => child.resize(stdout.columns, stdout.rows);
  const end = () => child.kill("SIGHUP");
  const terminate = () => child.kill("SIGTERM");
  stdin.setRawMode(true);
  stdin.on("data", type);
  stdout.on("resize", resize);
  process.on("SIGHUP", end);
  process.on("SIGTERM", terminate);
  child.onData((data: string | Buffer) => {
    const bytes = Buffer.from(data);
    kept.push(bytes);
    stdout.write(bytes);
  });
  try {
    return await new Promise((resolve) => {
      child.onExit(({ exitCode, signal }) => {
        const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
        const ended = signalNames.find((known) => known === name) ?? null;
        resolve({ exitCode: signal ? 128 + signal : exitCode, signal: ended });
      });
    });
  } finally {
    stdin.off("data", type);
    stdin.setRawMode(wasRaw);
    stdin.pause();
    stdout.off("resize", resize);
    process.off("SIGHUP", end);
    process.off("SIGTERM", terminate);
  }
}

const signalNames = [
  "SIGHUP",
  "SIGINT",
  "SIGQUIT",
  "SIGILL",
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGKILL",
  "SIGSEGV",
  "SIGPIPE",
  "SIGTERM",
] as const satisfies readonly NodeJS.Signals[];
