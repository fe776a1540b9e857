import * as v from "valibot";
import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { readModelName } from "../../models/names.ts";
import type { SelectionRequest } from "../../select/input/request.ts";
import { inFile, readConfigFile } from "../config/config-file.ts";

/** Weights of judges that were fitted on labelled pairs. Keys may be written in snake_case or in camelCase. */
const calibrationSchema = v.object({
  /** Of this form. */
  version: v.literal(1),
  method: v.picklist(["log_odds", "stacking"]),
  /** Labelled pairs behind the weights. */
  pairs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  models: v.pipe(v.array(v.unknown()), v.minLength(1)),
});

const modelSchema = v.object({
  model: v.string(),
  /** A judge that is worse than chance has 0: its opposite is no evidence either. */
  weight: v.pipe(v.number(), v.finite(), v.minValue(0)),
  /** Right answers among the pairs that it decided. */
  right: v.optional(v.pipe(v.number(), v.minValue(0))),
  decided: v.optional(v.pipe(v.number(), v.minValue(0))),
});

/** Fewer labelled pairs say little about a judge. */
const FEW_PAIRS = { log_odds: 10, stacking: 30 } as const;

export interface Calibrated {
  readonly request: SelectionRequest;
  readonly warnings: readonly string[];
}

/** The request with the weights of a calibration file. Every judge must be in it: a weight of 1 would be a guess. */
export async function withCalibration(
  request: SelectionRequest,
  given: { readonly path: string; readonly folder: string } | null,
): Promise<Calibrated> {
  if (given === null) return { request, warnings: [] };
  const { path, folder } = given;
  if (request.weightsGiven) {
    throw new ConfigError("given_twice", "both model weights and a calibration are given", {
      hint: "keep one of them",
    });
  }
  const file = await readConfigFile(path, folder);
  const { weights, method, pairs } = inFile(path, () => {
    const read = readOptions({ schema: calibrationSchema }, file.value, "calibration");
    const entries = read.models.map((one, index) => {
      const { model, weight } = readOptions({ schema: modelSchema }, one, `calibration.models[${index}]`);
      return [readModelName(model, `calibration.models[${index}]`).id, weight] as const;
    });
    return { ...read, weights: new Map(entries) };
  });
  const models = request.models.map(({ id }) => {
    const weight = weights.get(id);
    if (weight === undefined) {
      throw new ConfigError("uncalibrated_model", `there is no weight for ${id}`, {
        place: path,
        expected: `one of ${[...weights.keys()].join(", ")}`,
        hint: "calibrate it on the same pairs, or leave it out",
      });
    }
    return { id, weight };
  });
  if (models.every(({ weight }) => weight === 0)) {
    throw new ConfigError("zero_weights", "all judges have the weight 0", { place: path });
  }
  const few = pairs < FEW_PAIRS[method];
  return {
    request: { ...request, models, weightsGiven: true, warnings: request.warnings.filter(isNotOfWeights) },
    warnings: few ? [`the weights come from ${pairs} labelled pairs, fewer than ${FEW_PAIRS[method]}`] : [],
  };
}

/** The input warned of a panel without weights before there were any. */
function isNotOfWeights(warning: string): boolean {
  return !warning.startsWith("the panel is unweighted");
}
