import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { configuredFetch } from "#server/adapters/network/configured-fetch.ts";
import { guardedLookup } from "#server/adapters/network/guarded-lookup.ts";
import { readConfig } from "./config.ts";
import { refusedProviderUrl } from "./provider-url.ts";

const urls: string[] = JSON.parse(
  readFileSync(fileURLToPath(new URL("../testing/cases/E29-urls.json", import.meta.url)), "utf8"),
);

test("E29: a provider's address is a plain http one, without credentials, and no metadata service in any spelling", () => {
  const allowed = urls.filter((url) => refusedProviderUrl(url) === null);
  // Whoever runs the server may put a provider on this machine, and names stand for themselves.
  expect(allowed).toEqual([
    "http://127.0.0.1:3000/",
    "http://[::1]/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://7f000001.nip.io/",
    "http://[::ffff:127.0.0.1]/",
    "http://localhost./",
    "http://example.com:22/",
  ]);
  for (const metadata of [
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fe80::1]/",
  ]) {
    expect(refusedProviderUrl(metadata)).toBe("must not be a link-local or metadata address");
  }
});

test("E29: nothing is fetched unless the environment says so, and the refusal names the variable and not its value", () => {
  expect(readConfig({})).toMatchObject({ brain: null, llm: null, embeddings: null });
  for (const name of ["WHENCE_BRAIN_URL", "WHENCE_LLM_URL", "WHENCE_EMBEDDINGS_URL"]) {
    expect(() => readConfig({ [name]: "http://169.254.169.254/latest/" })).toThrow(`${name}: must not be`);
    expect(() => readConfig({ [name]: "http://user:secret@team.dev/" })).toThrow(/^(?!.*secret).*no user name/);
  }
});

test("E29: a configured endpoint is asked and nothing else: no other host, no folder above it", async () => {
  const ask = configuredFetch("http://127.0.0.1:9/brain", { maxBytes: 10 });
  for (const url of [...urls, "http://127.0.0.1:9/other", "http://127.0.0.1:9/brain/../other"]) {
    if (URL.canParse(url)) await expect(ask(url)).rejects.toThrow("Only the configured endpoint may be asked.");
  }
});

test("E29: a name is judged by all it resolves to, at the moment of connecting, and the connection goes to what was judged", async () => {
  const server = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const base = `http://rebinding.example.invalid:${port}`;
  let asked = 0;
  const answering = (...turns: string[][]) =>
    guardedLookup((_host, answer) => {
      const turn = turns[Math.min(asked, turns.length - 1)] ?? [];
      asked += 1;
      answer(
        null,
        turn.map((one) => ({ address: one, family: one.includes(":") ? 6 : 4 })),
      );
    });
  try {
    for (const refused of [["169.254.169.254"], ["127.0.0.1", "169.254.169.254"], ["::ffff:100.100.100.200"]]) {
      const ask = configuredFetch(base, { maxBytes: 10, lookup: answering(refused) });
      await expect(ask(base)).rejects.toThrow();
    }
    asked = 0;
    const ask = configuredFetch(base, { maxBytes: 10, lookup: answering(["127.0.0.1"], ["169.254.169.254"]) });
    expect(await (await ask(base)).text()).toBe("{}");
    // Asked once a connection: what it would answer now is nowhere gone to.
    expect(asked).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
