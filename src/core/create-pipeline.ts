import { asExtractor, asVerifier } from "./define.ts";
import { ConfigError, describe } from "./errors.ts";
import { type Pipeline, pipelineOf } from "./pipeline.ts";
import type { BuiltExtractor, BuiltVerifier } from "./plugin.ts";
import type { Extractor, LooseVerifier } from "./types.ts";

export interface PipelineValues {
  readonly extractors?: readonly (BuiltExtractor | Extractor)[];
  /** Applied to each target; default none. */
  readonly targetExtractors?: readonly (BuiltExtractor | Extractor)[];
  readonly verifier: BuiltVerifier | LooseVerifier;
}

/**
 * Puts extractors and a verifier together that are given as values: built ones, or plain functions.
 *
 * @example
 * createPipeline({ extractors: [stripReasoning(), number()], verifier: numeric({ relTol: 0.01 }) });
 */
export function createPipeline({ extractors = [], targetExtractors = [], verifier }: PipelineValues): Pipeline {
  const built = asVerifier(verifier);
  if (built === null) throw notAValue("verifier", verifier, "verifier");
  return pipelineOf({
    extractors: extractors.map((one, index) => extractorOf(one, `extractors[${index}]`)),
    targetExtractors: targetExtractors.map((one, index) => extractorOf(one, `targetExtractors[${index}]`)),
    verifier: built.score,
    needsTarget: built.needsTarget,
  });
}

function extractorOf(value: unknown, place: string): Extractor {
  const built = asExtractor(value);
  if (built === null) throw notAValue("extractor", value, place);
  return built.run;
}

function notAValue(what: string, value: unknown, place: string): ConfigError {
  return new ConfigError("not_a_value", `this is no ${what}`, {
    place,
    expected: `a ${what} given as a value`,
    got: describe(value),
    hint: "buildVerificationPipeline takes configurations",
  });
}
