import type { PipelineBuilder } from "../core/builder.ts";
import type { NeededField, UsesModel } from "../core/plugin.ts";
import { type EvalConfig, readEvalConfig } from "./config.ts";
import type { DatasetChoice } from "./dataset-choice.ts";
import { type Gate, readGates } from "./gates.ts";
import { type Reducer, readReducers } from "./reducers.ts";
import { buildScorers, type Scorer, scorerNames } from "./scorers.ts";
import { needsInput } from "./solver-request.ts";

/** Which rows of the data set are scored. */
export interface Selection {
  readonly limit: number | null;
  readonly sampleIds: readonly string[] | null;
}

/** The data set with the command's limit, which wins over the file's. */
export function chosen(dataset: DatasetChoice, selection: Selection): DatasetChoice {
  return selection.limit === null ? dataset : { ...dataset, limit: selection.limit };
}

/** An eval that was read and checked, ready to run. */
export interface EvalPlan {
  readonly config: EvalConfig;
  readonly scorers: readonly Scorer[];
  readonly reducers: readonly Reducer[];
  readonly gates: readonly Gate[];
  readonly selection: Selection;
  /** The models that its verifiers will ask. */
  readonly models: readonly NamedModel[];
}

export interface NamedModel {
  readonly name: string;
  /** Where it is named. */
  readonly place: string;
  /** Fields of the metadata that it cannot be asked without. */
  readonly needs: readonly NeededField[];
}

/** What of an eval its figures need: everything but the scorers themselves. */
export interface ReadingPlan {
  readonly config: EvalConfig;
  /** Names, in order. */
  readonly scorers: readonly string[];
  readonly reducers: readonly Reducer[];
  readonly gates: readonly Gate[];
}

/**
 * Reads an eval for its figures alone. Nothing is built, so a run can be shown, compared and exported when its plug-ins
 * are gone.
 */
export function planReading(given: unknown, name: string): ReadingPlan {
  const config = readEvalConfig(given, name);
  const scorers = scorerNames(config.scorers);
  const reducers = readReducers(config.reducers);
  const metrics = reducers.map((reducer) => reducer.name);
  return { config, scorers, reducers, gates: readGates(config.gates, scorers, metrics) };
}

/** The part of a plan that figures need. */
export function readingOf(plan: EvalPlan): ReadingPlan {
  const { config, reducers, gates } = plan;
  return { config, scorers: plan.scorers.map((scorer) => scorer.name), reducers, gates };
}

/** Checks a whole eval before anything runs. Throws `ConfigError` with the place of the first mistake. */
export function planEval(
  given: unknown,
  name: string,
  builderFor: (usesModel: UsesModel) => PipelineBuilder,
  selection: Selection,
): EvalPlan {
  const models: NamedModel[] = [];
  const builder = builderFor((model, place, needs = []) => models.push({ name: model, place, needs }));
  const config = readEvalConfig(given, name);
  const scorers = buildScorers(config.scorers, builder);
  const epochs =
    config.epochs ??
    (config.outputFields === null || config.outputFields.length === 1 ? null : config.outputFields.length);
  const reducers = readReducers(config.reducers, epochs === null ? {} : { epochs });
  const gates = readGates(
    config.gates,
    scorers.map((scorer) => scorer.name),
    reducers.map((reducer) => reducer.name),
  );
  return { config, scorers, reducers, gates, selection, models };
}

/** The fields of a row that this eval reads; one that no row has is a mistake in the configuration. */
export function wantedFields(plan: EvalPlan): readonly { readonly field: string; readonly place: string }[] {
  const { config, scorers } = plan;
  const wanted = Object.entries(config.dataset.fields ?? {}).map(([name, field]) => ({
    field,
    place: `fields.${name}`,
  }));
  for (const field of config.outputFields ?? []) wanted.push({ field, place: "output_field" });
  for (const field of config.inference?.prompt.fields ?? []) wanted.push({ field, place: "prompt" });
  const { solver = null, prompt } = config.inference ?? {};
  for (const field of solver?.fields ?? []) wanted.push({ field, place: "solver" });
  if (solver !== null && prompt !== undefined && needsInput(solver, prompt))
    wanted.push({ field: "input", place: "solver" });
  if (config.groupBy !== null) wanted.push({ field: config.groupBy, place: "group_by" });
  if (config.clusterBy !== null) wanted.push({ field: config.clusterBy, place: "cluster_by" });
  for (const [index, { referenceField }] of scorers.entries()) {
    if (referenceField !== null) wanted.push({ field: referenceField, place: `scorers[${index}].reference_field` });
  }
  return wanted;
}
