import { Command } from "commander";
import { given, money, several, wholeNumber, withOutput, withStore } from "../options.ts";
import { followEval, followForecast, type OutputOptions } from "../run-operation.ts";
import type { Session } from "../session.ts";

interface EvalOptions extends OutputOptions {
  readonly dataset?: string;
  readonly scorers?: string;
  readonly outputField?: readonly string[];
  readonly model?: readonly string[];
  readonly maxCalls?: number;
  readonly maxCost?: number;
  readonly record?: string;
  readonly cache?: boolean;
  readonly dryRun?: boolean;
  readonly limit?: number;
  readonly sampleId?: readonly string[];
  readonly epochs?: number;
  readonly concurrency?: number;
  readonly failUnder?: readonly string[];
  readonly maxErrors?: string;
  readonly unsafeNoSandbox?: boolean;
  readonly store?: string;
}

export function evalCommand(session: Session): Command {
  const command = new Command("eval")
    .description("Scores the outputs of a data set, recorded or asked of a model, and keeps the run.")
    .argument("[file]", "an eval file: YAML, JSON, or a TypeScript module")
    .option("--dataset <file>", "instead of an eval file: the data set")
    .option("--scorers <file>", "with --dataset: a JSON or YAML file with a list of scorers")
    .option("--output-field <path>", "the field with the recorded output; repeated, several epochs", several)
    .option("--model <name>", "ask this model for the answers, as provider:model; repeated, a run each", several)
    .option("--limit <n>", "score at most so many rows", wholeNumber)
    .option("--sample-id <id>", "score only these samples; may be repeated", several)
    .option("--epochs <k>", "how many outputs of each row count", wholeNumber)
    .option("--concurrency <n>", "how many answers may be under way at once (default: 16)", wholeNumber)
    .option("--fail-under <name=value>", "exit with 1 when a score's mean is lower; may be repeated", several)
    .option("--dry-run", "tell the calls, tokens and price of what would be sent, and send nothing")
    .option(
      "--max-calls <n>",
      "end partial, to be resumed, after so many requests to models, judges and solvers",
      wholeNumber,
    )
    .option("--max-cost <usd>", "end partial, to be resumed, when models have cost so much", money)
    .option("--cache", "keep the replies of models (not of solvers) in the store, and use them again")
    .option("--record <file>", "record the replies of models (not of solvers), for replay:FILE")
    .option("--max-errors <share|n>", "exit with 3 when more rows than this errored (5%, 0.05, 3)")
    .option("--unsafe-no-sandbox", "run programs that nobody has read with all that you may do");
  return withOutput(withStore(command))
    .addHelpText(
      "after",
      `
Examples:
  veridic eval eval.yaml
  veridic eval eval.yaml --limit 100 --json > summary.json
  veridic eval eval.yaml --model openai:gpt-5.5 --dry-run
  veridic eval eval.yaml --model openai:gpt-5.5 --max-cost 2
  veridic eval eval.yaml --model openai:gpt-5.5 --model zai:glm-5.1
  veridic eval eval.yaml --fail-under answer=0.8 --max-errors 5%
  veridic eval --dataset rows.jsonl --scorers scorers.json --output-field response

A run that was stopped goes on with: veridic runs resume latest`,
    )
    .action(async (file: string | undefined, options: EvalOptions) => {
      const { json: _json, quiet: _quiet, sampleId, dryRun, model: models, ...rest } = options;
      const [first, ...others] = models ?? [];
      const model = others.length === 0 ? first : [...(models ?? [])];
      const input = given({ file, model, sampleIds: sampleId === undefined ? undefined : [...sampleId], ...rest });
      if (dryRun === true) {
        const { forecastEval } = await import("../../../operations/eval/dry-run.ts");
        await followForecast(forecastEval(input as never, session.terminal.environment), session.terminal, options);
        return;
      }
      const { runEval } = await import("../../../operations/eval/eval.ts");
      await followEval(runEval(input as never, session.terminal.environment), session, options);
    });
}
