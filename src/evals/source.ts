import { ConfigError } from "../core/errors.ts";
import { readPath } from "../core/path.ts";
import { toText } from "../core/text.ts";
import type { Json, ScoreError } from "../core/types.ts";
import type { SampleKey } from "../store/types.ts";
import type { Dataset, RawRow, Row } from "./datasets/dataset.ts";
import { type FieldMapping, keyOf, namesOf, readMapping } from "./datasets/fields.ts";
import { isRow } from "./datasets/jsonl.ts";
import { readSample, type Sample, sampleId } from "./datasets/sample.ts";
import { selectRows } from "./datasets/select.ts";
import { refuseBrokenImages } from "./image-check.ts";
import { refuseMissingMetadata } from "./metadata-check.ts";
import { type EvalPlan, wantedFields } from "./plan.ts";
import type { Fingerprint } from "./run-config.ts";
import { type Work, workSample } from "./work.ts";

/** The answers of a data set, looked over once before anything is scored. */
export interface DatasetWork {
  /** Selected rows. */
  readonly samples: number;
  /** Answers to score; null where rows may carry lists of them. */
  readonly answers: number | null;
  readonly fingerprint: NonNullable<Fingerprint["dataset"]>;
  readonly warnings: readonly string[];
  /** In the order of the rows, some at a time. */
  items(isDone: (key: SampleKey) => boolean): AsyncIterable<readonly Work[]>;
}

/** Looks over the data set and refuses, with a `ConfigError`, what the user should mend first. */
export async function datasetWork(dataset: Dataset, plan: EvalPlan, signal: AbortSignal): Promise<DatasetWork> {
  const mapping = readMapping(plan.config.dataset.fields);
  const { sampleIds } = plan.selection;
  const scan = await dataset.scan({
    wanted: wantedFields(plan),
    signal,
    ...(sampleIds === null ? {} : { sampleIds }),
  });
  refuseWithoutOutputs(plan, mapping, scan.fields, dataset.name);
  refuseWithoutTargets(plan, mapping, scan.fields, dataset.name);
  const { config } = plan;
  const images = mapping.parts.get("images") ?? "images";
  // A judge is shown them too.
  const shown = config.inference !== null || plan.models.length > 0;
  const given = mapping.parts.has("images") || scan.fields.includes(images);
  if (shown && given) await refuseBrokenImages(dataset, scan.selection, mapping);
  const needs = plan.models.flatMap((model) => model.needs);
  await refuseMissingMetadata(dataset, scan.selection, mapping, needs);
  if (config.inference?.fewShot?.examples === null) throw new TypeError("the examples were not read");
  const several = config.outputFields?.length ?? 1;
  return {
    samples: scan.selection.size,
    answers: scan.selection.size * (config.epochs ?? several),
    fingerprint: { name: dataset.name, sha256: scan.sha256, rows: scan.rows },
    warnings: scan.warnings,
    items: async function* (isDone) {
      // Without the signal: an abort ends the run between two rows, with everything written, and not in a read.
      for await (const rows of selectRows(dataset.rows(), scan.selection)) {
        const items: Work[] = [];
        for (const raw of rows) {
          for (const work of rowWork(raw, plan, mapping)) if (!isDone(work)) items.push(work);
        }
        yield items;
      }
    },
  };
}

/** Recorded outputs under a name that nobody told are refused, before every row is an error. */
function refuseWithoutOutputs(plan: EvalPlan, mapping: FieldMapping, fields: readonly string[], name: string): void {
  const { inference, outputFields } = plan.config;
  if (inference !== null || outputFields !== null || mapping.parts.has("output") || fields.length === 0) return;
  const known = namesOf("output");
  if (known.some((field) => fields.includes(field))) return;
  throw new ConfigError("missing_field", "no row has an output", {
    place: "output_field",
    expected: `a field of ${name} with what the model wrote (${known.join(", ")} are found by themselves)`,
    got: `the fields ${fields.slice(0, 12).join(", ")}`,
    hint: "name it: output_field: my_field; or have the answers asked for: model: provider:name",
  });
}

/** A scorer that can check nothing without a target is refused where no row has one, before all of them are errors. */
function refuseWithoutTargets(plan: EvalPlan, mapping: FieldMapping, fields: readonly string[], name: string): void {
  if (mapping.parts.has("target") || fields.length === 0) return;
  if (TARGET_FIELDS.some((field) => fields.includes(field))) return;
  const index = plan.scorers.findIndex((scorer) => scorer.needsTarget && scorer.referenceField === null);
  if (index < 0) return;
  throw new ConfigError("missing_field", `${plan.scorers[index]?.name} needs a target, and no row has one`, {
    place: `scorers[${index}].reference_field`,
    expected: `a field of ${name} with the expected answer (${TARGET_FIELDS.join(", ")} are found by themselves)`,
    got: `the fields ${fields.slice(0, 12).join(", ")}`,
    hint: "name it: reference_field: my_field",
  });
}

const TARGET_FIELDS: readonly string[] = [...namesOf("target"), "label"];

/** The answers of one row: one for each recorded output, and an error where there is none. */
function rowWork(raw: RawRow, plan: EvalPlan, mapping: FieldMapping): readonly Work[] {
  if (raw.row === undefined) {
    const problem = errorOf("bad_row", raw.problem);
    return [{ ...blank(raw.index, sampleId(null, raw.index)), problem }];
  }
  const sample = readSample(raw.row, mapping);
  if (plan.config.inference !== null) return questions(raw.row, raw.index, sample, plan.config.epochs ?? 1);
  const recorded = plan.config.outputFields === null ? sample.outputs : outputsAt(raw.row, plan.config.outputFields);
  const wanted = plan.config.epochs ?? Math.max(1, recorded.length);
  const { index } = raw;
  const id = sampleId(sample.id, index);
  const row = withoutOutputs(raw.row, plan, mapping);
  const shared = workSample(sample);
  const answers: Work[] = [];
  for (let epoch = 1; epoch <= wanted; epoch++) {
    const output = toText(recorded[epoch - 1]);
    // An output that is null is one that the model never gave: an error, where an empty text is an answer.
    const problem = output === null ? errorOf("missing_output", missing(plan, epoch, recorded.length)) : null;
    answers.push({ index, epoch, sampleId: id, row, output, problem, sample: shared });
  }
  return answers;
}

/** The answers that a model is to give for a row. */
function questions(row: Row, index: number, sample: Sample, epochs: number): readonly Work[] {
  const common = { index, sampleId: sampleId(sample.id, index), row, output: null, problem: null, ask: true };
  const shared = workSample(sample);
  return Array.from({ length: epochs }, (_, epoch) => ({ ...common, epoch: epoch + 1, sample: shared }));
}

function missing(plan: EvalPlan, epoch: number, recorded: number): string {
  const where = plan.config.outputFields?.join(", ") ?? "output";
  return recorded > 1 || epoch > 1
    ? `the row has no output for epoch ${epoch} (${recorded} in ${where})`
    : `the row has no output (looked in ${where})`;
}

function outputsAt(row: Row, fields: readonly string[]): readonly Json[] {
  const values = fields.map((field) => readPath(row, field) ?? null);
  const [only] = values;
  return values.length === 1 && Array.isArray(only) ? only : values;
}

/** The row as it is stored beside its outputs: without a second copy of them. */
function withoutOutputs(row: Row, plan: EvalPlan, mapping: FieldMapping): Row {
  const key = keyOf(row, "output", mapping);
  const paths = plan.config.outputFields ?? (key === undefined ? [] : [key]);
  return paths.reduce(withoutPath, row);
}

function withoutPath(row: Row, path: string): Row {
  if (Object.hasOwn(row, path)) {
    const { [path]: _output, ...rest } = row;
    return rest;
  }
  const dot = path.indexOf(".");
  const head = path.slice(0, dot);
  const inner = dot < 0 || !Object.hasOwn(row, head) ? undefined : row[head];
  if (inner === undefined || !isRow(inner)) return row;
  return { ...row, [head]: withoutPath(inner, path.slice(dot + 1)) };
}

function blank(index: number, id: string): Work {
  return { index, epoch: 1, sampleId: id, row: null, output: null, problem: null, sample: workSample(null) };
}

function errorOf(code: string, message: string): ScoreError {
  return { stage: "sample", code, message, retryable: false };
}
