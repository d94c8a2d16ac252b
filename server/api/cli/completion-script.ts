export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

export type CompletedCommand = {
  name: string;
  summary: string;
  options: readonly string[];
  /** What may stand right after it: commands below it, or the choices of its first argument. */
  words: readonly string[];
};

/** A script that completes commands and their options, in the words that the shell wants. It calls nothing. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  switch (shell) {
    case "bash":
      return bash(commands);
    case "zsh":
      return zsh(commands);
    case "fish":
      return fish(commands);
  }
}

function bash(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(
    ({ name, options, words }) => `    ${name}) options="${options.join(" ")}" words="${words.join(" ")}" ;;`,
  );
  return `# whence completion for bash: eval "$(whence completion bash)"
_whence() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _whence whence
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(":", "\\:")}`)}`);
  const cases = commands.map(({ name, options }) => `    ${name}) compadd -- ${options.join(" ")} ;;`);
  const followed = commands
    .filter(({ words }) => words.length > 0)
    .map(({ name, words }) => `      ${name}) compadd -- ${words.join(" ")}; return ;;`);
  return `#compdef whence
# whence completion for zsh: eval "$(whence completion zsh)"
_whence() {
  local -a commands
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  if [[ "$words[CURRENT]" != -* ]]; then
    if (( CURRENT == 3 )); then
      case "$words[2]" in
${followed.join("\n")}
      esac
    fi
    _files
    return
  fi
  case "$words[2]" in
${cases.join("\n")}
  esac
}
compdef _whence whence
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, summary, options, words }) => [
    `complete -c whence -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...(words.length === 0
      ? []
      : [
          `complete -c whence -n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${words.join(" ")}' -f -a '${words.join(" ")}'`,
        ]),
    ...options.map(
      (option) => `complete -c whence -n '__fish_seen_subcommand_from ${name}' -l ${option.replace(/^--/, "")}`,
    ),
  ]);
  return `# whence completion for fish: whence completion fish | source\n${lines.join("\n")}\n`;
}

/** In single quotes, for all three shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
