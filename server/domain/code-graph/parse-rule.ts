import { type Language, parseRuleVersion } from "./parsed-blob.ts";
import { baseName } from "./repository-path.ts";

export const manifestRules = [
  "package_json",
  "pnpm_workspace",
  "tsconfig",
  "cargo",
  "go_mod",
  "bazel_package",
] as const;

/** How a file is read: as source in a language, or as a manifest. */
export type ParseRule = Language | (typeof manifestRules)[number];

const ruleOfExtension = new Map<string, Language>([
  ...spread("typescript", "ts mts cts"),
  ...spread("tsx", "tsx"),
  ...spread("javascript", "js mjs cjs jsx"),
  ...spread("python", "py pyi pyw"),
  ...spread("go", "go"),
  ...spread("rust", "rs"),
  ...spread("java", "java"),
  ...spread("c", "c"),
  // A header may be either; the C++ grammar reads both.
  ...spread("cpp", "cc cpp cxx c++ cppm ixx h hh hpp hxx h++ inl ipp tpp cu cuh"),
  ...spread("csharp", "cs"),
  ...spread("ruby", "rb rake gemspec ru"),
  ...spread("starlark", "bzl star"),
  ...spread("vue", "vue"),
  ...spread("svelte", "svelte"),
  ...spread("kotlin", "kt kts"),
  ...spread("scala", "scala sc"),
  ...spread("groovy", "groovy gradle"),
  ...spread("swift", "swift"),
  ...spread("php", "php"),
  ...spread("dart", "dart"),
  ...spread("lua", "lua"),
  ...spread("elixir", "ex exs"),
  ...spread("perl", "pl pm"),
  ...spread("shell", "sh bash zsh"),
  ...spread("zig", "zig"),
  ...spread("protobuf", "proto"),
]);

const ruleOfName = new Map<string, ParseRule>([
  ["package.json", "package_json"],
  ["pnpm-workspace.yaml", "pnpm_workspace"],
  ["jsconfig.json", "tsconfig"],
  ["Cargo.toml", "cargo"],
  ["go.mod", "go_mod"],
  ["BUILD", "bazel_package"],
  ["BUILD.bazel", "bazel_package"],
  ["Rakefile", "ruby"],
  ["Gemfile", "ruby"],
]);

/** How a path is read, from its name alone; null for a file that says nothing about code. */
export function parseRuleOf(path: string): ParseRule | null {
  const name = baseName(path);
  const byName = ruleOfName.get(name);
  if (byName !== undefined) return byName;
  if (/^tsconfig(?:\..+)?\.json$/.test(name)) return "tsconfig";
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return null;
  return ruleOfExtension.get(name.slice(dot + 1).toLowerCase()) ?? null;
}

/** Under which a parsed blob is remembered: same bytes, read by the same rule of the same version. */
export function parseKey(objectId: string, rule: ParseRule): string {
  return `${objectId}:${rule}:${parseRuleVersion}`;
}

function spread(language: Language, extensions: string): [string, Language][] {
  return extensions.split(" ").map((extension) => [extension, language]);
}
