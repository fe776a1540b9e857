import type { Command } from "commander";
import { idleProgram } from "./idle-program.ts";
import { code } from "./option-type.ts";
import { markdownTable } from "./table.ts";

/** The arguments and options of a command, such as `eval` or `runs diff`. Throws for a command that is not there. */
export function commandTable(path: string): string {
  const command = find(idleProgram(), path);
  const help = command.createHelp();
  const own = help.visibleArguments(command).map((argument) => [code(`<${argument.name()}>`), argument.description]);
  const options = help
    .visibleOptions(command)
    .filter((option) => option.long !== "--help")
    .map((option) => [code(option.flags), help.optionDescription(option)]);
  return markdownTable(["option", "meaning"], [...own, ...options]);
}

function find(program: Command, path: string): Command {
  return path.split(" ").reduce((command, name) => {
    const child = command.commands.find((one) => one.name() === name);
    if (child === undefined) throw new Error(`there is no command "${path}"`);
    return child;
  }, program);
}
