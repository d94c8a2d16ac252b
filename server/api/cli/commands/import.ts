import path from "node:path";
import { stripControl } from "#server/domain/text/strip-control.ts";
import type { CliTools, DefineCommand } from "../command.ts";
import type { Found } from "../import/import-item.ts";
import { readActionsLogs } from "../import/read-actions-logs.ts";
import { readDocuments } from "../import/read-documents.ts";
import { memoryFormats, readMemoryExport } from "../import/read-memory-export.ts";
import { elsewhere } from "./export.ts";

const formats = ["agent-files", "markdown", "actions-logs", "export", ...memoryFormats] as const;
type Format = (typeof formats)[number];

export const defineImport: DefineCommand = (command, tools) => {
  command
    .addArgument(command.createArgument("<format>", "what is imported").choices([...formats]))
    .argument(
      "<path>",
      "a folder (agent-files, markdown, export), a file, or either (actions-logs: the .zip of a run, or unpacked)",
    )
    .option("--project <slug>", "host/owner/name; documents may belong to the workspace")
    .option("--dry-run", "only say what would come in")
    .action(async (named, place, options) => {
      const format = formats.find((known) => known === named);
      if (format === undefined) return;
      if (format === "export") return importExport(tools, place, options);
      const found = read(format, path.resolve(place), options.project);
      const items: { source: string; becomes: string; id: unknown }[] = [];
      const failed: { source: string; reason: string }[] = [];
      for await (const { source, operation, input } of found.items) {
        items.push({
          source,
          becomes: operation === "reference.add" ? "document" : "memory",
          id: input.id ?? input.path,
        });
        if (options.dryRun === true) continue;
        tools.progress(`${items.length}: ${stripControl(source)}`);
        const outcome = await tools.call(operation, input);
        if (!outcome.ok) failed.push({ source, reason: outcome.failure.message });
      }
      if (failed.length > 0) tools.exitWith(1);
      const body = {
        dry_run: options.dryRun === true,
        found: items.length,
        imported: options.dryRun === true ? 0 : items.length - failed.length,
        failed,
        skipped: found.skipped,
      };
      await tools.print("import", options.dryRun === true ? { ...body, items } : body, options);
    });
};

/** Rows as they are, read from the folder by the process that has the store open. */
async function importExport(
  tools: CliTools,
  place: string,
  options: { project?: string; dryRun?: boolean; json?: boolean },
): Promise<void> {
  if (options.project !== undefined) throw new Error("--project does not go with an export: its rows name their own.");
  if ((await tools.connection()).isRemote) throw new Error(elsewhere("imported"));
  await tools.run("service.import", { folder: path.resolve(place), dry_run: options.dryRun === true }, options);
}

function read(format: Exclude<Format, "export">, place: string, project: string | undefined): Found {
  if (format === "agent-files" || format === "markdown") return readDocuments(place, format, project);
  if (project === undefined) throw new Error(`--project is needed for ${format}: every memory belongs to a project.`);
  return format === "actions-logs" ? readActionsLogs(place, project) : readMemoryExport(place, format, project);
}
