import path from "node:path";
import type { Machine } from "#server/api/cli/machine.ts";

/** Bytes of a command's output that are kept: what an operation takes, and some for cutting at a line. */
const keptBytes = 1024 * 1024 + 64 * 1024;

/** The machine under the command line. Its parts are loaded when they are used, so that other commands start as fast. */
export function thisMachine(onSignal: (signal: NodeJS.Signals) => void): Machine {
  return {
    async runCommand(command, folder) {
      const { runCommand } = await import("#server/adapters/command/run-command.ts");
      const { exitCode, signal, output, leftOutBytes } = await runCommand(command, { folder, keepBytes: keptBytes });
      if (signal !== null) onSignal(signal);
      return { exitCode, output, leftOutBytes };
    },
    async findCheckout(folder) {
      const { identifyRepository } = await import("#server/adapters/git/identify-repository.ts");
      const found = await identifyRepository(folder);
      if (!found.ok) return null;
      const { project, root, state } = found.value;
      return { project, root, folder: await folderBelow(root, folder), commit: state.commit };
    },
    async inThrowawayTree(folder, diff, run) {
      const { withThrowawayTree } = await import("#server/adapters/git/throwaway-tree.ts");
      return withThrowawayTree({ folder, diff }, async (root, repositoryRoot) => {
        const below = await folderBelow(repositoryRoot, folder);
        return run({ root, folder: path.join(root, below) });
      });
    },
  };
}

async function folderBelow(root: string, folder: string): Promise<string> {
  const { realpath } = await import("node:fs/promises");
  const below = path.relative(root, await realpath(folder));
  return below.startsWith("..") ? "" : below.split(path.sep).join("/");
}
