import { type CompletedCommand, everyCommand, quoted, type Values } from "./tree.ts";

/**
 * Works with the bash of macOS (3.2) too, so it has no associative arrays, no `mapfile`, and does not need `compopt`.
 * The words before the cursor are walked once: they name the command, and an option's value is never taken for one.
 */
export function bashScript(root: CompletedCommand): string {
  const commands = everyCommand(root);
  const steps = commands.flatMap((command) =>
    command.commands.flatMap((child) =>
      child.names.map((name) => `      ${quoted(`${command.path} ${name}`)}) path=${quoted(child.path)} place=0 ;;`),
    ),
  );
  const withValue = commands.flatMap((command) =>
    command.options
      .filter((option) => option.values !== null)
      .flatMap((option) => option.flags.map((flag) => quoted(`${command.path} ${flag}`))),
  );
  const values = commands.flatMap((command) =>
    command.options.flatMap((option) =>
      option.values === null || option.values.kind === "text"
        ? []
        : [
            `      ${option.flags.map((flag) => quoted(`${command.path} ${flag}`)).join("|")}) ${propose(option.values)} ;;`,
          ],
    ),
  );
  return `# bash completion for ${root.path}, made by: ${root.path} completion bash

_${root.path}_words() {
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}

_${root.path}_files() {
  # One name a line, as names may hold blanks. A quoted word finds nothing here and falls to the shell's own completion.
  local IFS=$'\\n'
  compopt -o filenames -o default 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$current"))
}

_${root.path}() {
  local path=${quoted(root.path)} place=0 index=1 word option='' ended=''
  local current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  # "--option=value" arrives as three words.
  [[ $current == '=' ]] && current=''
  while ((index < COMP_CWORD)); do
    word="\${COMP_WORDS[index]}"
    option=''
    if [[ -n $ended ]]; then
      ((place++))
    elif [[ $word == '--' ]]; then
      ended=yes
    else
      case "$path $word" in
${steps.join("\n")}
      ${withValue.join("|") || "''"})
        option="$word"
        ((index++))
        [[ \${COMP_WORDS[index]} == '=' ]] && ((index++))
        ;;
      "$path "-*) ;;
      *) ((place++)) ;;
      esac
    fi
    ((index++))
  done
  if [[ -n $option ]] && ((index > COMP_CWORD)); then
    case "$path $option" in
${values.join("\n")}
    esac
    return
  fi
  if [[ $current == -* && -z $ended ]]; then
    case "$path" in
${commands.map((command) => `      ${quoted(command.path)}) _${root.path}_words ${quoted(flagsOf(command))} ;;`).join("\n")}
    esac
    return
  fi
  case "$path $place" in
${commands.flatMap(places).join("\n")}
  esac
}

complete -F _${root.path} ${root.path}
`;

  function propose(given: Values): string {
    switch (given.kind) {
      case "file":
        return `_${root.path}_files -f`;
      case "folder":
        return `_${root.path}_files -d`;
      case "choices":
        return `_${root.path}_words ${quoted(given.choices.join(" "))}`;
      case "text":
        return ":";
      default:
        return given satisfies never;
    }
  }

  /** What stands at each place behind the command; the last place of a variadic argument goes on. */
  function places(command: CompletedCommand): readonly string[] {
    if (command.commands.length > 0) {
      const names = command.commands.flatMap((child) => child.names).join(" ");
      return [`      ${quoted(`${command.path} 0`)}) _${root.path}_words ${quoted(names)} ;;`];
    }
    return command.arguments.map(
      ({ values: given, variadic }, place) =>
        `      ${variadic ? `${quoted(`${command.path} `)}*` : quoted(`${command.path} ${place}`)}) ${propose(given)} ;;`,
    );
  }
}

function flagsOf(command: CompletedCommand): string {
  return command.options.flatMap((option) => option.flags).join(" ");
}
