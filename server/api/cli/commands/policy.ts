import type { DefineCommand } from "../command.ts";
import { policyFields } from "../policy-fields.ts";

export const definePolicy: DefineCommand = (command, { run }) => {
  command
    .argument("[version]", "the version to apply; without it all are listed")
    .option("--project <slug>", "only for this project")
    .option("--set <field=value...>", "save a new version with these fields")
    .option("--named <name>", "save a new version of a policy that ships with the product, such as frozen-background-1")
    .option("--note <text>", "why")
    .action((version, options) => {
      if (options.set !== undefined || options.named !== undefined) {
        return run(
          "policy.save",
          { fields: policyFields(options.set ?? []), named: options.named, note: options.note ?? "" },
          options,
        );
      }
      return version === undefined
        ? run("policy.list", { project: options.project }, options)
        : run("policy.applyVersion", { version: Number(version), project: options.project }, options);
    });
};
