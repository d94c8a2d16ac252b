import { startLanguageClient } from "#server/adapters/language-server/language-client.ts";

/** Starts a language server that ignores its input, says so, and stays until it is killed. */
const script = `
  require("node:fs").writeFileSync(process.argv[1], String(process.pid));
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { capabilities: {} } });
  process.stdout.write("Content-Length: " + body.length + "\\r\\n\\r\\n" + body);
  setInterval(() => {}, 1000);`;
const [pidFile = ""] = process.argv.slice(2);
await startLanguageClient([process.execPath, "-e", script, pidFile], { root: process.cwd(), limitMs: 60_000 });
process.stdout.write("started\n");
setInterval(() => {}, 1_000);
