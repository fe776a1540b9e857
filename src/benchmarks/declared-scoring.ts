import * as v from "valibot";
import { ConfigError } from "../core/errors.ts";
import { readOptions } from "../core/options.ts";
import type { Verifier } from "../core/types.ts";
import type { ScoringTools } from "./benchmark.ts";
import { readBy } from "./read-by.ts";
import { sideBySide } from "./side-by-side.ts";

/** The part of a benchmark file that says how answers are read and compared. */
export const scoringSchema = v.object({
  extractions: v.pipe(
    v.optional(v.record(v.string(), v.array(v.unknown())), { answer: [] }),
    v.description("Named ways to read an answer, each a list of extractors; all are reported."),
  ),
  counting: v.pipe(v.optional(v.string()), v.description("The extraction that is the score; needed with several.")),
  verifier: v.pipe(
    v.optional(v.unknown(), { type: "exact_match" }),
    v.description("Compares what was read with the target."),
  ),
  targetExtractors: v.pipe(v.optional(v.array(v.unknown()), []), v.description("Extractors for the target.")),
});

/** Scoring that was declared as configuration. Throws `ConfigError` with the place of the first mistake. */
export function declaredScoring(given: unknown, { build, place }: ScoringTools): Verifier {
  const { extractions, counting, verifier, targetExtractors } = readOptions({ schema: scoringSchema }, given, place);
  const names = Object.keys(extractions);
  const counted = counting ?? (names.length === 1 ? names[0] : undefined);
  if (counted === undefined) {
    throw new ConfigError("missing_option", "is missing", {
      place: `${place}.counting`,
      expected: `the extraction that counts, one of ${names.join(", ")}`,
    });
  }
  if (!names.includes(counted)) {
    throw ConfigError.unknownName("unknown_extraction", "extraction", counted, names, `${place}.counting`);
  }
  const compare = build.verifier(verifier, `${place}.verifier`).score;
  const targets = targetExtractors.map(
    (one, index) => build.extractor(one, `${place}.target_extractors[${index}]`).run,
  );
  const readings = Object.entries(extractions).map(([name, extractors]) => ({
    name,
    score: readBy({
      extractors: extractors.map((one, index) => build.extractor(one, `${place}.extractions.${name}[${index}]`).run),
      targetExtractors: targets,
      verifier: compare,
    }),
  }));
  return sideBySide(readings, counted);
}
