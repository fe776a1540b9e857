import type { Command } from "commander";
import { nearest } from "../../core/nearest.ts";

/**
 * Makes an unknown command a mistake, beside `--help` and behind `help` too: the parser prints the help of the group for
 * these and ends with 0, and a script that asks whether a command is there would be told that it is.
 */
export function refuseUnknownCommands(program: Command): void {
  listen(program);
  // Heard before any help is printed, of every command.
  program.addHelpText("beforeAll", ({ command }) => {
    for (const group of groupsAbove(command)) {
      const name = unknownName(group);
      if (name !== null) refuse(group, name);
    }
    return "";
  });
}

function listen(command: Command): void {
  if (command.commands.length > 0) {
    command.on("command:*", ([name = ""]: readonly string[]) => refuse(command, name));
  }
  for (const one of command.commands) listen(one);
}

/** A command whose help is printed, and all that it is in. */
function groupsAbove(command: Command): readonly Command[] {
  return command.parent === null ? [command] : [...groupsAbove(command.parent), command];
}

/** The name of no command that stands where one must; null where there is none. */
function unknownName(group: Command): string | null {
  if (group.commands.length === 0) return null;
  const [first, second] = group.args;
  const name = first === "help" ? second : first;
  return name === undefined || name.startsWith("-") || namesIn(group).includes(name) ? null : name;
}

function namesIn(group: Command): readonly string[] {
  return ["help", ...group.commands.flatMap((command) => [command.name(), ...command.aliases()])];
}

function refuse(group: Command, name: string): never {
  const guess = nearest(name, namesIn(group));
  const path = groupsAbove(group)
    .map((one) => one.name())
    .join(" ");
  const hint = guess === undefined ? `${path} --help lists the commands` : `did you mean ${guess}?`;
  return group.error(`error: unknown command '${name}'; ${hint}`, { code: "commander.unknownCommand", exitCode: 2 });
}
