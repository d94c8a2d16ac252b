import { expect, test } from "vitest";
import { localAccess } from "./access.ts";
import { storeTrouble } from "./store-trouble.ts";

const full = Object.assign(new Error("could not extend file: No space left on device"), { code: "53100" });
const told: object[] = [];
const at = (store: "embedded" | "postgres", access = localAccess) => ({
  build: {
    ...{ version: "0", store, location: "/data/whence" },
    owner: () => ({ pid: 1, startedAt: "2026-11-29T12:00:00Z", host: "h", url: null }),
  },
  access,
  log: { info: () => {}, error: (fields: object) => void told.push(fields) },
});

test("a call that meets a full disk is refused with folder, cause and remedy, and the log says so", async () => {
  const trouble = await storeTrouble(at("embedded"), full);
  expect(trouble?.failure.code).toBe("UNAVAILABLE");
  expect(trouble?.failure.message).toMatch(/^The store in \/data\/whence cannot be used: its disk is full\.\n/);
  expect(trouble?.failure.message).toContain("What to do: Free some space");
  expect(told).toEqual([{ trouble: trouble?.failure.message }]);
});

test("a caller elsewhere is not told of this machine's folders", async () => {
  const elsewhere = { keyId: "key_1", projects: "all" as const, canWrite: true };
  const message = (await storeTrouble(at("embedded", elsewhere), full))?.failure.message ?? "";
  expect(message).toContain("cannot be used");
  expect(message).not.toContain("/data");
});

test("a Postgres that is gone, lost during the call, full or too slow is a refusal with cause and remedy, without its password", async () => {
  const refusals = await Promise.all(
    ["ECONNREFUSED", "CONNECTION_CLOSED", "57P01", "53100", "57014"].map(async (code) => {
      const error = new Error("Failed query", { cause: Object.assign(new Error(`said ${code}`), { code }) });
      return (await storeTrouble(at("postgres"), error))?.failure;
    }),
  );
  for (const refusal of refusals) {
    expect(refusal?.code).toBe("UNAVAILABLE");
    expect(refusal?.message).toMatch(/cannot be used: .+\.\nWhat to do: .+\nThe driver said: said /);
  }
  expect(new Set(refusals.map((refusal) => refusal?.message.split("\n")[0])).size).toBe(5);
});

test("what another server or a program did is no trouble of the store", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9999"), { code: "ECONNREFUSED" });
  expect(await storeTrouble(at("postgres"), new TypeError("fetch failed", { cause: refused }))).toBeNull();
  expect(await storeTrouble(at("postgres"), Object.assign(new Error("write EPIPE"), { code: "EPIPE" }))).toBeNull();
});

test("a broken rule is no trouble of the store", async () => {
  const duplicate = Object.assign(new Error("duplicate key"), { code: "23505" });
  expect(await storeTrouble(at("embedded"), duplicate)).toBeNull();
  expect(await storeTrouble(at("postgres"), duplicate)).toBeNull();
});
