import type { DefineCommand } from "../command.ts";

export const defineKey: DefineCommand = (command, { run }) => {
  const action = (definition: string, description: string) =>
    command
      .command(definition)
      .description(description)
      .addOption(command.createOption("--json", "print the answer as JSON"));

  action("create <name>", "Make a key and show it once")
    .option("--write", "let it store, replace and delete; without it, it looks things up")
    .option("--project <slug...>", "the only projects it may see; without it, all")
    .option("--expires-in <days>", "days until it stops working", Number)
    .action((name, options) =>
      run(
        "key.create",
        {
          name,
          access: options.write === true ? "write" : "read",
          projects: options.project,
          expires_in_days: options.expiresIn,
        },
        options,
      ),
    );
  action("list", "Keys, newest first, with their last use").action((options) => run("key.list", {}, options));
  action("revoke <id>", "Make a key stop working at once and for good").action((id, options) =>
    run("key.revoke", { id: id.replace(/^whk_/, "") }, options),
  );
};
