import type { DefineCommand } from "../command.ts";
import { readSkillFolder } from "../read-skill-folder.ts";

export const defineSkill: DefineCommand = (command, { run }) => {
  command
    .argument("<folder>", "folder with SKILL.md in it or below it")
    .option("--project <slug>", "host/owner/name; without it the skill belongs to the workspace")
    .action(async (folder, options) => {
      for (const skill of await readSkillFolder(folder)) {
        await run("skill.add", { ...skill, project: options.project }, options);
      }
    });
};
