import { Command, Option } from "commander";
import { ConfigError } from "../../../core/errors.ts";
import { several, severalOrCommas, withOutput } from "../options.ts";
import type { OutputOptions } from "../run-operation.ts";
import type { Session } from "../session.ts";

export interface VerifyOptions extends OutputOptions {
  readonly config?: string;
  readonly verifier?: string;
  readonly extractors?: readonly string[];
  readonly input?: string;
  readonly output?: string;
  readonly question?: string;
  readonly prediction?: string;
  readonly groundTruth?: readonly string[];
  readonly choices?: readonly string[];
  readonly failOn?: string;
}

export function verifyCommand(session: Session): Command {
  const command = new Command("verify")
    .description("Tells whether answers are right: one by flags, or any number of JSONL rows in order.")
    .option("--config <file>", "a pipeline: extractors and a verifier, as YAML or JSON")
    .option("--verifier <type>", "without a file: the verifier (default: exact_match)")
    .option(
      "--extractors <types>",
      "without a file: extractors, with commas (default: strip_reasoning)",
      severalOrCommas,
    )
    .option("--input <file>", "rows of question, prediction, ground_truth as JSONL; - reads stdin")
    .option("--output <file>", "write the results here instead of stdout")
    .option("--question <text>", "one sample: the question")
    .option("--prediction <text>", "one sample: the output to check")
    .option("--ground-truth <text>", "one sample: the expected answer; repeated, any one counts", several)
    .option("--choices <labels>", "one sample: the labels or texts of the options, with commas", severalOrCommas)
    .addOption(new Option("--fail-on <verdict>", "exit with 1 when an answer is so").choices(["wrong"]));
  return withOutput(command)
    .addHelpText(
      "after",
      `
Examples:
  veridic verify --prediction "<think>hm</think>Blue" --ground-truth blue
  veridic verify --verifier numeric --extractors number --prediction "so 1,234.50" --ground-truth 1234.5 --json
  veridic verify --config pipeline.yaml --input rows.jsonl --output results.jsonl
  cat rows.jsonl | veridic verify --config pipeline.yaml --input - --fail-on wrong

Each result line has score, is_correct, raw_output and metadata; a row that could not be checked has
metadata.error and is counted apart from the wrong ones.`,
    )
    .action(async (options: VerifyOptions) => {
      if ((options.input === undefined) === (options.prediction === undefined)) {
        throw new ConfigError("usage", "there is nothing to verify", {
          expected: "either --input with rows, or --prediction with --ground-truth",
          hint: "`veridic verify --help` has examples",
        });
      }
      const { verifyOne, verifyFile } = await import("../verify.ts");
      session.exitCode = await (options.input === undefined ? verifyOne : verifyFile)(options, session.terminal);
    });
}
