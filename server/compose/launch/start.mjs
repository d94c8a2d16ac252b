import { spawn } from "node:child_process";
import path from "node:path";
import { build, installPackages, refuseOldNode, root } from "./set-up.mjs";

/** `npm start`: from a fresh clone to a running server. */
try {
  refuseOldNode();
  await installPackages();
  await build();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const server = spawn(process.execPath, ["--enable-source-maps", path.join(root, "dist", "serve.mjs")], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.once("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
