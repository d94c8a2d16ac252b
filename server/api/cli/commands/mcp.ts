import type { DefineCommand } from "../command.ts";

export const defineMcp: DefineCommand = (command, { environment }) => {
  command.action(async () => {
    if (!environment.serveMcp)
      throw new Error("mcp: needs a process of its own, whose standard output nothing else uses.");
    await environment.serveMcp();
  });
};
