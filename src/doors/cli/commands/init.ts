import { Command } from "commander";
import { given } from "../options.ts";
import { printJson } from "../run-operation.ts";
import type { Session } from "../session.ts";

interface InitOptions {
  readonly dataset?: string;
  readonly inputField?: string;
  readonly outputField?: string;
  readonly targetField?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function initCommand(session: Session): Command {
  return new Command("init")
    .description("Writes an eval that works as it is: an eval file, and sample rows unless there are some.")
    .argument("[folder]", "where to write it (default: here)")
    .option("--dataset <file>", "your own rows; which fields are what is guessed from their names, and said")
    .option("--input-field <path>", "with --dataset: the field with the question, instead of a guess")
    .option("--output-field <path>", "with --dataset: the field with what the model wrote")
    .option("--target-field <path>", "with --dataset: the field with what is right")
    .option("--force", "replace files that are there")
    .option("-y, --yes", "ask nothing on a terminal")
    .option("--json", "print one JSON document on stdout")
    .addHelpText(
      "after",
      `
Examples:
  veridic init
  veridic init evals/support
  veridic init --dataset answers.csv
  veridic init --dataset answers.csv --output-field gpt --target-field gold --json

On a terminal, without any option, it asks; elsewhere it never does.`,
    )
    .action(async (folder: string | undefined, options: InitOptions) => {
      const { runInit } = await import("../init.ts");
      const { json, yes: _yes, ...rest } = options;
      const input = given({ folder, ...rest });
      const report = await runInit(input, Object.keys(options).length === 0, session.terminal);
      if (report === null) {
        session.exitCode = 130;
        return;
      }
      const { toWire } = await import("../../../core/wire.ts");
      const { initText } = await import("../init-text.ts");
      if (json) await printJson(toWire(report), session.terminal);
      else await session.terminal.out(initText(report, session.terminal.outColors));
    });
}
