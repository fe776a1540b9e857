export { createPipeline, type PipelineValues } from "./core/create-pipeline.ts";
export { defineExtractor, defineVerifier } from "./core/define.ts";
export { ConfigError } from "./core/errors.ts";
export type {
  Message,
  Model,
  ModelAbilities,
  ModelReply,
  ModelRequest,
} from "./core/model.ts";
export { ModelError } from "./core/model.ts";
export type { ManyOptions, Pipeline, PipelineParts } from "./core/pipeline.ts";
export type {
  Builder,
  BuiltExtractor,
  BuiltVerifier,
  CreateTools,
  ExtractorDefinition,
  ExtractorPlugin,
  VerifierDefinition,
  VerifierPlugin,
} from "./core/plugin.ts";
export type { FailKind, ProgramTask, ProgramVerdict, Sandbox } from "./core/sandbox.ts";
export type { SolverAnswer, SolverFunction, SolverRequest } from "./core/solver.ts";
export type { StandardSchema } from "./core/standard-schema.ts";
export type {
  Attempt,
  Broken,
  Context,
  Extraction,
  Extractor,
  ImageSource,
  Json,
  LooseScore,
  LooseVerifier,
  Metadata,
  Score,
  ScoreError,
  Skipped,
  Stage,
  Usage,
  Verdict,
  Verifier,
} from "./core/types.ts";
export type { VerifyRequest, VerifyResult } from "./core/verify-result.ts";
export { mathAnswer } from "./extractors/math.ts";
export { mcq } from "./extractors/mcq.ts";
export { number } from "./extractors/number.ts";
export { regex } from "./extractors/regex.ts";
export { strip } from "./extractors/strip.ts";
export { stripReasoning } from "./extractors/strip-reasoning.ts";
export { buildExtractor, buildVerificationPipeline, buildVerifier } from "./operations/verify/build.ts";
export { type LoadOptions, loadPipeline } from "./operations/verify/load-pipeline.ts";
export { code } from "./verifiers/code.ts";
export { composite } from "./verifiers/composite.ts";
export { contains } from "./verifiers/contains.ts";
export { exactMatch } from "./verifiers/exact-match.ts";
export { f1 } from "./verifiers/f1.ts";
export { json } from "./verifiers/json.ts";
export { anthropic, closedQa, gemini, llmJudge, modelGradedFact, modelGradedQa, openai } from "./verifiers/judge.ts";
export { length } from "./verifiers/length.ts";
export { levenshtein } from "./verifiers/levenshtein.ts";
export { math } from "./verifiers/math.ts";
export { mcqMatch } from "./verifiers/mcq-match.ts";
export { not } from "./verifiers/not.ts";
export { numeric } from "./verifiers/numeric.ts";
export { python } from "./verifiers/python.ts";
export { rewardFunction } from "./verifiers/reward-function.ts";
