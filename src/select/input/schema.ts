import * as v from "valibot";
import type { OptionsSpec } from "../../core/options.ts";

const text = (description: string) => v.pipe(v.optional(v.string()), v.description(description));
const list = (description: string) => v.pipe(v.optional(v.array(v.unknown())), v.description(description));
const count = (description: string) => v.pipe(v.optional(v.number()), v.description(description));

/** The input of a comparison or an audit. Keys may be written in snake_case or in camelCase. */
const selectionSchema = v.object({
  mode: text("`compare` or `audit`; default by the number of candidates."),
  task: v.pipe(v.string(), v.description("What the candidates were asked to do.")),
  context: text("What the judge should know beside the task."),
  groundTruthNote: text("What counts as true; default: prefer what was observed to what is told."),
  criteria: v.pipe(v.array(v.unknown()), v.description("1 to 6 maps of `id`, `name`, `description`, `weight`.")),
  candidates: v.pipe(v.array(v.unknown()), v.description("2 to 6 maps to compare, 1 to audit.")),
  evidence: list("Evidence about all candidates: maps of `label` and `content`, or texts."),
  evidencePaths: list("Files with evidence about all candidates."),
  nVerifications: count("1 to 8 looks at each pair and criterion, exactly; absent: up to 5, fewer where they decide."),
  granularity: count("The letters of the scale: 20."),
  backend: text("`pi-model-ensemble`, `zai-coding-plan` or `gemini-python`."),
  model: text("The judge; short for `models` with one name."),
  models: list("1 to 8 judges that take turns."),
  modelWeights: v.pipe(
    v.optional(v.unknown()),
    v.description("How much each judge counts: maps of `model` and `weight`, or one map of both."),
  ),
  maxCandidateChars: count("1,000 to 40,000, default 12,000: longer inline text is cut, a longer file is an error."),
  maxEvidenceChars: count("500 to 20,000, default 6,000: the same for each piece of evidence."),
  showSummaries: v.pipe(v.optional(v.boolean(), false), v.description("Show summaries to the judge, without names.")),
  mock: v.pipe(v.optional(v.boolean(), false), v.description("Ask no model and count words: a smoke test.")),
  calibrationPath: text("A calibration file."),
  outputPath: text("Where the result is written."),
});

export const selectionOptions = {
  schema: selectionSchema,
  aliases: { verifications: { to: "nVerifications" }, repetitions: { to: "nVerifications" } },
} satisfies OptionsSpec<v.InferInput<typeof selectionSchema>, v.InferOutput<typeof selectionSchema>>;

const candidateSchema = v.object({
  id: v.pipe(v.string(), v.description("A name that no other candidate has; judges never see it.")),
  content: text("The text to be judged."),
  path: text("The file that holds it; wins over `content`."),
  summary: text("A line for the result; judges see it only with `show_summaries`."),
  evidence: list("Evidence for this candidate: maps of `label` and `content`, or texts."),
  evidencePaths: list("Files with evidence for this candidate."),
  evidenceText: text("Evidence for this candidate as one text."),
  checks: list("Commands `{run, cwd, timeout}` (timeout in seconds), or recorded results `{name, passed, output}`."),
  model: text("The model that wrote it: a judge of the same maker is warned of."),
  metadata: v.pipe(v.optional(v.record(v.string(), v.unknown())), v.description("Yours; passed on untouched.")),
});

export const candidateOptions = {
  schema: candidateSchema,
  aliases: { label: { to: "id" } },
} satisfies OptionsSpec<v.InferInput<typeof candidateSchema>, v.InferOutput<typeof candidateSchema>>;

const criterionSchema = v.object({
  id: text("Default: made of the name."),
  name: v.pipe(v.string(), v.description("A short label.")),
  description: v.pipe(v.string(), v.description("What to inspect, what is strong evidence, what is failure.")),
  weight: count("How much it counts beside the others, at least 0; default 1."),
});
export const criterionOptions = { schema: criterionSchema };

const evidenceSchema = v.object({
  label: v.pipe(v.optional(v.string(), "evidence"), v.description("What it is.")),
  content: v.pipe(v.string(), v.description("What was observed.")),
});
export const evidenceOptions = { schema: evidenceSchema };

const checkSchema = v.object({
  name: text("Default: the command."),
  run: text("A command; exit code 0 passes."),
  cwd: text("Where it runs."),
  timeout: count("Seconds, up to 3,600; default 60."),
  passed: v.pipe(v.optional(v.boolean()), v.description("The recorded result.")),
  output: text("The recorded output."),
});
export const checkOptions = { schema: checkSchema, aliases: { pass: { to: "passed" } } };

const weightSchema = v.object({
  model: v.pipe(v.string(), v.description("One of the judges.")),
  weight: v.pipe(v.number(), v.description("At least 0; only ratios count.")),
});
export const weightOptions = { schema: weightSchema };
