import path from "node:path";

export type DataDirSources = {
  env: { WHENCE_DATA_DIR?: string | undefined; XDG_DATA_HOME?: string | undefined; LOCALAPPDATA?: string | undefined };
  platform: NodeJS.Platform;
  /** The user's home folder, absolute. */
  home: string;
  /** Against which a relative WHENCE_DATA_DIR is resolved; never used otherwise. */
  cwd: string;
};

/**
 * The folder that holds the embedded store: `WHENCE_DATA_DIR`, else `whence` in the user's data folder. Absolute.
 * Throws with the name of the variable when nothing absolute can be made of it.
 * Source: DESIGN section 8; https://specifications.freedesktop.org/basedir-spec/latest/ (a relative XDG_DATA_HOME is to be ignored)
 */
export function dataDirFrom({ env, platform, home, cwd }: DataDirSources): string {
  const { join, isAbsolute, resolve } = platform === "win32" ? path.win32 : path.posix;
  const chosen = env.WHENCE_DATA_DIR;
  if (chosen !== undefined) {
    if (chosen.trim() === "") throw new Error("WHENCE_DATA_DIR is empty. Name a folder, or leave it unset.");
    // A shell does not expand "~" in a value read from a file, and a folder called "~" is never what was meant.
    const expanded = chosen === "~" || /^~[/\\]/.test(chosen) ? join(home, chosen.slice(1)) : chosen;
    return resolve(cwd, expanded);
  }
  if (!isAbsolute(home)) throw new Error("The home folder of this user is unknown. Set WHENCE_DATA_DIR.");
  if (platform === "darwin") return join(home, "Library", "Application Support", "whence");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "whence");
  const xdg = env.XDG_DATA_HOME;
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, ".local", "share"), "whence");
}
