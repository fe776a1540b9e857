import { boundary, isPromise } from "./boundary.ts";
import { ConfigError } from "./errors.ts";
import { toForeignScore } from "./foreign-score.ts";
import { readOptions } from "./options.ts";
import { patiently } from "./patience.ts";
import { extractAll, type Powers, pipelineOf } from "./pipeline.ts";
import type {
  Builder,
  BuiltExtractor,
  BuiltVerifier,
  CreateTools,
  ExtractorDefinition,
  ExtractorPlugin,
  VerifierDefinition,
  VerifierPlugin,
} from "./plugin.ts";
import { toScore } from "./score.ts";
import type { StandardSchema } from "./standard-schema.ts";
import { toText } from "./text.ts";
import type { Extractor, LooseScore, LooseVerifier } from "./types.ts";

/**
 * Makes a kind of verifier. `create` gets the checked options once, and returns the function that checks one attempt.
 *
 * @example
 * export default defineVerifier({
 *   type: "acme/word_count",
 *   summary: "At most so many words.",
 *   options: v.object({ most: v.number() }),
 *   create: ({ most }) => ({ output }) => output.split(/\s+/).length <= most,
 * });
 */
export function defineVerifier<Input = Record<never, never>, Options = Input>(
  definition: VerifierDefinition<Input, Options>,
): VerifierPlugin<Input> {
  const build = (given: unknown, tools: CreateTools): BuiltVerifier => {
    const options = readOptions(optionsOf(definition), given, tools.place);
    return toVerifier(definition.type, definition.create(options, tools), {
      needsTarget: definition.needsTarget ?? false,
      powers: tools.powers,
    });
  };
  const factory = (given?: Input) => build(given ?? {}, directTools(definition.type));
  return Object.assign(factory, { kind: "verifier_plugin" as const, definition: definition as never, build });
}

/** Makes a kind of extractor. `create` gets the checked options once, and returns the function that reads one text. */
export function defineExtractor<Input = Record<never, never>, Options = Input>(
  definition: ExtractorDefinition<Input, Options>,
): ExtractorPlugin<Input> {
  const build = (given: unknown, tools: CreateTools): BuiltExtractor => {
    const options = readOptions(optionsOf(definition), given, tools.place);
    return toExtractor(definition.type, definition.create(options, tools));
  };
  const factory = (given?: Input) => build(given ?? {}, directTools(definition.type));
  return Object.assign(factory, { kind: "extractor_plugin" as const, definition: definition as never, build });
}

/** A function as a verifier that is ready to use. */
function toVerifier(
  type: string,
  check: LooseVerifier,
  traits: { readonly needsTarget: boolean; readonly powers?: Powers | undefined } = { needsTarget: false },
): BuiltVerifier {
  const { needsTarget, powers } = traits;
  // Ours are tested, and are called millions of times; a type with a slash is a plug-in's.
  const score: BuiltVerifier["score"] =
    type === "custom" || type.includes("/")
      ? (attempt, context) =>
          boundary("verifier", () => patiently((limited) => check(attempt, limited), context), toForeignScore)
      : (attempt, context) => boundary("verifier", () => check(attempt, context), toScore);
  const pipeline = pipelineOf({ extractors: [], targetExtractors: [], verifier: score }, powers);
  return {
    kind: "verifier",
    type,
    needsTarget,
    score,
    verify: pipeline.verify,
    scaled: (range) => toVerifier(type, rescaled(check, range), traits),
  };
}

/** What lies outside the range stays outside 0..1, so the boundary refuses it. */
function rescaled(check: LooseVerifier, [low, high]: readonly [number, number]): LooseVerifier {
  const one = (value: number) => (value - low) / (high - low);
  const rescale = (loose: LooseScore): LooseScore => {
    if (typeof loose === "number") return one(loose);
    return typeof loose === "boolean" || loose.value === null ? loose : { ...loose, value: one(loose.value) };
  };
  return (attempt, context) => {
    const loose = check(attempt, context);
    return isPromise(loose) ? loose.then(rescale) : rescale(loose);
  };
}

/** A function as an extractor that is ready to use. */
function toExtractor(type: string, run: Extractor): BuiltExtractor {
  return {
    kind: "extractor",
    type,
    run,
    extract: (text, input = {}) => extractAll([run], toText(text) ?? "", input.choices)?.text ?? null,
  };
}

function optionsOf<Input, Options>(definition: {
  readonly options?: StandardSchema<Input, Options>;
  readonly aliases?: VerifierDefinition["aliases"];
  readonly refused?: VerifierDefinition["refused"];
}) {
  const { options, aliases, refused } = definition;
  const schema = options ?? (NO_OPTIONS as unknown as StandardSchema<Input, Options>);
  return {
    schema,
    ...(aliases === undefined ? {} : { aliases }),
    ...(refused === undefined ? {} : { refused }),
  };
}

/** Accepts an empty map alone; `readOptions` refuses every name, as none is declared. */
const NO_OPTIONS = {
  entries: {},
  "~standard": { version: 1, vendor: "veridic", validate: (value: unknown) => ({ value }) },
} as const;

/** What a plug-in gets when its factory is called in code: parts may be given as values, not by name. */
function directTools(type: string): CreateTools {
  const refuse = (what: string): never => {
    throw new ConfigError("not_a_value", `this ${what} is named by its type`, {
      place: type,
      expected: `a ${what} given as a value`,
      hint: "build the whole from one configuration with buildVerifier to name parts by type",
    });
  };
  const build: Builder = {
    verifier: (config) => asVerifier(config) ?? refuse("verifier"),
    extractor: (config) => asExtractor(config) ?? refuse("extractor"),
  };
  return { build, place: type, backtracking: false };
}

/** A verifier that was given as a value: built, a kind with default options, or a plain function. */
export function asVerifier(value: unknown): BuiltVerifier | null {
  if (isKind(value, "verifier")) return value as BuiltVerifier;
  if (isKind(value, "verifier_plugin")) return (value as VerifierPlugin)();
  return typeof value === "function" && !("kind" in value) ? toVerifier("custom", value as LooseVerifier) : null;
}

/** An extractor that was given as a value: built, a kind with default options, or a plain function. */
export function asExtractor(value: unknown): BuiltExtractor | null {
  if (isKind(value, "extractor")) return value as BuiltExtractor;
  if (isKind(value, "extractor_plugin")) return (value as ExtractorPlugin)();
  return typeof value === "function" && !("kind" in value) ? toExtractor("custom", value as Extractor) : null;
}

function isKind(value: unknown, kind: string): boolean {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    "kind" in value &&
    value.kind === kind
  );
}
