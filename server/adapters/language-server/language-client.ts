import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { MessageReader } from "./message-reader.ts";

/** The server ended, broke off, or did not answer in time. */
export class LanguageServerFailed extends Error {
  override readonly name = "LanguageServerFailed";
}

const Message = z.looseObject({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const Asked = z.looseObject({ items: z.array(z.unknown()).max(1_000) });

/**
 * On POSIX the server runs under a shell that holds the other end of a pipe of ours: when this process ends, however it
 * does, the pipe closes and the shell kills the server with everything it started.
 */
const guard = [
  "exec 4<&0 0</dev/null",
  // A session of its own is a group that can be killed as one; a shell without a terminal cannot make one itself.
  'if command -v setsid >/dev/null 2>&1; then setsid "$@" <&4 4<&- 3<&- & else "$@" <&4 4<&- 3<&- & fi',
  "p=$!",
  "exec 1>&- 2>&- 4<&-",
  "read -r x <&3",
  "kill -KILL -- -$p || kill -KILL $p",
  "wait $p",
].join("\n");

export type LanguageClient = {
  request(method: string, params: unknown, limitMs: number): Promise<unknown>;
  notify(method: string, params: unknown): void;
  readonly isAlive: boolean;
  close(): void;
};

/** Starts a server and shakes hands with it. Rejects with `LanguageServerFailed` when it does not within `limitMs`. */
export async function startLanguageClient(
  command: readonly string[],
  { root, limitMs }: { root: string; limitMs: number },
): Promise<LanguageClient> {
  const child = start(command, root);
  const input = child.stdin;
  const output = child.stdout;
  if (input === null || output === null) throw new LanguageServerFailed("it has no input or no output");
  const client = connect(child, input, output);
  try {
    const uri = pathToFileURL(root).href;
    await client.request(
      "initialize",
      {
        processId: process.pid,
        rootUri: uri,
        workspaceFolders: [{ uri, name: "root" }],
        capabilities: { workspace: { workspaceFolders: true, configuration: true } },
      },
      limitMs,
    );
    client.notify("initialized", {});
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

function start(command: readonly string[], root: string): ChildProcess {
  const [file = "", ...args] = command;
  if (process.platform === "win32") {
    return spawn(file, args, { cwd: root, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
  }
  return spawn("/bin/sh", ["-c", guard, "sh", file, ...args], { cwd: root, stdio: ["pipe", "pipe", "ignore", "pipe"] });
}

function connect(child: ChildProcess, input: Writable, output: Readable): LanguageClient {
  const reader = new MessageReader();
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let nextId = 0;
  let isAlive = true;

  function end(reason: string): void {
    if (!isAlive) return;
    isAlive = false;
    for (const { reject } of waiting.values()) reject(new LanguageServerFailed(reason));
    waiting.clear();
    // Closing the guard's pipe makes it kill the server; without a guard the server itself is killed.
    const pipe = child.stdio[3];
    if (pipe && "destroy" in pipe) pipe.destroy();
    else child.kill("SIGKILL");
    input.destroy();
    output.destroy();
  }

  function send(message: object): void {
    if (!isAlive) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    input.write(`Content-Length: ${body.length}\r\n\r\n`);
    input.write(body);
  }

  function take(message: unknown): void {
    const parsed = Message.safeParse(message);
    if (!parsed.success) {
      end("it sent what is no message");
      return;
    }
    const { id, method, params, result, error } = parsed.data;
    if (method !== undefined) {
      // Its own questions get the plainest answer, so that it does not wait; nothing it asks for is done.
      if (id === undefined || id === null) return;
      const items = method === "workspace/configuration" ? Asked.safeParse(params) : null;
      send({ id, result: items?.success ? items.data.items.map(() => null) : null });
      return;
    }
    if (typeof id !== "number") return;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error !== undefined && error !== null) asked?.reject(new LanguageServerFailed("it refused the question"));
    else asked?.resolve(result);
  }

  child.once("error", () => end("it could not be started"));
  child.once("exit", () => end("it ended"));
  input.on("error", () => end("it takes no more input"));
  output.once("close", () => end("it ended"));
  output.on("data", (chunk: Buffer) => {
    try {
      for (const message of reader.push(chunk)) take(message);
    } catch (error) {
      end(error instanceof Error ? `it sent ${error.message}` : "it sent nonsense");
    }
  });

  return {
    get isAlive() {
      return isAlive;
    },
    notify: (method, params) => send({ method, params }),
    request(method, params, limitMs) {
      if (!isAlive) return Promise.reject(new LanguageServerFailed("it ended"));
      nextId += 1;
      const id = nextId;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          send({ method: "$/cancelRequest", params: { id } });
          reject(new LanguageServerFailed(`it did not answer within ${limitMs} ms`));
        }, limitMs);
        waiting.set(id, {
          resolve(result) {
            clearTimeout(timer);
            resolve(result);
          },
          reject(error) {
            clearTimeout(timer);
            reject(error);
          },
        });
        send({ id, method, params });
      });
    },
    close: () => end("it was closed"),
  };
}
