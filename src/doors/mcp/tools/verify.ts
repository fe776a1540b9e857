import * as v from "valibot";
import { ConfigError } from "../../../core/errors.ts";
import { readOptions } from "../../../core/options.ts";
import type { Metadata } from "../../../core/types.ts";
import type { VerifyRequest, VerifyResult } from "../../../core/verify-result.ts";
import { mapParts, REWARD_NAMES } from "../../../operations/config/config-parts.ts";
import { readRewardName } from "../../../operations/rewards/reference.ts";
import { verifyOnce } from "../../../operations/verify/verify-once.ts";
import { withoutNulls } from "../../../select/input/given.ts";
import type { AllowedPaths } from "../allowed-paths.ts";
import { given as present } from "../follow.ts";
import { checkModel } from "../recordings.ts";
import type { Answer, Call, Tool } from "../tool.ts";
import { answerSchema, type JsonSchema, toolSchema } from "../tool-schema.ts";

const scalar = v.union([v.string(), v.number(), v.boolean()]);

const schema = v.object({
  prediction: v.pipe(v.string(), v.description("The output to check.")),
  question: v.pipe(v.optional(v.string()), v.description("What was asked.")),
  groundTruth: v.pipe(
    v.optional(v.union([scalar, v.array(scalar)])),
    v.description("The expected answer; of a list any one counts."),
  ),
  choices: v.pipe(v.optional(v.array(v.string())), v.description("The labels or texts of the options.")),
  referenceResponse: v.pipe(v.optional(v.string()), v.description("A response to compare with, for judges.")),
  metadata: v.pipe(v.optional(v.record(v.string(), v.unknown())), v.description("More of the sample.")),
  verifier: v.pipe(v.optional(v.unknown()), v.description("How the answer is compared; default `exact_match`.")),
  extractors: v.pipe(
    v.optional(v.array(v.unknown())),
    v.description("How the answer is found; default `strip_reasoning`."),
  ),
  targetExtractors: v.pipe(v.optional(v.array(v.unknown())), v.description("The same for the expected answer.")),
  config: v.pipe(v.optional(v.string()), v.description("A pipeline file in place of these.")),
});

/** A type, or a map of the type and its options. */
const part: JsonSchema = {
  anyOf: [
    { type: "string" },
    { type: "object", properties: { type: { type: "string" } }, required: ["type"], additionalProperties: true },
  ],
};

export const verifyTool: Tool = {
  name: "verify",
  title: "Verify an answer",
  description:
    "Tells whether one answer is right: extractors find it in the output, a verifier compares it (exact_match, numeric, " +
    "math, mcq_match, json, contains, llm_judge and more). Where the check broke, the call fails with `error`, and `score` " +
    "and `is_correct` are null: that says nothing about the answer.",
  input: toolSchema(schema, {
    verifier: part,
    extractors: { items: part },
    targetExtractors: { items: part },
  }),
  output: answerSchema({
    score: { type: ["number", "null"] },
    is_correct: { type: ["boolean", "null"] },
    raw_output: { type: "string" },
    metadata: { type: "object" },
  }),
  readOnly: true,
  run: runVerify,
};

async function runVerify(given: unknown, { environment, settings }: Call): Promise<Answer> {
  const options = readOptions({ schema }, withoutNulls(given), "verify");
  const { config: file, verifier, extractors, targetExtractors, metadata, ...sample } = options;
  const parts = present({ verifier, extractors, targetExtractors });
  if (file !== undefined && Object.keys(parts).length > 0) {
    throw new ConfigError("usage", "the pipeline file already names the verifier and the extractors", {
      place: "verify.config",
      hint: "leave out one of them",
    });
  }
  if (file !== undefined) settings.paths.check(file, "config");
  const config = pipelineOf(parts);
  checkParts(config, settings.paths);
  const request: VerifyRequest = {
    ...present(sample),
    prediction: sample.prediction,
    ...(metadata === undefined ? {} : { metadata: metadata as Metadata }),
  };
  const { store, deployments, prices } = settings;
  const result = await verifyOnce(
    request,
    { ...(file === undefined ? { config } : { file }), store: store ?? undefined, deployments, prices },
    environment,
  );
  return answerOf(result);
}

/** The result as it is, but for what says nothing of the answer: that is no number here, which a hurried reader would take. */
function answerOf({ score, isCorrect, rawOutput, metadata }: VerifyResult): Answer {
  const { error, ...told } = metadata;
  const rest = { raw_output: rawOutput, metadata: told };
  const unknown = { score: null, is_correct: null, ...rest };
  if (error !== undefined) return { structured: { ok: false, error, ...unknown }, failed: true };
  if (told["skipped"] !== undefined) return { structured: unknown };
  return { structured: { score, is_correct: isCorrect, ...rest } };
}

interface Parts {
  readonly verifier?: unknown;
  readonly extractors?: readonly unknown[];
  readonly targetExtractors?: readonly unknown[];
}

function pipelineOf({ verifier = "exact_match", extractors = ["strip_reasoning"], targetExtractors }: Parts) {
  const named = (value: unknown) => (typeof value === "string" ? { type: value } : value);
  return {
    extractors: extractors.map(named),
    verifier: named(verifier),
    ...(targetExtractors === undefined ? {} : { target_extractors: targetExtractors.map(named) }),
  };
}

/** A call is data: its parts may name files of the allowed folders, and no code that runs outside the sandbox. */
function checkParts(config: unknown, paths: AllowedPaths): void {
  mapParts(config, "verify", (one, place) => {
    for (const [key, value] of Object.entries(one)) {
      if (typeof value !== "string") continue;
      if (one["type"] === "python" && (key === "file" || key === "path")) paths.check(value, `${place}.${key}`);
      checkModel(value, paths);
      if (one["type"] !== "reward_function" || !REWARD_NAMES.some((name) => name === key)) continue;
      if (readRewardName(value) !== null) continue;
      throw new ConfigError("code_refused", "a call cannot bring a function of its own", {
        place: `${place}.${key}`,
        expected: "the name of one that was added with `veridic rewards add`",
      });
    }
    return one;
  });
}
