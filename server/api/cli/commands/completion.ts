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
        const below = described.commands;
        const options = [described, ...below].flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
        const words = [
          ...below.map((command) => command.name()),
          ...(described.registeredArguments[0]?.argChoices ?? []),
          ...(name === "completion" ? shells : []),
        ];
        completed.push({ name, summary, options: [...new Set([...options, "--help"])], words });
      }
      tools.environment.out(completionScript(shell, completed));
    });
};
