import path from "node:path";
import { runStep } from "../../compose/launch/run-step.mjs";
import { build, installPackages, refuseOldNode, root } from "../../compose/launch/set-up.mjs";

/** `npm run bench`: builds what is measured, then measures it. */
refuseOldNode();
await installPackages();
await build();
await runStep(
  process.execPath,
  [
    path.join(root, "server", "testing", "evaluations", "run.mjs"),
    "server/testing/bench/run-bench.ts",
    ...process.argv.slice(2),
  ],
  { cwd: root },
);
