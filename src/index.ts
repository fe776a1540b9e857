export { buildExtractor, buildVerificationPipeline, buildVerifier } from "./catalog.ts";
export { defineExtractor, defineVerifier } from "./core/define.ts";
export { ConfigError } from "./core/errors.ts";
export { createPipeline } from "./core/pipeline.ts";
export { regex } from "./extractors/regex.ts";
export { composite } from "./verifiers/composite.ts";
export { contains } from "./verifiers/contains.ts";
export { exactMatch } from "./verifiers/exact-match.ts";
export { not } from "./verifiers/not.ts";
