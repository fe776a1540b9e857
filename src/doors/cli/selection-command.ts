import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { toWire } from "../../core/wire.ts";
import type { Operation } from "../../operations/environment.ts";
import type { SelectionForecast } from "../../operations/selection/forecast.ts";
import type { SelectionOutcome } from "../../operations/selection/outcome.ts";
import { given, money, severalOrCommas, wholeNumber, withOutput, withStore } from "./options.ts";
import { printable } from "./printable.ts";
import { tellError } from "./report.ts";
import { follow, type OutputOptions, printJson } from "./run-operation.ts";
import { selectionForecastText } from "./selection-forecast-text.ts";
import type { Session } from "./session.ts";
import type { Colors } from "./terminal.ts";

export interface SelectionCommandOptions extends OutputOptions {
  readonly input?: string;
  readonly output?: string;
  readonly task?: string;
  readonly context?: string;
  readonly criteria?: readonly string[];
  readonly evidence?: readonly string[];
  readonly models?: readonly string[];
  readonly verifications?: number;
  readonly mock?: boolean;
  readonly profile?: string;
  readonly concurrency?: number;
  readonly maxCalls?: number;
  readonly maxCost?: number;
  readonly dryRun?: boolean;
  readonly runChecks?: boolean;
  readonly manipulationPenalty?: number;
  readonly calibration?: string;
  readonly resume?: string;
  readonly from?: string;
  readonly store?: string;
  readonly failOn?: readonly string[];
  readonly fixed?: boolean;
  readonly modelWeight?: Readonly<Record<string, number>>;
  readonly criterionWeight?: Readonly<Record<string, number>>;
}

/** The flags as the operation takes them. */
export function flagsOf(options: SelectionCommandOptions, paths: readonly string[], folder: string) {
  const {
    input: file,
    output,
    store,
    profile,
    concurrency,
    maxCalls,
    maxCost,
    runChecks,
    manipulationPenalty,
  } = options;
  const { calibration, resume, from, fixed, modelWeight: modelWeights, criterionWeight: criterionWeights } = options;
  const asked = inputOf(options, paths, folder);
  const input = Object.keys(asked).length === 0 ? undefined : asked;
  const doing = { output, store, profile, concurrency, maxCalls, maxCost, runChecks, manipulationPenalty, calibration };
  return given({ file, input, ...doing, resume, from, fixed, modelWeights, criterionWeights });
}

/** The flags that compare and audit have in common. */
export function withSelectionOptions(command: Command): Command {
  command
    .option("-i, --input <file>", "the input: task, criteria, candidates, as JSON or YAML")
    .option("-o, --output <file>", "write the result here as JSON, an error too")
    .option("--task <text>", "without an input file: what the candidates were asked to do")
    .option("--context <text>", "what the judge should know beside the task")
    .option("--criteria <name: description>", "a criterion; repeated, several", repeated)
    .option("--evidence <file>", "a file with evidence about all candidates; may be repeated", repeated)
    .option("--models <names>", "the judges, as provider:model, with commas or repeated", severalOrCommas)
    .option("-n, --verifications <n>", "exactly so many looks at each pair and criterion", wholeNumber)
    .option("--mock", "ask no model and count words: a smoke test")
    .addOption(new Option("--profile <name>", "how votes are counted").choices(["default", "reference", "runner"]))
    .option("--concurrency <n>", "calls under way at once (default: 8)", wholeNumber)
    .option("--max-calls <n>", "end with what there is after so many requests to models", wholeNumber)
    .option("--max-cost <usd>", "end with what there is when models have cost so much", money)
    .option("--dry-run", "tell the calls, tokens and price of what would be sent, and send nothing")
    .option("--run-checks", "run the commands that candidates carry, with your rights")
    .option("--manipulation-penalty <x>", "what an attempt to steer the judge costs (default: 0.04)", fraction)
    .option("--fixed", "make all looks, also where the outcome is clear")
    .option("--model-weight <name=w>", "with --from: another weight of a judge; may be repeated", namedWeight)
    .option("--criterion-weight <id=w>", "with --from: another weight of a criterion; may be repeated", namedWeight)
    .option("--calibration <file>", "weights of the judges, fitted on labelled pairs")
    .option("--resume <run>", "go on with a run that was stopped: an id, the beginning of one, or latest")
    .option("--from <run>", "tally the votes of a run again, without any call");
  return withOutput(withStore(command));
}

/** The input that flags say, in the words of an input file. */
function inputOf(
  options: SelectionCommandOptions,
  paths: readonly string[],
  folder: string,
): Readonly<Record<string, unknown>> {
  // The paths of an input file count from its folder, those of the command from the working folder.
  const place = (path: string) => (options.input === undefined ? path : resolve(folder, path.replace(/^@/, "")));
  const { task, context, criteria, evidence, models, verifications, mock } = options;
  return given({
    task,
    context,
    criteria: criteria?.map(criterionOf),
    evidence_paths: evidence?.map(place),
    models,
    n_verifications: verifications,
    mock,
    // The id is the path, so that two files of one name in two folders stay apart.
    candidates:
      paths.length === 0 ? undefined : paths.map((path) => ({ id: path.replace(/^@/, ""), path: place(path) })),
  });
}

function criterionOf(text: string): { readonly name: string; readonly description: string } {
  const colon = text.indexOf(":");
  const [name, description] = colon < 0 ? [text, text] : [text.slice(0, colon), text.slice(colon + 1)];
  return { name: name.trim(), description: description.trim() };
}

/** Follows a dry run and prints what would be sent. */
export async function followSelectionForecast(
  operation: Operation<SelectionForecast>,
  session: Session,
  options: SelectionCommandOptions,
): Promise<void> {
  const { terminal } = session;
  await tellingErrors(session, options, async () => {
    const forecast = await follow(operation, terminal, options);
    if (options.json) await printJson(toWire(forecast), terminal);
    else await terminal.out(selectionForecastText(forecast, terminal.outColors));
  });
}

type Outcome<Result> = Pick<SelectionOutcome<never>, "artefact" | "exitCode" | "verdict"> & { readonly result: Result };

/** Follows a selection to its end, prints it, and sets the exit code. An error goes to the output file as well. */
export async function followSelection<Result>(
  operation: Operation<Outcome<Result>>,
  session: Session,
  options: SelectionCommandOptions,
  show: {
    readonly text: (result: Result, runId: string, colors: Colors) => string;
    readonly failed: (result: Result) => string | null;
  },
): Promise<void> {
  const { terminal } = session;
  await tellingErrors(session, options, async () => {
    const { result, artefact, exitCode, verdict } = await follow(operation, terminal, options);
    if (options.json) await printJson(artefact, terminal);
    else await terminal.out(show.text(result, artefact.run_id, terminal.outColors));
    const failed = exitCode === 0 ? show.failed(result) : null;
    const last = verdict ?? failed;
    if (last !== null) terminal.err(`${terminal.errColors.red(printable(last))}\n`);
    session.exitCode = failed === null ? exitCode : 1;
  });
}

/** An error goes to the output file too, or to stdout where that cannot be written. */
async function tellingErrors(
  session: Session,
  options: SelectionCommandOptions,
  work: () => Promise<void>,
): Promise<void> {
  const { terminal } = session;
  try {
    await work();
  } catch (thrown) {
    const { reportFailure } = await import("../../operations/selection/failure.ts");
    const named = { output: options.output, file: options.input };
    const { document, place } = await reportFailure(thrown, named, terminal.environment);
    session.exitCode = tellError(thrown, terminal);
    if (options.json || place === "unwritable") await printJson(document, terminal);
  }
}

function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function fraction(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError("expected a number from 0 to 1.");
  return number;
}

/** `--model-weight NAME=W`, several times. */
function namedWeight(text: string, before: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const equals = text.lastIndexOf("=");
  const weight = Number(text.slice(equals + 1));
  if (equals < 1 || text.slice(equals + 1).trim() === "" || !(weight >= 0) || !Number.isFinite(weight)) {
    throw new InvalidArgumentError("expected NAME=WEIGHT, the weight at least 0.");
  }
  return { ...before, [text.slice(0, equals).trim()]: weight };
}

/** A list of outcomes for `--fail-on`; anything else is a mistake, or a gate would never close. */
export function outcomes(known: readonly string[]): (text: string, before?: readonly string[]) => readonly string[] {
  return (text, before = []) => {
    const values = severalOrCommas(text);
    const unknown = values.find((value) => !known.includes(value));
    if (unknown !== undefined || values.length === 0) throw new InvalidArgumentError(`expected ${known.join(" or ")}.`);
    return [...before, ...values];
  };
}
