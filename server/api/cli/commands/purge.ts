import type { DefineCommand } from "../command.ts";

export const definePurge: DefineCommand = (command, { run }) => {
  command
    .requiredOption("--project <slug>", "host/owner/name")
    .option("--session <name>", "only this session of it")
    .option("--dry-run", "only say what would go")
    .option("--yes", "do it: nothing brings it back")
    .action((options) => {
      if (options.dryRun !== true && options.yes !== true) {
        throw new Error("Nothing brings it back. Look with --dry-run first, then say --yes.");
      }
      return run(
        "service.purge",
        { project: options.project, session: options.session, dry_run: options.dryRun === true },
        options,
      );
    });
};
