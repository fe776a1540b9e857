import { Argument, Command } from "commander";
import type { Shell } from "../completion.ts";
import type { Session } from "../session.ts";

export function completionCommand(session: Session): Command {
  return new Command("completion")
    .description("Prints a script that makes a shell complete veridic's commands, options and files.")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      `
Install, then open a new shell:
  bash   veridic completion bash > ~/.local/share/bash-completion/completions/veridic
         (without the bash-completion package: source that file in ~/.bashrc)
  zsh    veridic completion zsh > ~/.zfunc/_veridic
         (with "fpath+=~/.zfunc" before "autoload -Uz compinit && compinit" in ~/.zshrc)
  fish   veridic completion fish > ~/.config/fish/completions/veridic.fish

For this shell only:
  source <(veridic completion bash)
  veridic completion fish | source`,
    )
    .action(async (shell: Shell, _options: unknown, command: Command) => {
      const { completionScript } = await import("../completion.ts");
      await session.terminal.out(completionScript(command.parent ?? command, shell));
    });
}
