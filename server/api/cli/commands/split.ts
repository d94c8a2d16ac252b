import type { DefineCommand } from "../command.ts";

export const defineSplit: DefineCommand = (command, { run }) => {
  command
    .argument("<id>", "the signature that holds two failures")
    .requiredOption("--contains <text>", "words that only the other failure has")
    .addOption(command.createOption("--place <place>", "where a log must hold them").choices(["failure", "log"]))
    .option("--name <name>", "name of what is taken out")
    .option("--lessons <id...>", "memories that belong to it")
    .requiredOption("--reason <text>", "why")
    .option("--request-id <id>", "makes a retry safe")
    .action((id, options) =>
      run(
        "signature.split",
        {
          id,
          contains: options.contains,
          place: options.place,
          name: options.name,
          lessons: options.lessons,
          reason: options.reason,
          request_id: options.requestId,
        },
        options,
      ),
    );
};
