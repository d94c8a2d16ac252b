import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { completionScript, shells } from "./completion-script.ts";

const commands = [
  { name: "lookup", summary: "What's known: of a failure", options: ["--tool", "--json"], words: [] },
  { name: "label", summary: "Judge a memory", options: ["--json"], words: ["create", "revoke"] },
];

test("every shell is told every command with its options", () => {
  for (const shell of shells) {
    const script = completionScript(shell, commands);
    for (const word of ["lookup", "label", "tool", "json", "create", "revoke"]) expect(script, shell).toContain(word);
  }
});

test("bash takes the script, and completes commands and options with it", () => {
  const complete = (words: string[]) =>
    spawnSync(
      "bash",
      [
        "-c",
        `${completionScript("bash", commands)}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _whence; echo "\${COMPREPLY[@]}"`,
      ],
      { encoding: "utf8" },
    );
  expect(complete(["whence", "l"])).toMatchObject({ status: 0, stdout: "lookup label\n", stderr: "" });
  expect(complete(["whence", "lookup", "--t"])).toMatchObject({ status: 0, stdout: "--tool\n" });
  expect(complete(["whence", "label", "c"])).toMatchObject({ status: 0, stdout: "create\n" });
  expect(complete(["whence", "label", "create", "r"])).toMatchObject({ status: 0, stdout: "\n" });
});
