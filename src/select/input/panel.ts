import { ConfigError, describe } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { BACKENDS, type BackendName } from "./backends.ts";
import { checkCount, someWeight, textList, weightOf } from "./given.ts";
import type { JudgeModel } from "./request.ts";
import { weightOptions } from "./schema.ts";

const MOST = 8;

/** The full name of a model as a user may write it; throws a `ConfigError` for a name that is none. */
export type ModelId = (name: string, place: string) => string;

export interface GivenPanel {
  readonly model: string | undefined;
  readonly models: readonly unknown[] | undefined;
  readonly modelWeights: unknown;
  readonly backend: BackendName;
}

export interface ReadPanel {
  readonly models: readonly JudgeModel[];
  readonly modelsGiven: boolean;
  readonly weightsGiven: boolean;
}

/** The judges with their weights. A weight for none of them is an error: dropped, it would change who decides. */
export function readPanel(
  { model, models, modelWeights, backend }: GivenPanel,
  place: string,
  idOf: ModelId,
): ReadPanel {
  const given = givenNames(model, models, place);
  const names = given ?? BACKENDS[backend].models;
  const at = `${place}.${given === null || models !== undefined ? "models" : "model"}`;
  checkCount(
    names.length,
    "models",
    { low: 1, high: MOST, place: at },
    names.length === 0 ? "no_models" : "too_many_models",
  );
  if (names.length > 1 && !BACKENDS[backend].ensemble) {
    throw new ConfigError("one_model", `backend ${backend} asks one model, not ${names.length}`, {
      place: at,
      hint: "use pi-model-ensemble",
    });
  }
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    const id = idOf(name, models === undefined ? at : `${at}[${index}]`);
    if (ids.includes(id)) {
      throw new ConfigError("duplicate_model", `"${name}" is ${id}, which is named already`, {
        place: `${at}[${index}]`,
        hint: "give it a weight, or ask for more verifications",
      });
    }
    ids.push(id);
  }
  const weights = readWeights(modelWeights, { names, ids }, `${place}.model_weights`, idOf);
  return {
    models: ids.map((id) => ({ id, weight: weights?.get(id) ?? 1 })),
    modelsGiven: given !== null,
    weightsGiven: weights !== null,
  };
}

function givenNames(
  model: string | undefined,
  models: readonly unknown[] | undefined,
  place: string,
): readonly string[] | null {
  if (models === undefined) return model === undefined ? null : textList([model], `${place}.model`);
  const names = textList(models, `${place}.models`);
  if (model !== undefined && !(names.length === 1 && names[0] === model.trim())) {
    throw new ConfigError("given_twice", '"model" and "models" are both given and differ', {
      place,
      hint: "keep one of them",
    });
  }
  return names;
}

interface Names {
  readonly names: readonly string[];
  readonly ids: readonly string[];
}

function readWeights(given: unknown, known: Names, place: string, idOf: ModelId): ReadonlyMap<string, number> | null {
  if (given === undefined || given === null) return null;
  const weights = new Map<string, number>();
  for (const { model, weight, at } of weightEntries(given, place)) {
    const id = matching(model, known, at, idOf);
    if (id === null) {
      throw new ConfigError("unmatched_weight", `no judge is called "${model.slice(0, 80)}"`, {
        place: at,
        expected: `one of ${known.ids.join(", ")}`,
      });
    }
    if (weights.has(id)) throw new ConfigError("duplicate_weight", `${id} has two weights`, { place: at });
    weights.set(id, weightOf(weight, at));
  }
  someWeight(
    known.ids.map((id) => weights.get(id) ?? 1),
    place,
  );
  return weights;
}

interface WeightEntry {
  readonly model: string;
  readonly weight: number;
  readonly at: string;
}

function weightEntries(given: unknown, place: string): readonly WeightEntry[] {
  if (Array.isArray(given)) {
    return given.map((one: unknown, index) => {
      const at = `${place}[${index}]`;
      return { ...readOptions(weightOptions, one, at), at };
    });
  }
  if (typeof given !== "object" || given === null) {
    throw new ConfigError("wrong_type", "has a wrong value", {
      place,
      expected: "a list of {model, weight}, or a map of model to weight",
      got: describe(given),
    });
  }
  return Object.entries(given).map(([model, weight]: [string, unknown]) => {
    const at = `${place}.${model}`;
    return { ...readOptions(weightOptions, { model, weight }, at), at };
  });
}

/** By the name as given, by letters and digits alone, or by what the name stands for. */
function matching(model: string, { names, ids }: Names, place: string, idOf: ModelId): string | null {
  const plain = squash(model);
  const index = names.findIndex((name, at) => squash(name) === plain || squash(ids[at] ?? "") === plain);
  if (index >= 0) return ids[index] ?? null;
  try {
    const id = idOf(model, place);
    return ids.includes(id) ? id : null;
  } catch (thrown) {
    // No model at all: the caller says which ones there are.
    if (thrown instanceof ConfigError) return null;
    throw thrown;
  }
}

function squash(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
