import { isPromise } from "../../core/boundary.ts";
import { ConfigError } from "../../core/errors.ts";
import { type Pipeline, scoreSample } from "../../core/pipeline.ts";
import { pool } from "../../core/pool.ts";
import { broken } from "../../core/score.ts";
import { toText } from "../../core/text.ts";
import type { Context, Json, Score } from "../../core/types.ts";
import { toVerifyResult, type VerifyResult } from "../../core/verify-result.ts";
import type { RawRow } from "../../evals/datasets/dataset.ts";
import { readMapping, readPart } from "../../evals/datasets/fields.ts";
import { readSample } from "../../evals/datasets/sample.ts";
import { workSample } from "../../evals/work.ts";
import { readConfigFile } from "../config/config-file.ts";
import type { Environment } from "../environment.ts";
import { declaredNeeds } from "../powers/declared-needs.ts";
import { lazyPowers } from "../powers/lazy-powers.ts";
import { loadPipeline } from "./load-pipeline.ts";
import { readPipelineFile } from "./pipeline-file.ts";

/** What a row became. `id` is the row's own, where it has one. */
export interface VerifiedRow {
  readonly id: Json;
  /** 1-based line of the input. */
  readonly line: number | null;
  readonly result: VerifyResult;
  readonly outcome: "right" | "wrong" | "no_answer" | "error";
}

export interface PipelineChoice {
  /** A pipeline file. */
  readonly config?: string;
  /** Without a file: the verifier's type (default `exact_match`) and extractors' types. */
  readonly verifier?: string;
  readonly extractors?: readonly string[];
}

/**
 * The pipeline of a command: a file, or types named by flags. Without either, reasoning is stripped and texts compared.
 * Each model that it names is looked up, so a misspelt one and a missing key are found before the first row.
 */
export async function choosePipeline(choice: PipelineChoice, environment: Environment): Promise<Pipeline> {
  if (choice.config !== undefined) {
    if (choice.verifier !== undefined || choice.extractors !== undefined) {
      throw new ConfigError("usage", "--config already names the verifier and the extractors", {
        hint: "leave out --verifier and --extractors",
      });
    }
    const file = await readConfigFile(choice.config, environment.folder);
    try {
      return await ready(file.value, file.folder, environment);
    } catch (error) {
      throw error instanceof ConfigError ? error.within(choice.config) : error;
    }
  }
  const config = {
    extractors: (choice.extractors ?? ["strip_reasoning"]).map((type) => ({ type })),
    verifier: { type: choice.verifier ?? "exact_match" },
  };
  return ready(config, environment.folder, environment);
}

async function ready(config: unknown, folder: string, environment: Environment): Promise<Pipeline> {
  const named: { readonly name: string; readonly place: string }[] = [];
  const { parts, models } = readPipelineFile(config, folder);
  const { powers } = lazyPowers(() => ({ folder: environment.folder, variables: environment.variables, ...models }));
  const usesModel = (name: string, place: string) => void named.push({ name, place });
  const needs = declaredNeeds(folder);
  const pipeline = await loadPipeline(parts, { folder, powers, usesModel, ...needs.told });
  await needs.prepare(powers, environment.signal);
  for (const { name, place } of named) {
    try {
      await powers.model?.(name);
    } catch (error) {
      throw error instanceof ConfigError && error.place === undefined ? error.within(place) : error;
    }
  }
  return pipeline;
}

/** Verifies rows in order, with bounded memory. A row that cannot be read is an error row with its line number. */
export async function* verifyRows(
  pipeline: Pipeline,
  rows: AsyncIterable<readonly RawRow[]>,
  environment: Environment,
  concurrency = 16,
): AsyncGenerator<VerifiedRow, void, void> {
  const each = async function* () {
    for await (const chunk of rows) yield* chunk;
  };
  const { signal } = environment;
  const context: Context = { ...pipeline.powers, signal };
  yield* pool(each(), concurrency, (raw) => verifyRow(pipeline, raw, context), { signal });
}

const MAPPING = readMapping();

function verifyRow(pipeline: Pipeline, raw: RawRow, context: Context): VerifiedRow | Promise<VerifiedRow> {
  if (raw.row === undefined) return finish(broken("sample", "bad_row", raw.problem), null, raw.line, null, null);
  const sample = readSample(raw.row, MAPPING);
  const { outputs } = sample;
  const id = readPart(raw.row, "id", MAPPING) ?? null;
  if (outputs.length === 0) {
    const message = "the row has no prediction (looked for output, prediction, response)";
    return finish(broken("sample", "missing_output", message), id, raw.line, null, null);
  }
  // A list under one prediction is one answer here; epochs are for evals.
  const output = outputs.length === 1 ? outputs[0] : outputs;
  const prediction = toText(output);
  const { answer, score } = scoreSample(
    pipeline.parts,
    { ...workSample(sample), target: sample.target ?? raw.row["label"] ?? null, output },
    context,
  );
  return isPromise(score)
    ? score.then((done) => finish(done, id, raw.line, prediction, answer))
    : finish(score, id, raw.line, prediction, answer);
}

function finish(
  score: Score,
  id: Json,
  line: number | null,
  prediction: string | null,
  answer: string | null,
): VerifiedRow {
  const result = toVerifyResult(score, prediction, answer);
  return { id, line, result, outcome: outcomeOf(score, result) };
}

function outcomeOf(score: Score, result: VerifyResult): VerifiedRow["outcome"] {
  if (score.value === null) return "error";
  if (result.isCorrect) return "right";
  return score.reason === "no_answer" ? "no_answer" : "wrong";
}
