import { DoctorOutput } from "#server/contracts/service.ts";
import type { DefineCommand } from "../command.ts";
import { hostLines, hostStates } from "../connect/host-states.ts";
import { readConfig, thisPlace } from "../connect/this-place.ts";
import { doctorLines } from "../doctor-lines.ts";

export const defineDoctor: DefineCommand = (command, { call, run, print, exitWith, environment }) => {
  command
    .addHelpText("after", "\nExit codes: 0 nothing found, 3 something found, 1 the store could not be examined.")
    .action(async (options) => {
      const outcome = await call("service.doctor", {});
      // A refusal reads as that of any other command.
      if (!outcome.ok) return run("service.doctor", {}, options);
      const found = DoctorOutput.parse(outcome.value);
      if (!found.healthy) exitWith(3);
      if (options.json === true) return print("service.doctor", found, options);
      // Hosts stand on the machine of whoever asks, so no server can tell of them.
      const hosts = environment.machine ? hostLines(hostStates(thisPlace("user"), readConfig)) : [];
      environment.out(`${[...doctorLines(found), ...(hosts.length > 0 ? ["", ...hosts] : [])].join("\n")}\n`);
    });
};
