import { expect, test } from "vitest";
import { type DamageKind, damageKinds, describeDamage } from "./describe-damage.ts";
import { EmbeddedStartFailed } from "./embedded-store.ts";
import { EngineStopped } from "./guarded-pglite.ts";

const directory = "/home/ada/.local/share/whence";
const coded = (code: string, path?: string) => Object.assign(new Error(`${code}: failed, open`), { code, path });
const wrapped = (cause: Error) => new Error("Failed query: select 1", { cause });

const cases: { error: unknown; kind: DamageKind | undefined }[] = [
  { error: coded("EROFS", `${directory}/lock`), kind: "read_only" },
  { error: coded("EACCES", `${directory}/lock`), kind: "no_permission" },
  { error: coded("EPERM", `${directory}/pg`), kind: "no_permission" },
  { error: coded("ENOSPC", `${directory}/owner.json.next`), kind: "disk_full" },
  { error: coded("EDQUOT"), kind: "disk_full" },
  { error: wrapped(coded("53100")), kind: "disk_full" },
  { error: wrapped(coded("XX001")), kind: "page_damaged" },
  { error: wrapped(coded("XX002")), kind: "page_damaged" },
  { error: wrapped(coded("58P01")), kind: "file_missing" },
  {
    error: new EngineStopped("could not write", ["PANIC:  could not write to file: Read-only file system"]),
    kind: "read_only",
  },
  { error: new EngineStopped("something new", ["PANIC:  something new"]), kind: "unknown" },
  { error: new EmbeddedStartFailed(new Error("Aborted()"), []), kind: "unknown" },
  // What says nothing about the store.
  { error: coded("EACCES", "/usr/share/whence/drizzle/migrations/meta/_journal.json"), kind: undefined },
  { error: wrapped(coded("23505")), kind: undefined },
  { error: new Error("permission denied, no space left on device, invalid page in block 3"), kind: undefined },
  { error: "no error at all", kind: undefined },
  { error: undefined, kind: undefined },
];

test.each(cases)("$error.message is judged as $kind", ({ error, kind }) => {
  expect(describeDamage(directory, error)?.kind).toBe(kind);
});

test("a full disk explains damage that it caused: it is named first", () => {
  const log = ["PANIC:  could not locate a valid checkpoint record", "LOG:  could not write: No space left on device"];
  expect(describeDamage(directory, new EmbeddedStartFailed(new Error("Aborted()"), log))?.kind).toBe("disk_full");
});

test("every kind names the folder, a cause and a remedy, and only what a repair can mend sends to it", () => {
  const shown = new Map(
    cases.flatMap(({ error }) => describeDamage(directory, error) ?? []).map((damage) => [damage.kind, damage]),
  );
  for (const kind of damageKinds) {
    const damage = shown.get(kind);
    if (!damage) continue;
    expect(damage.message.split("\n")[0]).toContain(directory);
    expect(damage.message).toMatch(/^Likely cause: .{10,}$/m);
    expect(damage.message.includes("whence repair")).toBe(damage.isRepairable);
  }
  expect(shown.size).toBeGreaterThan(5);
});
