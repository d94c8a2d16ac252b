/** One line form that carries a place. Groups: `file`, `line`, `column`, `severity`, `code`, `message`. */
export type LinePattern = {
  name: string;
  /** Tools that print it, with an example. */
  prints: string;
  pattern: RegExp;
  /** Taken where the line names no severity. */
  severity: "error" | "warning" | "info";
  /** Where the message stands when the line holds only the place. */
  messageAt?: "above" | "below";
};

/**
 * Forms that a plain `path:line:column: message` does not cover. Ordered, first match wins. Every pattern is anchored and holds one open
 * part before a fixed text, so that it runs in linear time.
 */
export const linePatterns: readonly LinePattern[] = [
  {
    name: "msbuild",
    prints: "dotnet, MSBuild, MSVC, tslint: `src/A.cs(12,8): error CS0103: message [/p/A.csproj]`",
    pattern:
      /^\s*(?:\d+>)?(?<file>\S.*?)\((?<line>\d+)(?:,(?<column>\d+))?(?:,\d+,\d+)?\) ?: (?:\w+ )?(?<severity>error|warning|info|hint|fatal error|message|note)(?: (?<code>[A-Za-z]+[-\w]*\d[-\w]*|[a-z][\w/-]*))? ?: (?<message>\S.*)$/,
    severity: "error",
  },
  {
    name: "line_col_words",
    prints: "jslint, eslint compact, many XML tools: `path: line 2, col 10, Error - message`",
    pattern:
      /^(?<file>\S.*?): line (?<line>\d+),? col(?:umn)? (?<column>\d+),? ?(?:(?<severity>Error|Warning|Info) ?-? ?)?(?<message>\S.*)$/,
    severity: "error",
  },
  {
    name: "in_line",
    prints: "shellcheck: `In deploy.sh line 3:`",
    pattern: /^In (?<file>\S.*?) line (?<line>\d+):$/,
    severity: "warning",
    messageAt: "below",
  },
  {
    name: "terraform",
    prints: 'terraform: `  on main.tf line 3, in resource "a" "b":`',
    pattern: /^[\s│]*on (?<file>\S.*?) line (?<line>\d+)(?:, in (?<message>.*?))?:$/,
    severity: "error",
    messageAt: "above",
  },
  {
    name: "black",
    prints: "black: `error: cannot format a.py: Cannot parse for target version Python 3.12: 1:3: message`",
    pattern:
      /^(?<severity>error): cannot format (?<file>\S.*?): (?<message>Cannot parse[^:]*): (?<line>\d+):(?<column>\d+): (?<more>.*)$/,
    severity: "error",
  },
  {
    name: "bracketed_place",
    prints: "gosec, protolint: `[/p/a.go:12] - G304: message`, `[a.proto:3:5] message`",
    pattern:
      /^\[(?<file>[^\]\s][^\]]*?):(?<line>\d+)(?:-\d+)?(?::(?<column>\d+))?\] (?:- )?(?:(?<code>[A-Z]+\d+)(?: \([^)]*\))?: )?(?<message>\S.*)$/,
    severity: "warning",
  },
  {
    name: "scalastyle",
    prints: "scalastyle: `warning file=/p/A.scala message=text line=1 column=2`",
    pattern:
      /^(?<severity>error|warning) file=(?<file>\S.*?) message=(?<message>.*?)(?: line=(?<line>\d+))(?: column=(?<column>\d+))?$/,
    severity: "warning",
  },
  {
    name: "level_then_place",
    prints:
      "sbt, tslint: `[error] /p/A.scala:12:3: message`, `ERROR: src/a.ts:1:2 - message`, `ERROR: src/a.ts[1, 2]: message`",
    pattern:
      /^(?:\[(?<severity>error|warn|warning|info|ERROR|WARN|WARNING|INFO)\]|(?<word>ERROR|WARNING|WARN|INFO|Error|Warning|error|warning)(?: in)?:?) ?(?<file>\S.*?)(?::(?<line>\d+)(?::(?<column>\d+))?|\[(?<tsline>\d+), (?<tscolumn>\d+)\])(?::| -)? (?<message>\S.*)$/,
    severity: "error",
  },
  {
    name: "message_on_line",
    prints: "puppet-lint: `manifests/init.pp - WARNING: message on line 12`",
    pattern:
      /^(?<file>\S.*?) - (?<severity>ERROR|WARNING|FIXED|WARN): (?<message>\S.*?)(?: at| on)? line (?<line>\d+)(?: col(?:umn)? (?<column>\d+))?(?: \(check: (?<code>[\w-]+)\))?$/,
    severity: "warning",
  },
  {
    name: "level_on_line",
    prints: "puppet-lint without a path: `WARNING: message on line 12`",
    pattern:
      /^(?<severity>ERROR|WARNING): (?<message>\S.*?) (?:in|at) (?<file>\S+\.\w+)(?: on|,)? line (?<line>\d+)(?:, column (?<column>\d+))?$/,
    severity: "warning",
  },
  {
    name: "place_word",
    prints:
      "slim-lint, haml-lint, hadolint, fasterer, dotenv-linter: `a.slim:16 [W] message`, `Dockerfile:3 DL3008 warning: message`",
    pattern:
      /^(?<file>\S.*?):(?<line>\d+) (?:\[(?<letter>[EWCIFR])\] )?(?:(?<code>[A-Z]{2,4}\d{3,5}) )?(?:(?<severity>error|warning|info|style): )?(?<message>[^\s|│].*)$/,
    severity: "warning",
  },
  {
    name: "place_dash",
    prints: "brakeman, dart, pyright: `app/a.rb:3 - Medium - message`, `a.py:3:1 - error: message (rule)`",
    pattern:
      /^\s*(?<file>\S.*?):(?<line>\d+)(?::(?<column>\d+))? - (?:(?<severity>error|warning|info|information|hint|note|High|Medium|Weak)(?:: | - ))?(?<message>\S.*)$/,
    severity: "error",
  },
  {
    name: "dart",
    prints: "dart analyze, flutter analyze: `  error • message • lib/a.dart:3:5 • code`",
    pattern:
      /^\s*(?<severity>error|warning|info|hint) [•-] (?<message>\S.*?) [•-] (?<file>\S.*?):(?<line>\d+):(?<column>\d+) [•-] (?<code>\w+)$/,
    severity: "warning",
  },
  {
    name: "ocaml",
    prints: 'OCaml, Python compilers: `File "a.ml", line 3, characters 4-8:`',
    pattern: /^\s*File "(?<file>[^"]+)", lines? (?<line>\d+)(?:-\d+)?(?:, characters? (?<column>\d+)(?:-\d+)?)?:$/,
    severity: "error",
    messageAt: "below",
  },
  {
    name: "elixir",
    prints: "Elixir: `** (CompileError) lib/a.ex:3: message`",
    pattern: /^\*\* \((?<code>[\w.]+)\) (?<file>\S.*?):(?<line>\d+)(?::(?<column>\d+))?: (?<message>\S.*)$/,
    severity: "error",
  },
  {
    name: "perl",
    prints: "Perl, nginx, PHP: `message at lib/A.pm line 12.`, `message in /etc/nginx/nginx.conf:12`",
    pattern: /^(?<message>\S.*?) (?:at|in) (?<file>[^\s:]+\.\w{1,6}|\/\S+?)(?: line |:)(?<line>\d+)\.?$/,
    severity: "error",
  },
  {
    name: "ansible",
    prints: "ansible: `The error appears to be in '/p/site.yml': line 3, column 5, but may`",
    pattern:
      /^(?<message>The (?:error|offending line) appears to be(?: in)?) '?(?<file>[^']+)'?: line (?<line>\d+), column (?<column>\d+).*$/,
    severity: "error",
  },
];
