import type { DefineCommand } from "../command.ts";
import { policyFields } from "../policy-fields.ts";

export const definePolicy: DefineCommand = (command, { run }) => {
  command
    .argument("[version]", "the version to apply; without it all are listed")
    .option("--project <slug>", "only for this project")
    .option("--set <field=value...>", "save a new version with these fields")
    .option("--note <text>", "why")
    .action((version, options) => {
      if (options.set !== undefined) {
        return run("policy.save", { fields: policyFields(options.set), note: options.note ?? "" }, options);
      }
      return version === undefined
        ? run("policy.list", { project: options.project }, options)
        : run("policy.applyVersion", { version: Number(version), project: options.project }, options);
    });
};
