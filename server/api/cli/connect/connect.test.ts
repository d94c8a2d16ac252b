import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { UnreadableConfig } from "./config-change.ts";
import { hostLines, hostStates } from "./host-states.ts";
import { type ConnectHost, type ConnectPlace, connectHosts, planConnection } from "./hosts.ts";
import { writeConfig } from "./write-config.ts";

const place: ConnectPlace = {
  scope: "user",
  home: "/home/dev",
  folder: "/home/dev/shop",
  platform: "linux",
  appData: undefined,
  node: "/opt/node/bin/node",
  script: "/opt/my apps/whence/dist/whence.mjs",
};

type Disk = Map<string, string>;

function apply(disk: Disk, host: ConnectHost, isRemoval = false, at: ConnectPlace = place): Disk {
  const next = new Map(disk);
  const changes = planConnection(host, at, { read: (file) => disk.get(file) ?? null, isRemoval });
  for (const { file, after } of changes) if (after !== null) next.set(file, after);
  return next;
}

const lived: Disk = new Map([
  [
    "/home/dev/.claude/settings.json",
    `{
  // mine, and it stays
  "model": "opus", /* here too */
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
    "PreToolUse": [{ "matcher": "Bash", "hooks": [] }],
  },
}
`,
  ],
  ["/home/dev/.claude.json", '{\n\t"numStartups": 3,\n\t"mcpServers": { "other": { "command": "x" } }\n}\n'],
  [
    "/home/dev/.codex/config.toml",
    '# my model\nmodel = "o9" # fast\n\n[mcp_servers.other]\ncommand = "x"\n\n[tui]\ntheme = "dark"\n',
  ],
  ["/home/dev/.gemini/settings.json", '{ "theme": "Dark", "mcpServers": { "other": { "command": "x" } } }'],
  ["/home/dev/.cursor/hooks.json", '{ "version": 1, "hooks": { "stop": [{ "command": "./mine.sh" }] } }'],
]);

test.each(connectHosts)("%s: connecting twice is connecting once, and removing leaves what was there", (host) => {
  for (const before of [new Map<string, string>(), lived]) {
    const once = apply(before, host);
    expect([...once.values()].join()).toContain("whence.mjs");
    expect(apply(once, host)).toEqual(once);
    const again = apply(once, host, true);
    for (const [file, text] of again) {
      expect(text, file).not.toContain("whence.mjs");
      const original = before.get(file) ?? "";
      const read = (config: string) => (file.endsWith(".toml") ? parseToml(config) : parseJsonc(config));
      const left = read(text) ?? {};
      const empty =
        file.endsWith("hooks.json") && original === "" ? { ...(host === "cursor" ? { version: 1 } : {}) } : {};
      expect(left, file).toEqual(original === "" ? empty : read(original));
    }
  }
});

test("comments, foreign entries and their order stay", () => {
  const text = apply(lived, "claude-code").get("/home/dev/.claude/settings.json") ?? "";
  expect(text).toContain("// mine, and it stays");
  expect(text).toContain("/* here too */");
  const config = parseJsonc(text);
  expect(config.hooks.Stop.map((entry: { hooks: { command: string }[] }) => entry.hooks[0]?.command)).toEqual([
    "say done",
    '"/opt/node/bin/node" "/opt/my apps/whence/dist/whence.mjs" hook Stop',
  ]);
  expect(config.hooks.PostToolUseFailure[0]).toMatchObject({ matcher: "Bash", hooks: [{ timeout: 5 }] });
  const toml = apply(lived, "codex").get("/home/dev/.codex/config.toml") ?? "";
  expect(toml.startsWith('# my model\nmodel = "o9" # fast\n\n[mcp_servers.other]\ncommand = "x"\n\n[tui]')).toBe(true);
  expect(parseToml(toml)).toMatchObject({
    mcp_servers: { whence: { command: place.node, args: [place.script, "mcp"] } },
  });
  expect(apply(lived, "claude-code").get("/home/dev/.claude.json")).toContain('\t"numStartups": 3');
});

test("an entry of an older build is replaced and not doubled", () => {
  const older = apply(lived, "claude-code", false, { ...place, script: "/old/whence/dist/whence.mjs" });
  const now = apply(older, "claude-code");
  expect([...now.values()].join()).not.toContain("/old/");
  expect(now).toEqual(apply(now, "claude-code"));
});

test("a project's configuration lies in its folder, away from what is shared", () => {
  const files = [...apply(new Map(), "claude-code", false, { ...place, scope: "project" }).keys()];
  expect(files).toEqual(["/home/dev/shop/.mcp.json", "/home/dev/shop/.claude/settings.local.json"]);
});

test.each([
  ["claude-code", "/home/dev/.claude/settings.json", '{ "hooks": '],
  ["gemini", "/home/dev/.gemini/settings.json", "[1, 2]"],
  ["codex", "/home/dev/.codex/config.toml", "model = "],
  ["codex", "/home/dev/.codex/config.toml", 'mcp_servers = { whence = { command = "x" } }'],
] as const)("%s: a file that is broken, or cannot be changed by line, is refused by name", (host, file, text) => {
  expect(() => apply(new Map([[file, text]]), host)).toThrow(UnreadableConfig);
  expect(() => apply(new Map([[file, text]]), host)).toThrow(file);
});

test("a file is replaced whole: a link stays a link, permissions stay, nothing is left lying about", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "whence-connect-"));
  try {
    mkdirSync(path.join(folder, "dotfiles"));
    const real = path.join(folder, "dotfiles", "settings.json");
    writeFileSync(real, "old", { mode: 0o640 });
    const link = path.join(folder, "settings.json");
    symlinkSync(real, link);
    writeConfig(link, "new");
    writeConfig(path.join(folder, "deep", "er.json"), "made");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect([readFileSync(real, "utf8"), statSync(real).mode & 0o777]).toEqual(["new", 0o640]);
    expect(statSync(path.join(folder, "deep", "er.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.join(folder, "dotfiles"))).toEqual(["settings.json"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a doctor's look at the hosts: connected, of another place, unreadable or absent, each with what to do", () => {
  let disk = apply(new Map(lived), "claude-code");
  disk = apply(disk, "cursor", false, { ...place, scope: "project" });
  disk = apply(disk, "gemini", false, { ...place, script: "/old/whence/dist/whence.mjs" });
  disk.set("/home/dev/.codex/config.toml", "[mcp_servers");
  const states = hostStates(place, (file) => disk.get(file) ?? null);
  expect(states).toEqual([
    { host: "claude-code", state: "connected", scope: "user" },
    { host: "cursor", state: "connected", scope: "project" },
    { host: "codex", state: "unreadable", scope: "user" },
    { host: "vscode", state: "absent", scope: null },
    { host: "gemini", state: "outdated", scope: "user" },
  ]);
  const lines = hostLines(states);
  expect(lines[1]).toContain("in this folder");
  for (const [at, command] of [
    [2, "whence connect codex"],
    [3, "whence connect vscode"],
    [4, "whence connect gemini"],
  ] as const) {
    expect(lines[at]).toContain(command);
  }
});
