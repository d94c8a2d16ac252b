import path from "node:path";

/** The user's folder for what can be made again. Source: the XDG base directory specification, and each system's own habit. */
export function cacheDirFrom({
  env,
  platform,
  home,
}: {
  env: { XDG_CACHE_HOME?: string | undefined; LOCALAPPDATA?: string | undefined };
  platform: NodeJS.Platform;
  home: string;
}): string {
  const { join, isAbsolute } = platform === "win32" ? path.win32 : path.posix;
  if (platform === "darwin") return join(home, "Library", "Caches", "whence");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "whence", "cache");
  const xdg = env.XDG_CACHE_HOME;
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, ".cache"), "whence");
}
