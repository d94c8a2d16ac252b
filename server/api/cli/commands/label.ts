import type { DefineCommand } from "../command.ts";

export const defineLabel: DefineCommand = (command, { run }) => {
  command
    .argument("<lookup>", "lookup id")
    .argument("<memory>", "memory of that lookup")
    .argument("<label>", "relevant, control or unsure")
    .action((id, memory, label, options) => run("lookup.label", { id, memory_id: memory, label }, options));
};
