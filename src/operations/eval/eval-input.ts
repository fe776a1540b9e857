import * as v from "valibot";

const positive = v.pipe(v.number(), v.integer(), v.minValue(1));

/** How the options of an eval are read. */
export const evalInput = v.object({
  file: v.optional(v.string()),
  config: v.optional(v.looseObject({})),
  dataset: v.optional(v.string()),
  scorers: v.optional(v.string()),
  outputField: v.optional(v.array(v.string())),
  limit: v.optional(positive),
  sampleIds: v.optional(v.array(v.string())),
  epochs: v.optional(positive),
  concurrency: v.optional(positive),
  failUnder: v.optional(v.array(v.string())),
  maxErrors: v.optional(v.string()),
  maxCalls: v.optional(positive),
  maxCost: v.optional(v.pipe(v.number(), v.minValue(0))),
  record: v.optional(v.string()),
  model: v.optional(v.union([v.string(), v.pipe(v.array(v.string()), v.minLength(1))])),
  cache: v.optional(v.boolean()),
  unsafeNoSandbox: v.optional(v.boolean()),
  store: v.optional(v.string()),
});

export type EvalOptions = v.InferOutput<typeof evalInput>;

/** The rows and the checks of a run, and what of them is taken. Spelt out, so that its type is readable for users. */
export interface EvalInput {
  /** An eval file; or `config`, or `dataset` and `scorers`. */
  readonly file?: string;
  /** The content of an eval file. */
  readonly config?: Record<string, unknown>;
  readonly dataset?: string;
  /** A file with a list of scorers. */
  readonly scorers?: string;
  readonly outputField?: readonly string[];
  /** At most so many rows. */
  readonly limit?: number;
  readonly sampleIds?: readonly string[];
  /** How many outputs of each row count. */
  readonly epochs?: number;
  /** How many answers may be under way at once; default 16. */
  readonly concurrency?: number;
  /** Gates on means: `name=0.8`, each. */
  readonly failUnder?: readonly string[];
  /** `5%`, `0.05`, or a number of rows. */
  readonly maxErrors?: string;
  /** Requests to models, judges included; then the run ends `partial`. */
  readonly maxCalls?: number;
  /** US dollars; then the run ends `partial`. */
  readonly maxCost?: number;
  /** A file to which the replies of models are recorded, for `replay:FILE`. */
  readonly record?: string;
  /** The model to ask instead of the file's; of several, one run each. */
  readonly model?: string | readonly string[];
  /** Whether replies are kept in the store and used again. */
  readonly cache?: boolean;
  /** Runs programs without any sandbox: they can read and delete what this user can. */
  readonly unsafeNoSandbox?: boolean;
  readonly store?: string;
}
