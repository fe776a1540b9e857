import { catalog } from "../../catalog.ts";
import { createBuilder } from "../../core/builder.ts";
import { processPowers } from "../powers/lazy-powers.ts";

const builder = createBuilder(catalog, { powers: processPowers() });

/** Builds an extractor from `{ type, …options }`; a `ConfigError` says what is wrong with it. */
export const buildExtractor = builder.extractor;

/** Builds a verifier from `{ type, …options }`; a `ConfigError` says what is wrong with it. */
export const buildVerifier = builder.verifier;

/** Builds a pipeline from `{ extractors, target_extractors, verifier, plugins }`. */
export const buildVerificationPipeline = builder.pipeline;
