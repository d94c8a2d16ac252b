import type { DefineCommand } from "../command.ts";

export const defineForget: DefineCommand = (command, { run }) => {
  command.argument("<id...>", "memories to remove; a tombstone keeps id, time and who").action(async (ids, options) => {
    for (const id of ids) await run("memory.delete", { id }, options);
  });
};
