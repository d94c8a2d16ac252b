import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/**
 * What interpreters print about a script in one line: Perl's `… at FILE line N.`, PHP's errors, the shell of SQLite, and what Python and Node.js say
 * before they read a script. Where the interpreter is installed takes no part.
 */
export const scriptLines = lineRecognisers(
  / line [0-9<]|\.php:[0-9]|(?:python|node)[\w.]{0,10}: |Command line code|^Error: (?:in prepare|Unable to access jarfile|Could not find or load main class)/,
  [
    {
      name: "perl_died",
      tool: "perl",
      rank: "exception",
      profile: "message",
      pattern:
        /^(.{1,400}) at (\S{1,200}\.(?:pl|pm|t|cgi|psgi)|-e) line [0-9]{1,9}(?:, (?:<\w{0,30}> (?:line|chunk) [0-9]{1,9}|near .{1,120}))?\.?$/d,
      shape: [1, " at ", 2],
    },
    {
      name: "php_error",
      tool: "php",
      rank: "exception",
      profile: "message",
      pattern:
        /^(?:PHP )?((?:Fatal|Parse|Recoverable fatal|Catchable fatal) error: ) ?(.{1,400}?) in (\S{1,300}?|Command line code)(?: on line |:)[0-9]{1,9}$/d,
      shape: [1, 2, " in ", 3],
    },
    {
      name: "python_start",
      tool: "python",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:\S{1,200}[\\/])?python[0-9.]{0,8}(?:\.exe)?: ((?:No module named|Error while finding module specification for|can't open file|can't find '__main__' module in) .{1,300})$/d,
      shape: ["python: ", 1],
    },
    {
      name: "node_start",
      tool: "node",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:\S{1,200}[\\/])?node(?:\.exe)?: (bad option: .{1,200}|\S{1,120} (?:is not allowed in NODE_OPTIONS|requires an argument|must be|is an invalid negation).{0,120})$/d,
      shape: ["node: ", 1],
    },
    {
      name: "java_start",
      tool: "java",
      rank: "cause",
      profile: "message",
      pattern: /^(Error: (?:Unable to access jarfile|Could not find or load main class) .{1,300})$/d,
    },
    {
      name: "sqlite_prepare",
      tool: "sqlite",
      rank: "cause",
      profile: "message",
      pattern: /^(Error: in prepare, .{1,300}?)(?: \([0-9]{1,5}\))?$/d,
    },
    {
      // jq names itself before a fault of the filter, and nothing before one of the text.
      name: "jq_text",
      tool: "bash",
      rank: "cause",
      profile: "message",
      pattern: /^(?:jq: error \(at \S{1,200}\): |jq: )?(parse error: .{1,200} at line )[0-9]{1,9}, column [0-9]{1,9}$/d,
      shape: [1, "<n>, column <n>"],
    },
    {
      name: "sqlite_shell",
      tool: "sqlite",
      rank: "cause",
      profile: "message",
      pattern: /^((?:Parse|Runtime) error) near line [0-9]{1,9}: (.{1,400})$/d,
      shape: [1, ": ", 2],
    },
  ],
);
