import { lineRecognisers } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const missing =
  "(?:command not found|Befehl nicht gefunden|Kommando nicht gefunden|commande introuvable|orden no encontrada|comando non trovato|comando não encontrado|команда не найдена|コマンドが見つかりません|未找到命令)";
const lineWord = "(?:line |Zeile |ligne |línea |riga |linha |строка |行 ?)";
const program = "['\"`‘]?([\\w@.+/\\\\-]{1,120})['\"`’]?";
const complaint =
  "((?:[^\\n]{1,300}: )?(?:No such file or directory|Permission denied|Is a directory|Not a directory|cannot execute.{0,60}|[Ss]yntax error.{0,200}|unbound variable|parameter (?:null or )?not set|[Bb]ad substitution|readonly variable|unexpected .{1,100}|ambiguous redirect|Argument list too long|.{0,60}expression expected|too many arguments|invalid option.{0,40}|bad interpreter.{0,120}|write error.{0,120}|numeric argument required|division by 0.{0,60}|not a valid identifier|cannot .{1,160}|Text file busy|Input\\/output error|Cannot fork|can't cd to .{1,160}|\\(?[0-9%<>n]{1,9}\\)? ?-? ?[Nn]o such (?:process|job)|Resource temporarily unavailable|Broken pipe|event not found|failed to run command.{0,160}|unable to execute.{0,160}))";

/** What shells print about a command. A command that is missing is one failure, whichever shell and script asked for it. */
export const shellLines = lineRecognisers(
  /not found|[Nn]o such file|Permission denied|[Ss]yntax error|unbound variable|[Bb]ad substitution|cannot |readonly variable|invalid option|is not recognized|ambiguous|unexpected|too many arguments|write error|Argument list too long|expression expected|not set|gefunden|introuvable|encontrad|trovato|найдена|見つかりません|未找到|interpreter|execute|Unknown command|directory|division by 0|identifier|Broken pipe|busy|fork|unavailable|Input\/output|[Nn]o such (?:process|job)|can't cd/,
  [
    {
      name: "shell_missing_command",
      tool: "bash",
      rank: "cause",
      profile: "message",
      pattern: new RegExp(
        `^(?:[^\\s:]{1,200}: )?(?:${lineWord}?[0-9]{1,9} ?[:：] ?)?${program}[:：] ?${missing}\\.?$`,
        "d",
      ),
      shape: [1, ": command not found"],
    },
    {
      name: "shell_missing_command",
      tool: "bash",
      rank: "cause",
      profile: "message",
      pattern: new RegExp(
        `^(?:-?(?:\\/\\S{1,60}\\/)?(?:ba|da|z|k|fi|a)?sh: (?:${lineWord}?[0-9]{1,9}: )?|[^\\s:]{1,200}: (?:line )?[0-9]{1,9}: )${program}: not found\\.?$`,
        "d",
      ),
      shape: [1, ": command not found"],
    },
    {
      name: "shell_missing_command",
      tool: "bash",
      rank: "cause",
      profile: "message",
      pattern: new RegExp(
        `^(?:(?:\\/\\S{1,60}\\/)?zsh:(?:[0-9]{1,6}:)? command not found: |fish: Unknown command:? |(?:\\/usr\\/bin\\/)?env: (?:can't execute )?(?=.{1,130}: No such file))${program}(?:: No such file or directory)?$`,
        "d",
      ),
      shape: [1, ": command not found"],
    },
    {
      name: "shell_missing_command",
      tool: "bash",
      rank: "cause",
      profile: "message",
      pattern: new RegExp(
        `(?:^|: )(?:The term )?${program} is not recognized as (?:an internal or external command|(?:the|a) name of a cmdlet)|exec: ${program}: executable file not found in \\$?%?PATH`,
        "d",
      ),
      shape: [1, 2, ": command not found"],
    },
    {
      name: "shell_line",
      tool: "bash",
      rank: "cause",
      profile: "message",
      pattern: new RegExp(
        `^(?:\\S{0,200}[\\\\/])?([\\w.@+<>-]{1,120}): ${lineWord}?[0-9]{1,9}(?: ?:|：) ${complaint}\\.?$`,
        "d",
      ),
      shape: [1, ": ", 2],
    },
    {
      name: "shell_script",
      tool: "bash",
      rank: "cause",
      profile: "message",
      pattern: new RegExp(
        `^-?(?:\\/\\S{1,200}\\/)?((?:[\\w.@+<>-]{1,120}\\.)?(?:ba|da|z|k|fi|a)?sh|sudo|nohup|xargs|timeout|time|exec|bash\\.exe): ${complaint}\\.?$`,
        "d",
      ),
      shape: [1, ": ", 2],
    },
    {
      name: "shell_interpreter",
      tool: "bash",
      rank: "cause",
      profile: "message",
      pattern:
        /^(\S{1,200}: (?:bad interpreter|cannot execute binary file|\/usr\/bin\/env: bad interpreter).{0,160})$/d,
    },
  ],
);
