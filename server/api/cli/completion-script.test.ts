import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { completionScript, shells } from "./completion-script.ts";

const commands = [
  { name: "lookup", summary: "What's known: of a failure", options: ["--tool", "--json"] },
  { name: "label", summary: "Judge a memory", options: ["--json"] },
];

test("every shell is told every command with its options", () => {
  for (const shell of shells) {
    const script = completionScript(shell, commands);
    for (const word of ["lookup", "label", "tool", "json"]) expect(script, shell).toContain(word);
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
});
