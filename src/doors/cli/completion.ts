import type { Argument, Command, Option } from "commander";
import { bashScript } from "./completion/bash.ts";
import { fishScript } from "./completion/fish.ts";
import type { CompletedCommand, CompletedOption, Values } from "./completion/tree.ts";
import { zshScript } from "./completion/zsh.ts";

export type Shell = "bash" | "zsh" | "fish";

const SCRIPTS: Readonly<Record<Shell, (root: CompletedCommand) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** The completion script of a shell, made from the program itself, so it knows every command and option there is. */
export function completionScript(program: Command, shell: Shell): string {
  return SCRIPTS[shell](completedCommand(program, program.name()));
}

/** What a shell may propose for a command and the commands below it; what help hides is left out. */
function completedCommand(command: Command, path: string): CompletedCommand {
  const help = command.createHelp();
  const visible = help.visibleCommands(command).filter((child) => child !== command);
  const names = visible.map((child) => child.name());
  return {
    path,
    names: [command.name(), ...command.aliases()],
    summary: command.summary() || command.description(),
    options: help.visibleOptions(command).map(completedOption),
    arguments: command.registeredArguments.map((argument) => ({
      variadic: argument.variadic,
      values: argument.name() === "command" ? { kind: "choices", choices: names } : valuesOfArgument(argument),
    })),
    // The help command is commander's own: its argument names a command beside it.
    commands: visible.map((child) =>
      child.parent === null ? helpOf(child, path, names) : completedCommand(child, `${path} ${child.name()}`),
    ),
  };
}

function helpOf(help: Command, path: string, names: readonly string[]): CompletedCommand {
  const choices = names.filter((name) => name !== help.name());
  return {
    path: `${path} ${help.name()}`,
    names: [help.name()],
    summary: help.description(),
    options: [],
    arguments: [{ variadic: false, values: { kind: "choices", choices } }],
    commands: [],
  };
}

function completedOption(option: Option): CompletedOption {
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null),
    summary: option.description,
    repeatable: option.variadic || option.parseArg !== undefined,
    values: option.required || option.optional ? valuesOf(option.argChoices, placeholderOf(option)) : null,
  };
}

function valuesOfArgument(argument: Argument): Values {
  return valuesOf(argument.argChoices, argument.name());
}

/** `<file>` takes files and `<folder>` folders. A `<path>` is a file only for the store: elsewhere it names a field. */
function valuesOf(choices: readonly string[] | undefined, placeholder: string): Values {
  if (choices !== undefined) return { kind: "choices", choices };
  if (placeholder === "folder") return { kind: "folder" };
  return { kind: ["file", "files", "store"].includes(placeholder) ? "file" : "text" };
}

const FILE_OPTIONS: ReadonlySet<string> = new Set(["config", "dataset", "scorers", "input", "output", "store"]);

function placeholderOf(option: Option): string {
  if (FILE_OPTIONS.has(option.name())) return "file";
  return /[<[]([^>\]]+?)(?:\.\.\.)?[>\]]/.exec(option.flags)?.[1] ?? "text";
}
