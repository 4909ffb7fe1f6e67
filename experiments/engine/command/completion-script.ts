/**
 * Completion scripts for bash, zsh and fish: static words by command. A word that ends in `=` waits for its value.
 */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export interface CommandWords {
  readonly name: string;
  readonly options: readonly string[];
  readonly words: readonly string[];
}

/** Commands and words must be plain: letters, digits and `- _ . =`. */
export function completionScript(shell: Shell, commands: readonly CommandWords[]): string {
  const odd = commands
    .flatMap(({ name, options, words }) => [name, ...options, ...words])
    .find((word) => !/^[\w.=-]+$/.test(word));
  if (odd !== undefined) throw new RangeError(`a completion must be a plain word, got "${odd}"`);
  return { bash, zsh, fish }[shell](commands);
}

const GENERAL = ["--help", "--version"];

function bash(commands: readonly CommandWords[]): string {
  const cases = commands.map(
    ({ name, options, words }) => `      ${name}) words="${words.join(" ")}" options="${options.join(" ")}" ;;`,
  );
  return `# bash completion for epsilab
_epsilab() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" options=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(" ")}" options="${GENERAL.join(" ")}"
  else
    case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    esac
  fi
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
  case "\${COMPREPLY[0]}" in
    *=) compopt -o nospace 2>/dev/null ;;
  esac
}
complete -o default -F _epsilab epsilab
`;
}

function zsh(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ name, options, words }) => {
    const whole = words.filter((word) => !word.endsWith("="));
    const open = words.filter((word) => word.endsWith("="));
    return (
      `      ${name}) options=(${options.join(" ")}) whole=(${whole.join(" ")}) ` +
      `open=(${open.map((word) => `"${word}"`).join(" ")}) ;;`
    );
  });
  return `#compdef epsilab
# zsh completion for epsilab
_epsilab() {
  local -a options whole open
  if (( CURRENT == 2 )); then
    options=(${GENERAL.join(" ")}) whole=(${commands.map(({ name }) => name).join(" ")})
  else
    case "\${words[2]}" in
${cases.join("\n")}
    esac
  fi
  if [[ "\${words[CURRENT]}" == -* ]]; then
    compadd -- $options
  else
    compadd -- $whole
    compadd -S "" -- $open
    if (( CURRENT > 2 )); then _files; fi
  fi
}
if [[ "\${funcstack[1]}" == "_epsilab" ]]; then
  _epsilab "$@"
else
  compdef _epsilab epsilab
fi
`;
}

function fish(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ name, options, words }) => {
    const when = `complete -c epsilab -n '__fish_seen_subcommand_from ${name}'`;
    return [
      ...(words.length === 0 ? [] : [`${when} -a '${words.join(" ")}'`]),
      ...options.map((option) => `${when} -l ${option.slice(2)}`),
    ];
  });
  return `# fish completion for epsilab
complete -c epsilab -f -n __fish_use_subcommand -a '${commands.map(({ name }) => name).join(" ")}'
${GENERAL.map((option) => `complete -c epsilab -n __fish_use_subcommand -l ${option.slice(2)}`).join("\n")}
${lines.join("\n")}
`;
}
