#!/usr/bin/env node

/** Hooks run at every step of an agent: they are told apart before anything of the command line is loaded. */
const [command, ...rest] = process.argv.slice(2);
if (command === "hook" && !rest.includes("--help")) {
  const { hook } = await import("./hook.ts");
  await hook(rest);
} else {
  const { runCommandLine } = await import("./command-line.ts");
  await runCommandLine(process.argv.slice(2));
}

export {};
