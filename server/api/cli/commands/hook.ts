import { hookHosts } from "../../hooks/hook-event.ts";
import type { DefineCommand } from "../command.ts";

/** For the help only: `server/compose/cli.ts` runs hooks before the command line is loaded. */
export const defineHook: DefineCommand = (command) => {
  command
    .argument("<event>", "the host's own name of the event, such as SessionStart; its JSON comes on standard input")
    .addOption(
      command
        .createOption("--host <host>", "whose hook this is")
        .choices([...hookHosts])
        .default("claude-code"),
    );
};
