import { createHash, randomBytes } from "node:crypto";
import { lstat, mkdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createParserPool } from "#server/adapters/syntax-tree/parser-pool.ts";
import { shippedGrammars } from "#server/adapters/syntax-tree/shipped-grammars.ts";
import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { parseRuleOf } from "#server/domain/code-graph/parse-rule.ts";
import type { CheckoutFile, CheckoutFiles } from "#server/operations/ports.ts";
import { readInside } from "./read-inside.ts";

/** Larger files are named and not read. */
const largestFile = 4 * 1_048_576;

/** Reads and writes a checkout on this machine without ever following a link of it. */
export function checkoutFiles(setup: { workerFile: string; packageFolder: string }): CheckoutFiles {
  return {
    async read(root, paths) {
      const parser = createParserPool({ workerFile: setup.workerFile, places: shippedGrammars(setup.packageFolder) });
      try {
        const files: CheckoutFile[] = [];
        for (const file of paths) {
          const bytes = await readInside(root, file, largestFile);
          if (bytes === null) continue;
          const rule = parseRuleOf(file);
          const [parsed] = rule === null ? [] : await parser.parse([{ rule, bytes }]);
          files.push({
            path: file,
            contentHash: createHash("sha256").update(bytes).digest("hex"),
            parsed: parsed ?? null,
          });
        }
        return files;
      } finally {
        await parser.close();
      }
    },
    async writeRunFile(root, runId, text) {
      const folders = [".local", "runs", runId];
      let folder = await realpath(root);
      for (const name of folders) {
        // The folder belongs to whoever asks, not to this build, which would carry the whole project along for it.
        folder = path.join(/* turbopackIgnore: true */ folder, name);
        const stat = await lstat(folder).catch(() => null);
        if (stat === null) await mkdir(folder);
        else if (!stat.isDirectory()) {
          const shown = folders.slice(0, folders.indexOf(name) + 1).join("/");
          return fail("CONFLICT", `${shown} is no folder of the checkout, so nothing was written there.`);
        }
        // What runs leave behind is no part of the repository.
        if (name === "runs") await writeFile(path.join(folder, ".gitignore"), "*\n", { flag: "wx" }).catch(() => {});
      }
      const target = path.join(folder, "context.md");
      const draft = path.join(folder, `.context.${randomBytes(6).toString("hex")}`);
      try {
        await writeFile(draft, text, { flag: "wx" });
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return succeed(`.local/runs/${runId}/context.md`);
    },
  };
}
