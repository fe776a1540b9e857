import type { Alias, Refusal } from "./options.ts";
import type { Powers } from "./pipeline.ts";
import type { StandardSchema } from "./standard-schema.ts";
import type { Extractor, LooseVerifier, Verifier } from "./types.ts";
import type { VerifyRequest, VerifyResult } from "./verify-result.ts";

/** An extractor that is ready to use. */
export interface BuiltExtractor {
  readonly kind: "extractor";
  readonly type: string;
  /** What was found in the text, or null. Takes any JSON value, and never throws. */
  extract(text: unknown, input?: { readonly choices?: readonly string[] }): string | null;
  /** The same, with the rule and the place. For pipelines. */
  readonly run: Extractor;
}

/** A verifier that is ready to use. */
export interface BuiltVerifier {
  readonly kind: "verifier";
  readonly type: string;
  readonly needsTarget: boolean;
  verify(request: VerifyRequest): Promise<VerifyResult>;
  /** One attempt to one score. For pipelines and for verifiers that hold others. */
  readonly score: Verifier;
  /** The same verifier where values run from `low` to `high` instead of 0 to 1. */
  scaled(range: readonly [low: number, high: number]): BuiltVerifier;
}

/** Builds parts from configurations or takes them as they are; how `composite` and `not` hold other verifiers. */
export interface Builder {
  extractor(config: unknown, place?: string): BuiltExtractor;
  verifier(config: unknown, place?: string): BuiltVerifier;
}

export interface CreateTools {
  readonly build: Builder;
  /** Where this plug-in stands in the configuration, for error messages. */
  readonly place: string;
  /** Whether patterns that need backtracking may run (within a time budget) without an option that says so. */
  readonly backtracking: boolean;
  /** What the verifier may reach when it is asked by itself; a pipeline brings its own. */
  readonly powers?: Powers | undefined;
  /** To be told each model that will be asked, so that a misspelt one is found before any row is scored. */
  readonly usesModel?: UsesModel | undefined;
  /** To be told that programs will be run, so that a sandbox that does not work is found before any row is scored. */
  readonly usesSandbox?: (() => void) | undefined;
  /** The text of a file beside the configuration; absent where files cannot be read. Throws `ConfigError`. */
  readonly readFile?: ReadFile | undefined;
  /** To be told of work that must succeed before any row is scored, such as loading code of the user's. */
  readonly prepares?: Prepares | undefined;
}

export type ReadFile = (path: string, place: string) => string;
/** The work rejects with a `ConfigError` where a user should mend something first. */
export type Prepares = (work: (powers: Powers, signal: AbortSignal) => Promise<void>) => void;

/** `needs` are fields of a row's metadata that its prompt cannot be filled without. */
export type UsesModel = (name: string, place: string, needs?: readonly NeededField[]) => void;

export interface NeededField {
  /** A dotted path within the metadata. */
  readonly field: string;
  /** Where it is named. */
  readonly place: string;
}

interface Definition<Input, Options> {
  /** The name in configurations. A type with a slash is a plug-in's, a bare one is veridic's. */
  readonly type: string;
  /** One sentence for lists and docs. */
  readonly summary: string;
  /** Any Standard Schema of an object; absent means no options. */
  readonly options?: StandardSchema<Input, Options>;
  /** Other spellings of options, keyed in camelCase. */
  readonly aliases?: Readonly<Record<string, Alias>>;
  /** Options that users may know from elsewhere and that are not taken, keyed in camelCase. */
  readonly refused?: Readonly<Record<string, Refusal>>;
}

export interface VerifierDefinition<Input = unknown, Options = Input> extends Definition<Input, Options> {
  /** Says that no attempt can be checked without a target, so an eval can refuse data that have none. */
  readonly needsTarget?: boolean;
  create(options: Options, tools: CreateTools): LooseVerifier;
}

export interface ExtractorDefinition<Input = unknown, Options = Input> extends Definition<Input, Options> {
  create(options: Options, tools: CreateTools): Extractor;
}

/** A kind of verifier: call it with options for a verifier, or name its `type` in a configuration. */
export interface VerifierPlugin<Input = unknown> {
  (options?: Input): BuiltVerifier;
  readonly kind: "verifier_plugin";
  readonly definition: VerifierDefinition<never, never>;
  build(options: unknown, tools: CreateTools): BuiltVerifier;
}

/** A kind of extractor: call it with options for an extractor, or name its `type` in a configuration. */
export interface ExtractorPlugin<Input = unknown> {
  (options?: Input): BuiltExtractor;
  readonly kind: "extractor_plugin";
  readonly definition: ExtractorDefinition<never, never>;
  build(options: unknown, tools: CreateTools): BuiltExtractor;
}
