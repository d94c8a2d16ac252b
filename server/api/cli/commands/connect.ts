import { spawnSync } from "node:child_process";
import type { CliTools, DefineCommand } from "../command.ts";
import type { ConfigChange } from "../connect/config-change.ts";
import { type ConnectHost, type ConnectPlace, connectHosts, hookEntries, planConnection } from "../connect/hosts.ts";
import { readConfig, thisPlace } from "../connect/this-place.ts";
import { writeConfig } from "../connect/write-config.ts";

export const defineConnect: DefineCommand = (command, tools) => {
  command
    .addArgument(command.createArgument("<host>", "the agent host").choices([...connectHosts]))
    .addOption(
      command
        .createOption("--scope <scope>", "for all your projects, or for this folder")
        .choices(["user", "project"])
        .default("user"),
    )
    .option("--print", "only show what would be written")
    .option("--remove", "take it out again")
    .action((host, options) => {
      const chosen = connectHosts.find((known) => known === host);
      if (chosen === undefined) return;
      const place = thisPlace(options.scope === "project" ? "project" : "user");
      const changes = planConnection(chosen, place, { read: readConfig, isRemoval: options.remove === true });
      const due = changes.filter(({ before, after }) => after !== null && after !== before);
      if (options.print === true) return printPlan(changes, options, tools);
      for (const { file, after } of due) if (after !== null) writeConfig(file, after);
      const checks = options.remove === true ? [] : liveCheck(chosen, place);
      if (checks.some(({ ok }) => !ok)) tools.exitWith(1);
      if (options.json === true) {
        tools.environment.out(`${JSON.stringify({ host, written: due.map(({ file }) => file), checks })}\n`);
        return;
      }
      for (const { file, after, before } of changes) {
        tools.environment.out(`${after === null || after === before ? "unchanged" : "written  "}  ${file}\n`);
      }
      for (const { name, ok, note } of checks)
        tools.environment.out(`${ok ? "ok       " : "FAILED   "}  ${name}${note}\n`);
      if (due.length > 0) tools.environment.out(`Restart ${host} so that it reads its configuration again.\n`);
      // It skips a hook that is new or was changed, without a word, until a person has looked at it.
      if (chosen === "codex" && options.remove !== true) {
        tools.environment.out("Codex runs these hooks once you have trusted them: type /hooks in Codex.\n");
      }
    });
};

function printPlan(changes: readonly ConfigChange[], options: { json?: boolean }, { environment }: CliTools): void {
  if (options.json === true) {
    environment.out(`${JSON.stringify({ files: changes.map(({ file, after }) => ({ file, text: after })) })}\n`);
    return;
  }
  for (const { file, before, after } of changes) {
    environment.out(`# ${file}${after === before ? " (unchanged)" : ""}\n${after ?? "# (is not there)\n"}\n`);
  }
}

type Check = { name: string; ok: boolean; note: string };

/** Does what the host will do: runs the line of its first hook with what it gives it, and asks the server through the command line. */
function liveCheck(host: ConnectHost, { node, script, folder }: ConnectPlace): Check[] {
  const first = hookEntries(host, { node, script })[0];
  const hook =
    first &&
    spawnSync(first.command, {
      cwd: folder,
      encoding: "utf8",
      timeout: 10_000,
      shell: true,
      // What every host gives at the start of a session, by the names that each knows.
      input: JSON.stringify({
        session_id: "whence-connect-check",
        conversation_id: "whence-connect-check",
        cwd: folder,
        workspace_roots: [folder],
        hook_event_name: first.event,
        source: "startup",
      }),
    });
  const health = spawnSync(node, [script, "health", "--json"], { cwd: folder, encoding: "utf8", timeout: 30_000 });
  const checks: Check[] = [];
  if (hook) {
    const isSilent = hook.stdout === "" || hook.stdout.startsWith("{");
    checks.push({ name: "a hook starts and ends", ok: hook.status === 0 && isSilent, note: "" });
  }
  const refusal = health.stderr.trim().split("\n")[0] ?? "";
  checks.push({
    name: "the store answers",
    ok: health.status === 0,
    note:
      health.status === 0
        ? ""
        : `: ${refusal || "no answer"}. Start the server with npm start; until then hooks stay silent.`,
  });
  return checks;
}
