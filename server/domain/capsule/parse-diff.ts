/** A file that a diff touches. `from` is its name before a rename. */
export type TouchedFile = { path: string; change: "added" | "changed" | "deleted" | "renamed"; from?: string };

const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", a: "\u0007", b: "\b", f: "\f", v: "\v" };

/**
 * The files of a unified diff, in its order, each once. Names are read from the lines that hold one name only (`+++`,
 * `---`, `rename from`), and from the header where nothing else is said (an empty or a binary file, a changed mode).
 * Names that git quotes are decoded; a name may hold ` b/`, blanks and tabs. Linear in the text.
 */
export function parseDiff(text: string): TouchedFile[] {
  const files = new Map<string, TouchedFile>();
  let current: Entry | null = null;
  let hunkLines = { before: 0, after: 0 };
  const close = () => {
    const file = current && settle(current);
    if (file && !files.has(file.path)) files.set(file.path, file);
    current = null;
  };
  for (const raw of text.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    // Inside a hunk a line that begins with `--- ` is a removed line, and no header.
    if (hunkLines.before > 0 || hunkLines.after > 0) {
      if (line.startsWith("-")) hunkLines.before -= 1;
      else if (line.startsWith("+")) hunkLines.after -= 1;
      else if (!line.startsWith("\\")) hunkLines = { before: hunkLines.before - 1, after: hunkLines.after - 1 };
      continue;
    }
    if (line.startsWith("diff --git ")) {
      close();
      current = { header: line.slice("diff --git ".length), change: "changed" };
    } else if (line.startsWith("--- ") && (current === null || current.after !== undefined)) {
      close();
      current = { header: null, change: "changed", before: nameIn(line.slice(4)) };
    } else if (current === null) continue;
    else if (line.startsWith("--- ")) current.before = nameIn(line.slice(4));
    else if (line.startsWith("+++ ")) current.after = nameIn(line.slice(4));
    else if (line.startsWith("rename from ")) current.from = unquote(line.slice("rename from ".length));
    else if (line.startsWith("rename to ")) current.to = unquote(line.slice("rename to ".length));
    else if (line.startsWith("new file mode ")) current.change = "added";
    else if (line.startsWith("deleted file mode ")) current.change = "deleted";
    else if (line.startsWith("@@ ")) {
      const counts = /^@@ -\d+(?:,(?<before>\d+))? \+\d+(?:,(?<after>\d+))? @@/.exec(line)?.groups;
      if (counts) hunkLines = { before: Number(counts.before ?? 1), after: Number(counts.after ?? 1) };
    }
  }
  close();
  return [...files.values()];
}

type Entry = {
  header: string | null;
  change: TouchedFile["change"];
  before?: string | null;
  after?: string | null;
  from?: string;
  to?: string;
};

function settle(entry: Entry): TouchedFile | null {
  if (entry.to !== undefined && entry.from !== undefined) {
    return { path: entry.to, change: "renamed", from: entry.from };
  }
  if (entry.after === null && entry.before) return { path: entry.before, change: "deleted" };
  const path = entry.after ?? entry.before ?? (entry.header === null ? null : nameInHeader(entry.header));
  if (path === null) return null;
  return { path, change: entry.before === null ? "added" : entry.change };
}

/** The name on a `---` or `+++` line without its prefix; null for `/dev/null`. A tab ends a name (diff writes a time after it). */
function nameIn(text: string): string | null {
  const name = text.startsWith('"') ? unquote(text) : (text.split("\t", 1)[0] ?? "");
  return name === "/dev/null" ? null : withoutPrefix(name);
}

/** Both names of a header are the same file, so that its middle parts them, however often ` b/` stands in the name. */
function nameInHeader(header: string): string | null {
  if (header.startsWith('"')) return withoutPrefix(unquote(header));
  const middle = (header.length - 1) / 2;
  if (!Number.isInteger(middle) || header.charAt(middle) !== " ") return null;
  const [one, other] = [withoutPrefix(header.slice(0, middle)), withoutPrefix(header.slice(middle + 1))];
  return one === other ? one : null;
}

function withoutPrefix(name: string): string {
  return /^[abciwo]\//.test(name) ? name.slice(2) : name;
}

/** Undoes git's quoting: C escapes and octal bytes of UTF-8. Text without quotes stays as it is. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let at = 1; at < text.length && text[at] !== '"'; at += 1) {
    const character = text.charAt(at);
    if (character !== "\\") {
      const point = text.codePointAt(at) ?? 0;
      bytes.push(...encoder.encode(String.fromCodePoint(point)));
      if (point > 0xffff) at += 1;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4))?.[0];
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8));
      at += 3;
      continue;
    }
    const escaped = text.charAt(at + 1);
    bytes.push(...encoder.encode(escapes[escaped] ?? escaped));
    at += 1;
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
