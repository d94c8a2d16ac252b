import type { DefineCommand } from "../command.ts";

export const defineHealth: DefineCommand = (command, { run }) => {
  command.action((options) => run("health.get", {}, options));
};
