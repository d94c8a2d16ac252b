import path from "node:path";
import { valueAt } from "../../hooks/at-path.ts";
import type { ConfigChange } from "./config-change.ts";
import { editJson, type JsonEdit, readJson } from "./edit-json.ts";
import { editTomlTable } from "./edit-toml.ts";
import { type HookEntry, hookEdits } from "./hook-entries.ts";

export const connectHosts = ["claude-code", "cursor", "codex", "vscode", "gemini"] as const;
export type ConnectHost = (typeof connectHosts)[number];

export type ConnectPlace = {
  /** `user`: for every project of this user; `project`: in the folder, for whoever works there on this machine. */
  scope: "user" | "project";
  home: string;
  folder: string;
  platform: NodeJS.Platform;
  appData: string | undefined;
  /** Absolute paths of Node and of the built command. */
  node: string;
  script: string;
};

type ReadFile = (file: string) => string | null;

/** What connecting a host (or taking it out again) would change. Writes nothing. Throws `UnreadableConfig`. */
export function planConnection(
  host: ConnectHost,
  place: ConnectPlace,
  { read, isRemoval }: { read: ReadFile; isRemoval: boolean },
): ConfigChange[] {
  const plan = new Plan(read, isRemoval);
  const { base, mcp } = filesOf(host, place);
  const server = { command: place.node, args: [place.script, "mcp"] };
  if (host === "codex") {
    const body = `command = ${JSON.stringify(place.node)}\nargs = ${JSON.stringify([place.script, "mcp"])}`;
    plan.toml(mcp, "mcp_servers.whence", body);
  } else {
    const list = host === "vscode" ? "servers" : "mcpServers";
    plan.json(mcp, (config) =>
      serverEdits(
        config,
        list,
        host === "cursor" || host === "gemini" ? server : { type: "stdio", ...server },
        isRemoval,
      ),
    );
  }
  const entries = hookEntries(host, place);
  if (entries.length > 0) {
    plan.json(base, (config) => [
      ...(host === "cursor" && !isRemoval && valueAt(config, "version") === undefined
        ? [{ path: ["version"], value: 1 }]
        : []),
      ...hookEdits(config, isRemoval ? [] : entries),
    ]);
  }
  return plan.changes();
}

/** Several edits of one file are one change. */
class Plan {
  readonly #texts = new Map<string, { before: string | null; after: string | null }>();
  readonly #read: ReadFile;
  readonly #isRemoval: boolean;
  constructor(read: ReadFile, isRemoval: boolean) {
    this.#read = read;
    this.#isRemoval = isRemoval;
  }
  json(file: string, editsFor: (config: unknown) => JsonEdit[]): void {
    const text = this.#text(file);
    const edits = editsFor(readJson(file, text.after));
    if (edits.length > 0) text.after = editJson(text.after, edits);
  }
  toml(file: string, table: string, body: string): void {
    const text = this.#text(file);
    if (this.#isRemoval && text.after === null) return;
    text.after = editTomlTable(file, text.after, table, this.#isRemoval ? null : body);
  }
  changes(): ConfigChange[] {
    return [...this.#texts].map(([file, text]) => ({ file, ...text }));
  }
  #text(file: string): { before: string | null; after: string | null } {
    const known = this.#texts.get(file);
    if (known) return known;
    const before = this.#read(file);
    const text = { before, after: before };
    this.#texts.set(file, text);
    return text;
  }
}

function serverEdits(config: unknown, list: string, server: object, isRemoval: boolean): JsonEdit[] {
  const servers = valueAt(config, list);
  const known = valueAt(servers, "whence");
  if (!isRemoval) {
    return JSON.stringify(known) === JSON.stringify(server) ? [] : [{ path: [list, "whence"], value: server }];
  }
  if (known === undefined || typeof servers !== "object" || servers === null) return [];
  const isOnly = Object.keys(servers).length === 1;
  return [{ path: isOnly ? [list] : [list, "whence"], value: undefined }];
}

/** `base` holds the hooks, `mcp` the servers. */
function filesOf(host: ConnectHost, { scope, home, folder, platform, appData }: ConnectPlace) {
  const at = (...parts: string[]) => path.join(scope === "user" ? home : folder, ...parts);
  switch (host) {
    case "claude-code":
      return scope === "user"
        ? { base: at(".claude", "settings.json"), mcp: at(".claude.json") }
        : // The built file's path is this machine's own, so it goes into the settings that are not shared.
          { base: at(".claude", "settings.local.json"), mcp: at(".mcp.json") };
    case "cursor":
      return { base: at(".cursor", "hooks.json"), mcp: at(".cursor", "mcp.json") };
    case "codex":
      return { base: at(".codex", "hooks.json"), mcp: at(".codex", "config.toml") };
    case "gemini":
      return { base: at(".gemini", "settings.json"), mcp: at(".gemini", "settings.json") };
    case "vscode": {
      const file =
        scope === "project" ? at(".vscode", "mcp.json") : path.join(codeFolder(home, platform, appData), "mcp.json");
      return { base: file, mcp: file };
    }
  }
}

function codeFolder(home: string, platform: NodeJS.Platform, appData: string | undefined): string {
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "Code", "User");
  if (platform === "win32") return path.join(appData ?? path.join(home, "AppData", "Roaming"), "Code", "User");
  return path.join(home, ".config", "Code", "User");
}

/** Which events are listened to, per host. Timeouts are far above our own second, in the host's unit. */
export function hookEntries(host: ConnectHost, { node, script }: Pick<ConnectPlace, "node" | "script">): HookEntry[] {
  const line = (event: string) =>
    `${quoted(node)} ${quoted(script)} hook ${event}${host === "claude-code" ? "" : ` --host ${host}`}`;
  const nested = (event: string, timeout: number, matcher?: string): HookEntry => {
    const command = line(event);
    const hook = { type: "command", command, timeout };
    return { event, command, value: { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] } };
  };
  switch (host) {
    case "claude-code":
      return [
        nested("SessionStart", 5),
        nested("UserPromptSubmit", 5),
        nested("PostToolUseFailure", 5, "Bash"),
        nested("Stop", 5),
        nested("SessionEnd", 5),
      ];
    case "codex":
      return [
        nested("SessionStart", 5),
        nested("UserPromptSubmit", 5),
        nested("PostToolUse", 5, "Bash|apply_patch"),
        nested("Stop", 5),
        nested("SessionEnd", 5),
      ];
    case "gemini":
      return [
        nested("SessionStart", 5_000),
        nested("BeforeAgent", 5_000),
        nested("AfterTool", 5_000, "run_shell_command|replace|write_file"),
        nested("AfterAgent", 5_000),
        nested("SessionEnd", 5_000),
      ];
    case "cursor":
      return ["sessionStart", "postToolUse", "postToolUseFailure", "afterFileEdit", "stop", "sessionEnd"].map(
        (event) => {
          const command = line(event);
          const matcher = event.startsWith("postToolUse") ? { matcher: "Shell" } : {};
          return { event, command, value: { command, timeout: 5, ...matcher } };
        },
      );
    case "vscode":
      return [];
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll(/(["\\$`])/g, process.platform === "win32" ? "$1" : "\\$1")}"`;
}
