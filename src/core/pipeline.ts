import { boundary, failure, isPromise } from "./boundary.ts";
import { ConfigError } from "./errors.ts";
import { pool } from "./pool.ts";
import { unusableTarget } from "./score.ts";
import { isBlank, toText } from "./text.ts";
import type { Attempt, Context, Extraction, Extractor, ImageSource, Metadata, Score, Verifier } from "./types.ts";
import { toVerifyResult, type VerifyRequest, type VerifyResult } from "./verify-result.ts";

export interface PipelineParts {
  readonly extractors: readonly Extractor[];
  /** Applied to each target; default none. */
  readonly targetExtractors: readonly Extractor[];
  readonly verifier: Verifier;
  /** Whether no sample can be checked without a target; default false. */
  readonly needsTarget?: boolean;
}

/** One sample as a pipeline takes it. `output` and `targets` may be any JSON value, as a row holds them. */
export interface PipelineSample {
  readonly input?: unknown;
  readonly output: unknown;
  readonly target?: unknown;
  readonly choices?: readonly string[] | undefined;
  readonly images?: readonly ImageSource[] | undefined;
  readonly referenceResponse?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface ManyOptions {
  /** How many asynchronous checks may be under way at once; default 16. */
  readonly concurrency?: number;
  /** Results in the order of the requests (default true), or as they finish. */
  readonly ordered?: boolean;
  readonly signal?: AbortSignal;
}

export interface Pipeline {
  readonly parts: PipelineParts;
  /** What its verifiers may reach. */
  readonly powers: Powers;
  readonly needsTarget: boolean;
  verify(request: VerifyRequest): Promise<VerifyResult>;
  /** The same at once, for pipelines of rules; a `ConfigError` where a part is asynchronous. */
  verifySync(request: VerifyRequest): VerifyResult;
  /** In order, with bounded memory, for any number of requests. */
  verifyMany(
    requests: Iterable<VerifyRequest> | AsyncIterable<VerifyRequest>,
    options?: ManyOptions,
  ): AsyncGenerator<VerifyResult, void, void>;
}

const NO_METADATA: Metadata = {};
const NEVER_ABORTED = new AbortController().signal;

/** What a pipeline's verifiers may reach beside the attempt; the signal comes with each call. */
export type Powers = Omit<Context, "signal">;

/** Puts extractors and a verifier together. */
export function pipelineOf(parts: PipelineParts, powers: Powers = {}): Pipeline {
  // Made once: it is the same for every call that cannot be aborted.
  const unbound: Context = { ...powers, signal: NEVER_ABORTED };
  const run = (request: VerifyRequest, context: Context): VerifyResult | Promise<VerifyResult> => {
    const { answer, score } = scoreSample(
      parts,
      {
        input: request.question,
        output: request.prediction,
        target: request.groundTruth,
        choices: request.choices,
        images: request.images,
        referenceResponse: request.referenceResponse,
        metadata: request.metadata,
      },
      context,
    );
    const prediction = toText(request.prediction);
    return isPromise(score)
      ? score.then((done) => toVerifyResult(done, prediction, answer))
      : toVerifyResult(score, prediction, answer);
  };
  return {
    parts,
    powers,
    needsTarget: parts.needsTarget ?? false,
    verify: async (request) => run(request, unbound),
    verifySync: (request) => {
      const result = run(request, unbound);
      if (!isPromise(result)) return result;
      // The answer comes too late to be of use; its failure must not count as unhandled.
      result.catch(() => {});
      throw new ConfigError("asynchronous", "this pipeline asks something that answers later", {
        expected: "a pipeline of rules",
        hint: "call verify instead of verifySync",
      });
    },
    verifyMany: (requests, options = {}) => {
      const context = options.signal === undefined ? unbound : { ...powers, signal: options.signal };
      return pool(requests, options.concurrency ?? 16, (request) => run(request, context), options);
    },
  };
}

/** What was judged is known at once; how it was judged may come later. */
export interface Scored {
  readonly answer: string | null;
  readonly score: Score | Promise<Score>;
}

/**
 * One sample to one score: extractors on the output, target extractors on each target, then the verifier. Whatever
 * fails on the way is a broken score of its stage; this never throws.
 */
export function scoreSample(parts: PipelineParts, sample: PipelineSample, context: Context): Scored {
  const output = toText(sample.output);
  const { choices } = sample;
  let extraction: Extraction | null = null;
  let answer = output;
  if (parts.extractors.length > 0) {
    try {
      extraction = extractAll(parts.extractors, output ?? "", choices);
    } catch (thrown) {
      return { answer: null, score: failure("extractor", thrown) };
    }
    answer = extraction === null ? null : extraction.text;
  }
  if (answer !== null && isBlank(answer)) answer = null;

  let targets: readonly string[];
  try {
    targets = readTargets(sample.target, parts.targetExtractors, choices);
  } catch (thrown) {
    return { answer, score: failure("extractor", thrown) };
  }
  if (targets.length === 0 && parts.targetExtractors.length > 0 && hasTarget(sample.target)) {
    return { answer, score: unusableTarget("the target extractors found nothing in the target") };
  }

  const attempt: Attempt = {
    input: toText(sample.input) ?? "",
    output: output ?? "",
    answer,
    extraction,
    targets,
    choices,
    images: sample.images,
    referenceResponse: sample.referenceResponse,
    metadata: sample.metadata ?? NO_METADATA,
  };
  return { answer, score: boundary("verifier", () => parts.verifier(attempt, context)) };
}

/** Runs the extractors one after the other; null as soon as one finds nothing. */
export function extractAll(
  extractors: readonly Extractor[],
  text: string,
  choices: readonly string[] | undefined,
): Extraction | null {
  let found: Extraction = { text };
  let ambiguous = false;
  for (const extractor of extractors) {
    const next = extractor(found.text, { choices });
    if (next === null || next === "") return null;
    found = typeof next === "string" ? { text: next } : next;
    if (found.text === "") return null;
    ambiguous ||= found.ambiguous ?? false;
  }
  return ambiguous && found.ambiguous !== true ? { ...found, ambiguous } : found;
}

function readTargets(
  target: unknown,
  extractors: readonly Extractor[],
  choices: readonly string[] | undefined,
): readonly string[] {
  const texts: string[] = [];
  for (const one of Array.isArray(target) ? target : [target]) {
    const text = toText(one);
    if (text === null) continue;
    if (extractors.length === 0) {
      // A blank target would be contained in everything, and equal to a blank output: it is no target.
      if (!isBlank(text)) texts.push(text);
      continue;
    }
    const found = extractAll(extractors, text, choices);
    if (found !== null) texts.push(found.text);
  }
  return texts;
}

function hasTarget(target: unknown): boolean {
  return Array.isArray(target) ? target.length > 0 : target !== null && target !== undefined;
}
