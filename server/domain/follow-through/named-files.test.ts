import { expect, test } from "vitest";
import { namedFiles } from "./named-files.ts";

const memory = (id: string, ground: string[], text = "") => ({ id, ground, text });

test("a file is named by its own path, by a folder of the ground, or by its whole path in the text", () => {
  const memories = [
    memory("own", ["src/cart.ts"]),
    memory("folder", ["src/"]),
    memory("text", [], "Edit `src/cart.ts`, not the copy."),
    memory("longer", ["src/cart.tsx"], "lib/src/cart.ts and src/cart.tsx are others"),
  ];
  expect(namedFiles(["src/cart.ts", "src/cart.ts", "README.md"], memories)).toEqual([
    { path: "README.md", named_by: [] },
    { path: "src/cart.ts", named_by: ["own", "folder", "text"] },
  ]);
});
