import { brief, type CompletedCommand, everyCommand, type Values } from "./tree.ts";

/** A condition walks the words before the cursor, so options of one command are not proposed for another. */
export function fishScript(root: CompletedCommand): string {
  const commands = everyCommand(root);
  const walk = `__${root.path}_walk`;
  const steps = commands.flatMap((command) =>
    command.commands.map(
      (child) =>
        `      case ${child.names.map((name) => word(`${command.path} ${name}`)).join(" ")}\n` +
        `        set path ${word(child.path)}\n        set place 0`,
    ),
  );
  const withValue = commands.flatMap((command) =>
    command.options
      .filter((option) => option.values !== null)
      .flatMap((option) => option.flags.map((flag) => word(`${command.path} ${flag}`))),
  );
  return `# fish completion for ${root.path}, made by: ${root.path} completion fish

# The command that the words before the cursor name, and how many arguments stand behind it.
function ${walk}
  set -l words (commandline -opc)
  set -e words[1]
  set -l path ${word(root.path)}
  set -l place 0
  set -l skip no
  for given in $words
    if test $skip = yes
      set skip no
      continue
    end
    switch "$path $given"
${steps.join("\n")}
      case ${withValue.join(" ") || "''"}
        set skip yes
      case "$path -*"
      case '*'
        set place (math $place + 1)
    end
  end
  echo $path
  echo $place
end

function __${root.path}_in
  set -l now (${walk})
  test "$now[1]" = "$argv[1]"
end

function __${root.path}_at
  set -l now (${walk})
  test "$now[1]" = "$argv[1]"; and test $now[2] = $argv[2]
end

function __${root.path}_from
  set -l now (${walk})
  test "$now[1]" = "$argv[1]"; and test $now[2] -ge $argv[2]
end

complete -c ${root.path} -e
complete -c ${root.path} -f
${commands.flatMap(lines).join("\n")}
`;

  function lines(command: CompletedCommand): readonly string[] {
    const at = (test: "in" | "at" | "from", ...place: readonly number[]) =>
      `complete -c ${root.path} -n ${word([`__${root.path}_${test}`, word(command.path), ...place].join(" "))}`;
    const options = command.options.map((option) => {
      const flags = option.flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
      const value = option.values === null ? "" : ` -r${proposals(option.values)}`;
      return `${at("in")} ${flags.join(" ")}${value} -d ${word(brief(option.summary))}`;
    });
    const children = command.commands.flatMap((child) =>
      child.names.map((name) => `${at("at", 0)} -a ${word(name)} -d ${word(brief(child.summary))}`),
    );
    // Where commands stand below, the first place is theirs.
    const places = (command.commands.length > 0 ? [] : command.arguments).map(
      ({ values, variadic }, place) => `${at(variadic ? "from" : "at", place)}${proposals(values)}`,
    );
    return [...options, ...children, ...places];
  }
}

function proposals(values: Values): string {
  switch (values.kind) {
    case "file":
      return " -F";
    case "folder":
      return ` -f -a ${word("(__fish_complete_directories)")}`;
    case "choices":
      return ` -f -a ${word(values.choices.join(" "))}`;
    case "text":
      return " -f";
    default:
      return values satisfies never;
  }
}

/** Within single quotes fish knows two escapes only: the quote and the backslash. */
function word(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
