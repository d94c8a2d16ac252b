import type { DefineCommand } from "../command.ts";
import { readSource } from "../read-source.ts";

export const defineReport: DefineCommand = (command, { run, environment }) => {
  command
    .argument("<file>", "JSON with events and ended; - for standard input")
    .requiredOption("--project <slug>", "host/owner/name")
    .requiredOption("--session <name>", "name of your run")
    .action(async (file, options) => {
      const { text } = await readSource(file, environment.stdin);
      const report: unknown = JSON.parse(text);
      if (typeof report !== "object" || report === null || Array.isArray(report)) {
        throw new Error(`${file}: needs a JSON object with events or ended.`);
      }
      await run("session.report", { ...report, project: options.project, session: options.session }, options);
    });
};
