import { type FailureTool, failureTools } from "#server/domain/failure-signature/failure-tool.ts";
import { type LogView, textAt } from "#server/domain/failure-signature/log-view.ts";

const command = /^(?:Run |\$ |\+ |> |\[command\])(.{1,300})$/;
const wrappers = new Set([
  "npx",
  "bunx",
  "pnpx",
  "sudo",
  "env",
  "time",
  "exec",
  "cross-env",
  "dotenv",
  "poetry",
  "uv",
  "pipenv",
  "bundle",
  "run",
  "exec",
  "dlx",
  "-y",
  "--",
  "python",
  "python3",
  "-m",
]);
const programs: ReadonlyMap<string, FailureTool> = new Map([
  ["gcc", "gcc"],
  ["g++", "gcc"],
  ["cc", "gcc"],
  ["clang", "gcc"],
  ["clang++", "gcc"],
  ["mvn", "maven"],
  ["mvnw", "maven"],
  ["gradlew", "gradle"],
  ["docker-compose", "compose"],
  ["tofu", "terraform"],
  ["psql", "postgres"],
  ["sh", "bash"],
  ["zsh", "bash"],
  ["vue-tsc", "tsc"],
  ["next", "next"],
  ["rustc", "rustc"],
  ["python", "python"],
  ["python3", "python"],
  ["ng", "webpack"],
  ["sbt", "scala"],
  ["bundle", "ruby"],
  ["rspec", "ruby"],
  ["artisan", "php"],
]);

/** The tool that the last command before a line called, where the log shows commands. It is shown, and never hashed: runners may hide it. */
export function toolOfCommand(log: LogView, before: number): { tool: FailureTool; line: string } | undefined {
  for (let at = before; at >= Math.max(0, before - 2_000); at--) {
    const text = textAt(log, at);
    const called = command.exec(text)?.[1];
    if (called === undefined) continue;
    for (const raw of called.split(/\s+/, 12)) {
      const word = raw
        .replace(/^.*[\\/]/, "")
        .replace(/@.*$/, "")
        .toLowerCase();
      if (wrappers.has(word) || /^\w+=/.test(raw) || word === "") continue;
      const known = failureTools.find((tool) => tool === word) ?? programs.get(word);
      if (known) return { tool: known, line: text };
      break;
    }
  }
  return undefined;
}
