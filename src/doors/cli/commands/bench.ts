import { Command, InvalidArgumentError } from "commander";
import { benchCardText, benchListText } from "../bench-text.ts";
import { given, money, several, wholeNumber, withOutput, withStore } from "../options.ts";
import { follow, followEval, type OutputOptions, printJson } from "../run-operation.ts";
import type { Session } from "../session.ts";

const NAME = "a benchmark's name, or the file of one of your own";

export function benchCommand(session: Session): Command {
  const bench = new Command("bench").description("Runs public benchmarks, with pinned data and known settings.");
  bench.addHelpText(
    "after",
    `
Examples:
  veridic bench list
  veridic bench run gsm8k --model openai:gpt-5.5 --limit 100
  veridic bench run gsm8k --outputs recorded.jsonl --data ./data`,
  );
  for (const make of [list, show, fetch, run]) bench.addCommand(make(session));
  return bench;
}

function list(session: Session): Command {
  return withOutput(
    new Command("list").description("The benchmarks there are, and whether their data are here."),
  ).action(async (options: OutputOptions) => {
    const { listBenchmarks } = await import("../../../operations/benchmarks/bench.ts");
    const { toWire } = await import("../../../core/wire.ts");
    const { terminal } = session;
    const found = await follow(listBenchmarks({}, terminal.environment), terminal, options);
    if (options.json) await printJson(toWire(found), terminal);
    else await terminal.out(benchListText(found, terminal.outColors));
  });
}

function show(session: Session): Command {
  const command = new Command("show").description("Prompts, settings, scoring, figures and flaws of a benchmark.");
  return withOutput(command.argument("<name>", NAME)).action(async (name: string, options: OutputOptions) => {
    const { showBenchmark } = await import("../../../operations/benchmarks/bench.ts");
    const { toWire } = await import("../../../core/wire.ts");
    const { terminal } = session;
    const card = await follow(showBenchmark({ name }, terminal.environment), terminal, options);
    if (options.json) await printJson(toWire(card), terminal);
    else await terminal.out(benchCardText(card, terminal.outColors));
  });
}

function fetch(session: Session): Command {
  const command = new Command("fetch")
    .description("Gets a benchmark's data, so that it runs without a network.")
    .argument("<name>", NAME)
    .option("--data <folder>", "look here first (default: $VERIDIC_DATA_DIR)");
  return withOutput(command).action(async (name: string, options: OutputOptions & { readonly data?: string }) => {
    const { fetchBenchmark } = await import("../../../operations/benchmarks/bench.ts");
    const { toWire } = await import("../../../core/wire.ts");
    const { terminal } = session;
    const input = { name, ...given({ data: options.data }) };
    const found = await follow(fetchBenchmark(input, terminal.environment), terminal, options);
    if (options.json) await printJson(toWire(found), terminal);
    else for (const { path, sha256 } of found) await terminal.out(`${sha256}  ${path}\n`);
  });
}

interface RunOptions extends OutputOptions {
  readonly model?: string;
  readonly outputs?: string;
  readonly judge?: string;
  readonly limit?: number;
  readonly epochs?: number;
  readonly variant?: string;
  readonly fewShot?: number;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly seed?: number;
  readonly passAt?: readonly number[];
  readonly data?: string;
  readonly concurrency?: number;
  readonly failUnder?: readonly string[];
  readonly maxErrors?: string;
  readonly maxCalls?: number;
  readonly maxCost?: number;
  readonly record?: string;
  readonly unsafeNoSandbox?: boolean;
  readonly store?: string;
}

function run(session: Session): Command {
  const command = new Command("run")
    .description("Runs a benchmark with a model, or scores recorded outputs, and keeps the run.")
    .argument("<name>", NAME)
    .option("--model <name>", "ask this model, as provider:model")
    .option("--outputs <file>", "score recorded outputs instead: our rows, or samples of human-eval or lm-eval")
    .option("--judge <name>", "the model that grades, for a benchmark that needs one, as provider:model")
    .option("--limit <n>", "at most so many rows", wholeNumber)
    .option("--epochs <k>", "how many answers to each row", wholeNumber)
    .option("--variant <name>", "how it is asked; veridic bench show lists the ways")
    .option("--few-shot <n>", "how many examples are shown before the question", count)
    .option("--temperature <t>", "instead of the benchmark's", temperature)
    .option("--max-tokens <n>", "the most tokens of an answer", wholeNumber)
    .option("--seed <n>", "where the provider takes one; each epoch adds 1", count)
    .option("--pass-at <k,k>", "the k of pass@k, between commas", counts)
    .option("--data <path>", "a folder that holds the data, or a file to use as the rows (default: $VERIDIC_DATA_DIR)")
    .option("--concurrency <n>", "how many answers may be under way at once (default: 16)", wholeNumber)
    .option("--fail-under <name=value>", "exit with 1 when the mean is lower", several)
    .option("--max-errors <share|n>", "exit with 3 when more rows than this errored (5%, 0.05, 3)")
    .option("--max-calls <n>", "end partial, to be resumed, after so many requests", wholeNumber)
    .option("--max-cost <usd>", "end partial, to be resumed, when it has cost so much", money)
    .option("--record <file>", "record the replies, for replay:FILE")
    .option("--unsafe-no-sandbox", "run programs that nobody has read with all that you may do");
  return withOutput(withStore(command))
    .addHelpText(
      "after",
      `
Examples:
  veridic bench run gsm8k --model openai:gpt-5.5 --limit 100
  veridic bench run gsm8k --model ollama:qwen3 --variant 8-shot
  veridic bench run humaneval --outputs samples.jsonl --pass-at 1,5`,
    )
    .action(async (name: string, options: RunOptions) => {
      const { runBenchmark } = await import("../../../operations/benchmarks/bench.ts");
      const { json: _json, quiet: _quiet, ...rest } = options;
      await followEval(runBenchmark({ name, ...given(rest) } as never, session.terminal.environment), session, options);
    });
}

function count(text: string): number {
  if (!/^\d{1,15}$/.test(text.trim())) throw new InvalidArgumentError("expected a whole number from 0.");
  return Number(text);
}

function counts(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, ...text.split(",").map((part) => wholeNumber(part.trim()))];
}

function temperature(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0) || !Number.isFinite(number)) {
    throw new InvalidArgumentError("expected a number from 0.");
  }
  return number;
}
