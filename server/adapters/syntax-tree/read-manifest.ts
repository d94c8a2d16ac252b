import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import type { ModuleManifest, PackageTargets } from "#server/domain/code-graph/module-manifest.ts";
import type { manifestRules } from "#server/domain/code-graph/parse-rule.ts";

type DataManifestRule = Exclude<(typeof manifestRules)[number], "bazel_package">;

/** Entries kept of each list in a manifest, so that no manifest makes resolution slow for every import. */
const maxEntries = 500;
const maxTargets = 20;
const longestText = 500;

/**
 * What a manifest says, or null when it cannot be read. A value of another type than it should have counts as absent.
 * Never throws on any text.
 */
export function readManifest(rule: DataManifestRule, text: string): ModuleManifest | null {
  try {
    if (rule === "package_json") return readPackage(JSON.parse(text));
    if (rule === "tsconfig") return readTsconfig(parseJsonc(text, [], { allowTrailingComma: true }));
    // Aliases can make a small file huge, and the parser's time grows with the square of the nesting.
    if (rule === "pnpm_workspace" && !isFlatYaml(text)) return null;
    if (rule === "pnpm_workspace")
      return {
        kind: rule,
        packages: texts(field(parseYaml(text, { maxAliasCount: 0, logLevel: "error" }), "packages")),
      };
    if (rule === "cargo") return readCargo(parseToml(text));
    return readGoMod(text);
  } catch {
    return null;
  }
}

/** A list of workspaces is short and hardly nested. */
function isFlatYaml(text: string): boolean {
  return text.length <= 65_536 && (text.match(/[[{]|- -|\? /g)?.length ?? 0) <= 200;
}

function readPackage(data: unknown): ModuleManifest | null {
  if (!isRecord(data)) return null;
  const workspaces = field(data, "workspaces");
  const exported = field(data, "exports");
  const dependencies = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  return {
    kind: "package_json",
    name: text(field(data, "name")),
    entries: ["source", "module", "main", "types", "typings"].flatMap((key) => {
      const entry = text(field(data, key));
      return entry === null ? [] : [entry.startsWith(".") ? entry : `./${entry}`];
    }),
    exports: exported === undefined ? null : packageTargets(exported, "."),
    imports: packageTargets(field(data, "imports"), "#"),
    workspaces: texts(Array.isArray(workspaces) ? workspaces : field(workspaces, "packages")),
    dependencies: [...new Set(dependencies.flatMap((key) => keys(field(data, key))))].slice(0, maxEntries * 4),
  };
}

/** `exports` is one target, or conditions, or keys that begin with a dot; `imports` has keys that begin with `#`. */
function packageTargets(value: unknown, keyStart: "." | "#"): PackageTargets[] {
  const entries = isRecord(value) ? Object.entries(value) : [];
  const isKeyed = entries.some(([key]) => key.startsWith(keyStart));
  if (!isKeyed) return keyStart === "." ? [{ key: ".", targets: conditionTargets(value) }] : [];
  return entries
    .filter(([key]) => key.startsWith(keyStart) && key.length <= longestText)
    .slice(0, maxEntries)
    .map(([key, target]) => ({ key, targets: conditionTargets(target) }));
}

/** Every target under any condition, in order; the caller takes the first that exists. */
function conditionTargets(value: unknown): string[] {
  const targets: string[] = [];
  const pending: unknown[] = [value];
  for (let visited = 0; pending.length > 0 && visited < 200 && targets.length < maxTargets; visited += 1) {
    const next = pending.shift();
    if (typeof next === "string" && next.length <= longestText && !targets.includes(next)) targets.push(next);
    else if (Array.isArray(next)) pending.unshift(...next.slice(0, maxTargets));
    else if (isRecord(next)) pending.unshift(...Object.values(next).slice(0, maxTargets));
  }
  return targets;
}

function readTsconfig(data: unknown): ModuleManifest | null {
  if (!isRecord(data)) return null;
  const options = field(data, "compilerOptions");
  const extended = field(data, "extends");
  const paths = field(options, "paths");
  return {
    kind: "tsconfig",
    extends: texts(Array.isArray(extended) ? extended : [extended]).slice(0, 10),
    baseUrl: text(field(options, "baseUrl")),
    paths: isRecord(paths)
      ? Object.entries(paths)
          .slice(0, maxEntries)
          .map(([pattern, targets]) => ({ pattern, targets: texts(targets).slice(0, maxTargets) }))
      : null,
    outDir: text(field(options, "outDir")),
    rootDir: text(field(options, "rootDir")),
  };
}

function readCargo(data: unknown): ModuleManifest | null {
  if (!isRecord(data)) return null;
  const lib = field(data, "lib");
  const targets = ["bin", "example", "test", "bench"].flatMap((key) => {
    const list = field(data, key);
    return Array.isArray(list) ? list.slice(0, maxEntries).flatMap((target) => text(field(target, "path")) ?? []) : [];
  });
  const tables = ["dependencies", "dev-dependencies", "build-dependencies"];
  const perTarget = Object.values(isRecord(data.target) ? data.target : {}).slice(0, 50);
  const dependencies = [data, ...perTarget].flatMap((owner) =>
    tables.flatMap((table) => {
      const list = field(owner, table);
      return isRecord(list) ? Object.entries(list).slice(0, maxEntries) : [];
    }),
  );
  return {
    kind: "cargo",
    name: text(field(field(data, "package"), "name")),
    libName: text(field(lib, "name")),
    libPath: text(field(lib, "path")),
    targetPaths: targets,
    dependencies: dependencies.map(([name, value]) => ({
      name,
      package: text(field(value, "package")),
      path: text(field(value, "path")),
      isWorkspace: field(value, "workspace") === true,
    })),
  };
}

function readGoMod(content: string): ModuleManifest | null {
  let module: string | null = null;
  let block: string | null = null;
  const requires: string[] = [];
  const replaces: { from: string; to: string }[] = [];
  for (const raw of content.split("\n")) {
    const line = raw.replace(/\/\/.*$/, "").trim();
    if (line === ")") block = null;
    const opened: string | undefined = /^(\w+)\s*\($/.exec(line)?.[1];
    if (opened !== undefined) {
      block = opened;
      continue;
    }
    const words = line.split(/\s+/).map((word) => word.replace(/^"|"$/g, ""));
    const verb = block ?? words.shift();
    const [first = "", second = "", third = "", fourth = ""] = words;
    if (first === "") continue;
    if (verb === "module") module ??= first;
    if (verb === "require" && requires.length < maxEntries * 4) requires.push(first);
    if (verb === "replace" && replaces.length < maxEntries) {
      const to = second === "=>" ? third : third === "=>" ? fourth : "";
      if (to !== "") replaces.push({ from: first, to });
    }
  }
  return module === null ? null : { kind: "go_mod", module, requires, replaces };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function keys(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value).slice(0, maxEntries * 4) : [];
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" && value.length <= longestText ? value.toWellFormed() : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, maxEntries).flatMap((item) => text(item) ?? []) : [];
}
