import { readdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { readSource } from "../read-source.ts";
import type { LogFile } from "./log-file.ts";

/** The files below a folder, in byte order of their names. Links are not followed. */
export function readFolderLogs(folder: string, under = ""): LogFile[] {
  const entries = readdirSync(path.join(folder, under), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = under === "" ? entry.name : `${under}/${entry.name}`;
      if (entry.isDirectory()) return readFolderLogs(folder, name);
      if (!entry.isFile()) return [];
      return [{ name, read: () => readSource(path.join(folder, name), Readable.from([])) }];
    });
}
