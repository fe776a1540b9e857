import * as v from "valibot";
import { defineVerifier } from "../core/define.ts";
import { ConfigError } from "../core/errors.ts";
import { newCheck } from "../math/check.ts";
import { startWorkers } from "../math/workers.ts";

const nonNegative = v.pipe(v.number(), v.minValue(0), v.finite());

/** An hour. */
const LONGEST_TIMEOUT = 3_600_000;

const options = v.object({
  strictBoxed: v.pipe(v.optional(v.boolean(), false), v.description("Only a boxed answer counts.")),
  strict: v.pipe(
    v.optional(v.boolean()),
    v.description(
      "`true` is `strict_boxed`; `false` lets names differ and a tuple stand for a set, without certainty.",
    ),
  ),
  floatRounding: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15))),
    v.description("Decimals are the same within half a unit of this decimal place; 6 where none is given."),
  ),
  relTol: v.pipe(v.optional(nonNegative, 0), v.description("Allowed difference, as a share of the target.")),
  absTol: v.pipe(v.optional(nonNegative, 0), v.description("Allowed difference.")),
  percentLoose: v.pipe(v.optional(v.boolean(), false), v.description("28 % is 28 as well as 0.28.")),
  allowSetRelation: v.pipe(
    v.optional(v.boolean(), false),
    v.description("An inequality may answer for the set that it describes."),
  ),
  decimalComma: v.pipe(
    v.optional(v.picklist(["auto", "never"]), "auto"),
    v.description("Whether `12,5` in plain text may be a decimal; a verdict that rests on it is not sure."),
  ),
  timeout: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(LONGEST_TIMEOUT))),
    v.description("Milliseconds for one comparison, which then runs in a worker thread and is asynchronous."),
  ),
  workers: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64))),
    v.description("Worker threads at most, with `timeout`; by default one less than there are cores, from 1 to 4."),
  ),
});

/**
 * The answer is mathematically a target. Reasons: `match`, `tolerance`, `mismatch`, which are sure; and where another
 * reading or a policy could turn the verdict: `percent`, `unit_conflict`, `unit_converted`, `log_base`, `decimal_comma`,
 * `rounded`, `approximation`, `name`, `order`, `partial`, `solution_set`, `set_relation`, `text_mismatch`, `undecided`,
 * `answer_unparsed`, `limit`, `ambiguous` and the others that the page of this verifier lists. `no_answer` where nothing
 * was found. A blank target is a broken sample.
 */
export const math = defineVerifier({
  type: "math",
  summary: "The answer is mathematically the same as a target.",
  options,
  needsTarget: true,
  create: ({ timeout, workers, ...compared }, { place }) => {
    if (timeout !== undefined) {
      const threads = startWorkers(compared, { timeout, ...(workers === undefined ? {} : { size: workers }) });
      return (attempt, { signal }) => {
        signal.throwIfAborted();
        return threads.score(attempt);
      };
    }
    if (workers === undefined) return newCheck(compared);
    throw new ConfigError("missing_option", "is missing", {
      place: `${place}.timeout`,
      expected: "the milliseconds of a comparison",
      hint: "worker threads are there to bound the time",
    });
  },
});
