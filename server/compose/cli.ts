#!/usr/bin/env node

import * as nodeModule from "node:module";

// Node 22.1 and newer keep what they compiled, so that the next start need not compile it again.
if ("enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function") {
  nodeModule.enableCompileCache();
}

/** Hooks run at every step of an agent: they are told apart before anything of the command line is loaded. */
const [command, ...rest] = process.argv.slice(2);
if (command === "hook" && !rest.includes("--help")) {
  const { hook } = await import("./hook.ts");
  await hook(rest);
} else {
  const { runCommandLine } = await import("./command-line.ts");
  await runCommandLine(process.argv.slice(2));
}
