import type { DefineCommand } from "../command.ts";

export const defineRecall: DefineCommand = (command, { run, source }) => {
  command
    .argument("[question]", "a question in words")
    .option("--file <file>", "output of a failing command, - for standard input")
    .option("--symbol <name>", "a function, class or other name of the code")
    .option("--project <slug>", "host/owner/name")
    .action(async (question, options) =>
      run(
        "agent.recall",
        { query: question, error: await source(options.file), symbol: options.symbol, repo: options.project },
        options,
      ),
    );
};
