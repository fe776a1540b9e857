import { brief, type CompletedCommand, everyCommand, quoted, type Values } from "./tree.ts";

/** One function a command, each handing on to those below it; works as an autoloaded file and when it is sourced. */
export function zshScript(root: CompletedCommand): string {
  return `#compdef ${root.path}
# zsh completion for ${root.path}, made by: ${root.path} completion zsh

${everyCommand(root).map(commandFunction).join("\n")}
# An autoloaded file is run to complete, a sourced one to be made known.
if [[ \${funcstack[1]} == ${quoted(nameOf(root))} ]]; then
  ${nameOf(root)} "$@"
else
  compdef ${nameOf(root)} ${root.path}
fi
`;
}

function commandFunction(command: CompletedCommand): string {
  const specs = command.options.flatMap((option) => {
    const others = option.repeatable ? "*" : `(${option.flags.join(" ")})`;
    const value = option.values === null ? "" : `:${"value"}:${action(option.values)}`;
    return option.flags.map((flag) => quoted(`${others}${flag}[${escaped(brief(option.summary))}]${value}`));
  });
  if (command.commands.length === 0) {
    const places = command.arguments.map((argument, index) =>
      quoted(`${argument.variadic ? "*" : index + 1}:${"argument"}:${action(argument.values)}`),
    );
    return `${nameOf(command)}() {\n  _arguments -s -S ${[...specs, ...places].join(" \\\n    ")}\n}\n`;
  }
  const names = command.commands.flatMap((child) =>
    child.names.map((name) => quoted(`${name.replaceAll(":", "\\:")}:${brief(child.summary)}`)),
  );
  const next = command.commands.map((child) => `      ${child.names.map(quoted).join("|")}) ${nameOf(child)} ;;`);
  return `${nameOf(command)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C ${specs.join(" \\\n    ")} \\
    '1: :->command' \\
    '*:: :->rest'
  case $state in
  command)
    local -a commands
    commands=(
      ${names.join("\n      ")}
    )
    _describe -t commands ${quoted(`${command.path} command`)} commands
    ;;
  rest)
    case $line[1] in
${next.join("\n")}
    esac
    ;;
  esac
}
`;
}

function nameOf(command: CompletedCommand): string {
  return `_${command.path.replaceAll(/[ -]/g, "_")}`;
}

function action(values: Values): string {
  switch (values.kind) {
    case "file":
      return "_files";
    case "folder":
      return "_files -/";
    case "choices":
      return `(${values.choices.join(" ")})`;
    case "text":
      // A blank action proposes nothing and shows what is wanted.
      return " ";
    default:
      return values satisfies never;
  }
}

/** Brackets and colons end a description in the language of `_arguments`. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}
