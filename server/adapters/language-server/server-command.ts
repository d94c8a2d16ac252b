import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { delimiter, extname, isAbsolute, join } from "node:path";
import { z } from "zod";

type Language = { name: string; extensions: readonly string[]; onPath: readonly (readonly string[])[] };

/** Servers that speak over their standard streams, by what their documentation calls them with. */
const languages: readonly Language[] = [
  {
    name: "typescript",
    extensions: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"],
    onPath: [["typescript-language-server", "--stdio"]],
  },
  {
    name: "python",
    extensions: [".py", ".pyi"],
    onPath: [["basedpyright-langserver", "--stdio"], ["pyright-langserver", "--stdio"], ["pylsp"]],
  },
  { name: "go", extensions: [".go"], onPath: [["gopls"]] },
  { name: "rust", extensions: [".rs"], onPath: [["rust-analyzer"]] },
  { name: "c", extensions: [".c", ".h", ".cc", ".cpp", ".cxx", ".hpp"], onPath: [["clangd"]] },
];

const Package = z.looseObject({ version: z.string() });

/**
 * The server for a file: TypeScript's own where the checkout has version 7 or newer, else one that is installed on this
 * machine. Null where there is none. A checkout's own compiler is run only for a caller on this machine who asked for it.
 */
export async function serverCommand(
  root: string,
  file: string,
): Promise<{ language: string; command: string[] } | null> {
  const language = languages.find(({ extensions }) => extensions.includes(extname(file).toLowerCase()));
  if (!language) return null;
  if (language.name === "typescript" && (await hasOwnServer(root))) {
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
    return { language: language.name, command: [process.execPath, compiler, "--lsp", "--stdio"] };
  }
  for (const [name = "", ...args] of language.onPath) {
    const found = await onPath(name);
    if (found !== null) return { language: language.name, command: [found, ...args] };
  }
  return null;
}

async function hasOwnServer(root: string): Promise<boolean> {
  try {
    const text = await readFile(join(root, "node_modules", "typescript", "package.json"), "utf8");
    return Number(Package.parse(JSON.parse(text)).version.split(".", 1)[0]) >= 7;
  } catch {
    return false;
  }
}

async function onPath(name: string): Promise<string | null> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    const file = join(folder, process.platform === "win32" ? `${name}.cmd` : name);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return null;
}
