import { type ChildProcess, spawn } from "node:child_process";
import { fstatSync } from "node:fs";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { closeWriteEnd, openPipe, type Pipe } from "./open-pipe.ts";
import { runInTerminal } from "./run-in-terminal.ts";
import { TailBuffer } from "./tail-buffer.ts";

export type CommandRun = {
  /** As a shell gives it: 128 and the signal's number for a command that a signal ended. */
  exitCode: number;
  signal: NodeJS.Signals | null;
  /** The last bytes that it printed, both streams in one. */
  output: Buffer;
  leftOutBytes: number;
};

type Sink = { stream: NodeJS.WriteStream; fd: 1 | 2 };

/** Signals that ask this process to end: the command is told, and its end is then this process's end. */
const forwarded = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const;

/** How long output is still read after the command ended, while something it left behind holds the pipe open. */
const drainMs = 300;

/**
 * Runs a command as if it had been typed: its input is ours, each byte it prints is passed on as it comes and in its
 * order, and its exit code or signal is given back. In a terminal it gets a terminal. Beside that the last `keepBytes`
 * of its output are kept. 127 when there is no such command, 126 when it may not be run.
 */
export async function runCommand(
  command: readonly string[],
  { folder, keepBytes }: { folder: string; keepBytes: number },
): Promise<CommandRun> {
  const kept = new TailBuffer(keepBytes);
  const inTerminal = process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY;
  const ended =
    (inTerminal ? await runInTerminal(command, { folder, kept }) : null) ?? (await runPiped(command, folder, kept));
  return { ...ended, output: kept.bytes(), leftOutBytes: kept.leftOutBytes };
}

export type Ended = { exitCode: number; signal: NodeJS.Signals | null };

async function runPiped(command: readonly string[], folder: string, kept: TailBuffer): Promise<Ended> {
  const [file = "", ...args] = command;
  const areOne = isSameFile();
  const out = openPipe();
  const err = areOne ? out : openPipe();
  const usesPipes = out !== null && err !== null;
  const child = spawn(file, args, {
    cwd: folder,
    stdio: usesPipes ? ["inherit", out.writeFd, err.writeFd] : ["inherit", "pipe", "pipe"],
    windowsHide: true,
  });
  const pipes = [...new Set([out, err])].filter((pipe): pipe is Pipe => pipe !== null);
  for (const pipe of pipes) closeWriteEnd(pipe);
  const stdout: Sink = { stream: process.stdout, fd: 1 };
  const stderr: Sink = { stream: process.stderr, fd: 2 };
  const flows = usesPipes
    ? [flow(out.reader, stdout, kept), ...(areOne ? [] : [flow(err.reader, stderr, kept)])]
    : [flow(child.stdout, stdout, kept), flow(child.stderr, stderr, kept)];
  const stopForwarding = forwardSignals(child);
  try {
    const ended = await endOf(child, file);
    await Promise.race([Promise.all(flows), new Promise((resolve) => setTimeout(resolve, drainMs).unref())]);
    return ended;
  } finally {
    stopForwarding();
    for (const { reader } of pipes) reader.destroy();
  }
}

/** True when both outputs of this process are one file: then their order can be seen, and is kept. */
function isSameFile(): boolean {
  try {
    const [one, other] = [fstatSync(1), fstatSync(2)];
    return one.dev === other.dev && one.ino === other.ino && one.rdev === other.rdev;
  } catch {
    return false;
  }
}

/** Passes bytes on with the reader's own pace. A reader that went away ends the pipe, as it would without us. */
function flow(source: Readable | null, { stream }: Sink, kept: TailBuffer): Promise<void> {
  if (source === null) return Promise.resolve();
  return new Promise((resolve) => {
    // Stays for good: a write that fails may say so after the command has ended.
    stream.on("error", () => source.destroy());
    source.once("close", () => resolve());
    source.once("error", () => source.destroy());
    source.on("data", (chunk: Buffer) => {
      kept.push(chunk);
      if (stream.destroyed || stream.errored) return;
      if (!stream.write(chunk)) {
        source.pause();
        stream.once("drain", () => source.resume());
      }
    });
  });
}

function forwardSignals(child: ChildProcess): () => void {
  const handlers = forwarded.map((signal) => {
    const pass = () => {
      // What is typed at a terminal reaches the command by itself; a second one would be taken for impatience.
      const isTyped = (signal === "SIGINT" || signal === "SIGQUIT") && process.stdin.isTTY;
      if (!isTyped) child.kill(signal);
    };
    process.on(signal, pass);
    return () => process.off(signal, pass);
  });
  return () => {
    for (const stop of handlers) stop();
  };
}

function endOf(child: ChildProcess, file: string): Promise<Ended> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      const code = "code" in error ? error.code : null;
      process.stderr.write(`whence: ${file}: ${code === "ENOENT" ? "command not found" : error.message}\n`);
      resolve({ exitCode: code === "ENOENT" ? 127 : 126, signal: null });
    });
    child.once("exit", (code, signal) => {
      resolve({ exitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), signal });
    });
  });
}
