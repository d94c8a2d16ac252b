import type { DefineCommand } from "../command.ts";
import { commands } from "../commands.ts";
import { type CompletedCommand, completionScript, shells } from "../completion-script.ts";

export const defineCompletion: DefineCommand = (command, tools) => {
  command
    .addArgument(command.createArgument("<shell>", "whose script to print").choices([...shells]))
    .addHelpText("after", '\nbash and zsh: eval "$(whence completion zsh)"; fish: whence completion fish | source')
    .action(async (chosen) => {
      const shell = shells.find((known) => known === chosen);
      if (shell === undefined) return;
      const completed: CompletedCommand[] = [];
      for (const { name, summary, load } of commands) {
        const described = command.createCommand(name).option("--json");
        // This command describes itself without being loaded into itself again.
        if (name !== "completion") (await load())(described, tools);
        const options = described.options.flatMap(({ long }) => long ?? []);
        completed.push({ name, summary, options: [...options, "--help"] });
      }
      tools.environment.out(completionScript(shell, completed));
    });
};
