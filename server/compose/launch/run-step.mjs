import { spawn } from "node:child_process";

/** Runs a command with its output passed through; rejects when it fails. */
export function runStep(command, args, { env = process.env, cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env, cwd, shell: process.platform === "win32" });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(" ")} ended with ${signal ?? `exit code ${code}`}.`));
    });
  });
}
