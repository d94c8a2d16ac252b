/**
 * Paths inside a repository: relative, `/` between segments, `""` for the top. Bytes are kept as they are; nothing here
 * reads a pattern into brackets or braces.
 */

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `child` seen from `directory`, with `.` and `..` taken away. Null when it leads out of the repository. */
export function joinPath(directory: string, child: string): string | null {
  const segments = directory === "" ? [] : directory.split("/");
  for (const segment of child.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join("/");
}

/** `directory` itself and each one above it, nearest first, ending with the top. */
export function* directoriesUp(directory: string): Generator<string> {
  for (let current = directory; ; current = directoryOf(current)) {
    yield current;
    if (current === "") return;
  }
}

export function isInside(path: string, directory: string): boolean {
  return directory === "" || path === directory || path.startsWith(`${directory}/`);
}

/** What lies below `directory`, relative to it. The caller knows that it is inside. */
export function pathBelow(path: string, directory: string): string {
  return directory === "" ? path : path.slice(directory.length + 1);
}

/** False for names that a checkout would refuse, or that would lead out of it. Git's own checks can be bypassed by hand. */
export function isSafePath(path: string): boolean {
  return !/(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i.test(path);
}
