import type { DefineCommand } from "../command.ts";
import { policyFields } from "../policy-fields.ts";

export const defineReplay: DefineCommand = (command, { run }) => {
  command
    .argument("<id>", "lookup id or record id")
    .option("--policy-version <version>", "a stored policy", Number)
    .option("--set <field=value...>", "fields of a policy, such as noise_floor=0.1")
    .option("--tokenizer <version>", "a version of the tokenizer, to be told whether the record can answer for it")
    .action((id, options) =>
      run(
        "lookup.replay",
        {
          id,
          policy_version: options.policyVersion,
          policy: options.set && policyFields(options.set),
          tokenizer: options.tokenizer,
        },
        options,
      ),
    );
};
