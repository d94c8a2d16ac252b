import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/**
 * What interpreters print about a script in one line: Perl's `… at FILE line N.`, PHP's errors, the shell of SQLite, and what Python and Node.js say
 * before they read a script. Where the interpreter is installed takes no part.
 */
export const scriptLines = lineRecognisers(
  / line [0-9<]|\.php:[0-9]|(?:python|node)[\w.]{0,10}: |Command line code|^Error: (?:in prepare|Unable to access jarfile|Could not find or load main class|unable to open database)|in @INC|^Can't open perl|^Unrecognized |^Could not open input file|^jq: error|usage: |\.py: error: /,
  [
    {
      // The folders that Perl looked through are those of the machine.
      name: "perl_module",
      tool: "perl",
      rank: "cause",
      profile: "message",
      pattern: /^(Can't locate [\w/.:]{1,200} in @INC)\b.{0,2000}$/d,
    },
    {
      name: "perl_start",
      tool: "perl",
      rank: "cause",
      profile: "message",
      pattern:
        /^(Can't open perl script ".{1,300}": .{1,160}|Unrecognized switch: .{1,200}?)(?: {1,2}\(-h will show valid options\)\.?)?$/d,
    },
    {
      name: "perl_died",
      tool: "perl",
      rank: "exception",
      profile: "message",
      pattern:
        /^(.{1,400}) at (\S{1,200}\.(?:pl|pm|t|cgi|psgi)|-e) line (?:[0-9]{1,9}|<n>)(?:, <\w{0,30}> (?:line|chunk) [0-9]{1,9})?((?:, near .{1,120}?)?)\.?$/d,
      shape: [1, " at ", 2, " line <n>", 3],
    },
    {
      name: "php_error",
      tool: "php",
      rank: "exception",
      profile: "message",
      pattern:
        /^(?:PHP )?((?:Fatal|Parse|Recoverable fatal|Catchable fatal) error: ) ?(.{1,400}?) in (\S{1,300}?|Command line code)(?: on line |:)(?:[0-9]{1,9}|<n>)$/d,
      shape: [1, 2, " in ", 3, " on line <n>"],
    },
    {
      name: "php_file",
      tool: "php",
      rank: "cause",
      profile: "message",
      pattern: /^(Could not open input file: .{1,300})$/d,
    },
    {
      // What argparse says under the usage of a script. mypy writes about the files that it reads in the same form.
      name: "python_arguments",
      tool: "python",
      rank: "cause",
      profile: "message",
      pattern:
        /^([\w.-]{1,120}(?: [\w-]{1,60}){0,3}: error: (?:the following arguments are required: |unrecognized arguments: |argument \S{1,160}: |one of the arguments |ambiguous option: |too few arguments|no such option: ).{0,300})$/d,
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
      name: "java_option",
      tool: "java",
      rank: "cause",
      profile: "message",
      pattern:
        /^(Unrecognized (?:VM )?option: ?.{1,200}|Unrecognized VM option '.{1,200}'|Invalid (?:maximum|initial) heap size: .{1,80})$/d,
    },
    {
      name: "sqlite_open",
      tool: "sqlite",
      rank: "cause",
      profile: "message",
      pattern: /^(Error: unable to open database .{1,300})$/d,
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
      tool: "jq",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:jq: error \(at \S{1,200}\): |jq: )?(parse error: .{1,200} at line )(?:[0-9]{1,9}|<n>), column (?:[0-9]{1,9}|<n>)$/d,
      shape: [1, "<n>, column <n>"],
    },
    {
      name: "jq_value",
      tool: "jq",
      rank: "cause",
      profile: "message",
      pattern: /^(jq: error)(?: \(at [^)\n]{1,200}\))?: (.{1,300}?)(?:, line (?:[0-9]{1,9}|<n>):?)?$/d,
      shape: [1, ": ", 2],
    },
    {
      name: "sqlite_shell",
      tool: "sqlite",
      rank: "cause",
      profile: "message",
      pattern: /^((?:Parse|Runtime) error) near line (?:[0-9]{1,9}|<n>): (.{1,400})$/d,
      shape: [1, " near line <n>: ", 2],
    },
  ],
);
