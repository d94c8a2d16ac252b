import { expect, test } from "vitest";
import { sessionVerdict } from "./session-verdict.ts";

const ran = (command: string, verdict: "pass" | "fail") => ({ kind: "run", command, verdict }) as const;
const edit = { kind: "edit", files: ["a.ts"] } as const;

test("a session has failed while a command that failed has not passed since, and without a failure it has no verdict", () => {
  expect(sessionVerdict([])).toBeNull();
  expect(sessionVerdict([ran("npm test", "pass"), edit])).toBeNull();
  expect(sessionVerdict([ran("npm test", "fail"), edit])).toBe("fail");
  expect(sessionVerdict([ran("npm test", "fail"), ran("ls", "pass")])).toBe("fail");
  expect(sessionVerdict([ran("npm test", "fail"), edit, ran(" npm  test", "pass")])).toBe("pass");
  expect(sessionVerdict([ran("a", "fail"), ran("b", "fail"), ran("a", "pass")])).toBe("fail");
  expect(sessionVerdict([ran("a", "fail"), ran("a", "pass"), ran("a", "fail")])).toBe("fail");
});
