import type { MaskContext, MaskReplacement, MaskRule } from "#server/domain/failure-signature/masks.ts";
import { placeInCode, repositoryPath } from "#server/domain/failure-signature/repository-path.ts";

const every = ["prose", "message", "diagnostic", "assertion", "frame"] as const;

/** Endings of files that people, compilers and runtimes point into with a line number. */
const sourceEnding =
  "(?:[cm]?[jt]sx?|vue|svelte|astro|pyi?|pyx|ipynb|rb|erb|go|rs|java|kts?|scala|groovy|gradle|[chm]|cc|cpp|cxx|c\\+\\+|hh|hpp|hxx|inl|mm|cs|fsx?|vb|php|p[lm]|sh|bash|zsh|ps1|bat|cmd|sql|tf|tfvars|hcl|ya?ml|json5?|jsonc|toml|xml|x?html?|css|s[ac]ss|less|mdx?|txt|rst|ini|cfg|conf|lua|exs?|erl|hs|ml|swift|dart|r|R|jl|zig|nim|proto|graphql|gql|prisma|s|S|asm|cmake|mk|csproj|fsproj|sln|props|targets|bundle|jsbundle|wasm|snap|feature|lock|log|Dockerfile|Makefile|CMakeLists\\.txt)";

/** Folders and schemes that hold built files, whose names carry a content hash. */
const builtName =
  /(?<=[\w\]])[-.](?:(?=[0-9a-f]{0,63}[0-9])[0-9a-f]{6,64}|(?=[\w-]{0,12}[A-Z0-9])(?=[\w-]{0,12}[a-z])[A-Za-z0-9_-]{8}|[A-Z0-9]{8})(?=(?:\.(?:min|chunk|bundle|module|legacy))?\.(?:[cm]?js|css|map|wasm|jsbundle)\b)/g;
const builtPlace =
  /https?:|(?:^|[/\\])(?:assets|static|chunks|_next|_nuxt|_app|dist|build|public|out|bundles?)[/\\]|:1:[0-9]{3,}|chunk/;

/** Where an error came from says no more than a frame does. */
const cameFrom = /\b(?:imported from|required by|Cannot find (?:package|module) [^\n]{1,120} from) ['"]?$/;

function pathReplacement(written: string, { line, at, profile, checkout }: MaskContext): MaskReplacement | undefined {
  const { kind, path, dropped } = repositoryPath(written, checkout);
  const isPlace = profile === "frame" || cameFrom.test(line.slice(Math.max(0, at - 160), at));
  const kept = kind === "repository" && isPlace ? placeInCode(path) : path;
  if (kept === written || kind === "system") return undefined;
  if (written.endsWith(kept) && (dropped > 0 || kept !== path))
    return { from: 0, to: written.length - kept.length, placeholder: "" };
  return { from: 0, to: written.length, placeholder: kept };
}

export const pathRules: MaskRule[] = [
  {
    name: "url",
    placeholder: "",
    reason: "Credentials, query and fragment of an address carry tokens, versions and cache keys.",
    tradeOff: "Requests that differ in a query parameter alone fall together.",
    profiles: ["prose", "message", "diagnostic", "frame"],
    needs: /:\/\/[^\s]{0,400}[?#@]/,
    pattern:
      /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'<>@/?#]{1,200}@|(?<=\bhttps?:\/\/[^\s"'<>?#]{1,400})[?#][^\s"'<>)\]]{0,2000}?(?=(?::[0-9]{1,9}){1,2}(?:\)|$|\s)|[\s"'<>)\]]|$)/g,
  },
  {
    name: "built_file",
    placeholder: "-<hash>",
    reason: "Bundlers put the hash of the content into the file name, so each release would be a new failure.",
    tradeOff: "Two chunks of one name fall together.",
    profiles: every,
    needs: /\.(?:[cm]?js|css|map|wasm|jsbundle)\b/,
    pattern: builtName,
    replace: (match, { line }) =>
      builtPlace.test(line) ? { from: 0, to: match[0].length, placeholder: "-<hash>" } : undefined,
  },
  {
    name: "path",
    placeholder: "",
    reason:
      "Home folders, CI workspaces, temporary folders and package stores belong to the machine; what follows them names the file.",
    tradeOff: "Files of one relative path in two repositories look alike; the message still parts them.",
    profiles: every,
    needs: /[/\\]/,
    pattern:
      /(?:file:\/{2,3}(?:[A-Za-z]:)?|\\\\\?\\(?=[A-Za-z]:\\)(?:[A-Za-z]:)|webpack(?:-internal)?:\/{2,3}|(?<![\w.@/\\"'`‘“-])(?:\.{1,2}[\\/]){1,8}|(?<![\w:./<>@\\-])[A-Za-z]:[\\/]|(?<![\w:./<>@\\)\]}-])\/(?=[\w.@~<-])|(?<![\w./@\\-])node_modules[\\/])[^\s"'`<>|,;:*?(){}\u2018\u2019\u201c\u201d]{0,400}/g,
    replace: (match, context) => pathReplacement(match[0].replace(/[.\]]+$/, ""), context),
  },
  {
    name: "release_folder",
    placeholder: "<release>",
    reason: "Files on a delivery network stand in a folder named after the release.",
    tradeOff: "A failure that one release brought is grouped with those of its neighbours.",
    profiles: ["frame"],
    needs: /\/v?[0-9]{1,5}\.[0-9]/,
    pattern: /(?<=\/)v?[0-9]{1,5}\.[0-9]{1,9}(?:\.[0-9]{1,9}){0,2}(?:-[\w.]{1,40})?(?=\/)/g,
  },
  {
    name: "code_place",
    placeholder: "",
    reason: "The same file is printed relative to the folder that a tool was started in.",
    tradeOff:
      "Frames in files of one name fall together where neither stands in a usual top folder; function and message still part them.",
    profiles: ["frame"],
    needs: /[\w)\]][\\/][\w[(@]/,
    pattern: /(?<![\w./\\@:-])[\w@.+-]{1,120}(?:[\\/][\w@.+()[\]-]{1,120}){1,30}/g,
    replace: (match) => {
      const path = match[0].replaceAll("\\", "/");
      const kept = placeInCode(path);
      return kept === match[0] || /^(?:node_modules|site-packages)\//.test(path)
        ? undefined
        : { from: 0, to: match[0].length, placeholder: kept };
    },
  },
  {
    name: "json_position",
    placeholder: "",
    reason: "Newer versions of Node add line and column to the position in a JSON text.",
    tradeOff: "None known.",
    profiles: ["prose", "message", "assertion"],
    needs: /\(line [0-9]/,
    pattern: / \(line [0-9]{1,9},? column [0-9]{1,9}\)/g,
  },
  {
    name: "advice",
    placeholder: "",
    reason: "Newer versions of a tool end the same sentence with advice.",
    tradeOff: "None known.",
    profiles: ["prose", "message", "assertion"],
    needs: /; if the root CA|\. Did you mean to import|\(Use `node --trace/,
    pattern:
      /; if the root CA is installed locally, try running Node\.js with --use-system-ca|\.? Did you mean to import "[^"\n]{1,300}"\?| \(Use `node --trace-[\w-]{1,40} \.\.\.` to show where .{1,60}\)/g,
  },
  {
    name: "importer_quotes",
    placeholder: "",
    reason: "Newer versions of Node and Vite put the importing file in quotes.",
    tradeOff: "None known.",
    profiles: ["prose", "message", "assertion", "diagnostic"],
    needs: / imported from ["']/,
    pattern: /(?<= imported from )["']|(?<= imported from ["'][^"'\n]{1,400})["'](?=\s|$|[.,;])/g,
  },
  {
    name: "position",
    placeholder: "",
    reason: "Line and column move with every edit above them.",
    tradeOff: "Two equal errors in one file fall together, which is one thing to fix seen twice.",
    profiles: every,
    needs: /[:(]\[?[0-9\u0660-\u0669\u06f0-\u06f9]|:line [0-9]/,
    pattern: new RegExp(
      `(?=[:(]\\[?\\p{Nd})(?<=(?:\\.|\\b)${sourceEnding}["'\`>\\]]?|\uE000)(?:(?::\\p{Nd}{1,9}){1,3}(?![\\w.])|\\(\\p{Nd}{1,9}(?:[,:] ?\\p{Nd}{1,9}){0,3}\\)|:\\[\\p{Nd}{1,9},\\p{Nd}{1,9}\\])|(?=:line)(?<=\\.[a-z0-9]{1,8}):line \\p{Nd}{1,9}`,
      "gu",
    ),
  },
  {
    name: "line_number",
    placeholder: "<n>",
    reason:
      "The same, written in words: `line 12, column 5`, `at position 88`, in the languages of the usual compilers.",
    tradeOff: "As for positions.",
    profiles: every,
    needs:
      /(?:line|ln|col|char|pos|offset|row|byte|zeile|spalte|ligne|l[ií]nea|riga|linha|строка|столбец|[行列第]|#L)[^\n]{0,12}\p{Nd}/iu,
    hint: /line|ln|col|char|pos|offset|row|byte|zeile|spalte|ligne|riga|linha|#L|[^\x00-\x7f]/i,
    pattern:
      /(?=\p{Nd})(?<=\b(?:lines?|[Ll]n|col(?:umn)?s?|char(?:acter)?s?|position|offset|pos|row|byte|Zeile|Spalte|ligne|colonne|l[ií]nea|columna|riga|linha|coluna|строка|столбец)["']?[ .:#=]{1,3})\p{Nd}{1,9}(?:[-–]\p{Nd}{1,9})?|(?=\p{Nd})(?<=[行列第])\p{Nd}{1,9}|(?=\p{Nd})(?<=#L)\p{Nd}{1,9}(?:C\p{Nd}{1,9})?/giu,
    replace: (match) => ({ from: 0, to: match[0].length, placeholder: "<n>" }),
  },
];
