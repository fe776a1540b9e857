import * as v from "valibot";
import { failure } from "../core/boundary.ts";
import { defineVerifier } from "../core/define.ts";
import { ConfigError, describe } from "../core/errors.ts";
import { broken, missingTarget, noAnswer, right, unusableTarget, wrong } from "../core/score.ts";
import { trimText } from "../core/text.ts";
import type { Score, ScoreNotes } from "../core/types.ts";
import { firstDifference } from "./json/compare.ts";
import { findLastJson, withoutFence } from "./json/find.ts";
import { type JsonReading, readJson } from "./json/reader.ts";
import { compileSchema, type SchemaOutcome, toPlain } from "./json/schema.ts";

const options = v.object({
  mode: v.pipe(
    v.optional(v.picklist(["valid", "equal", "schema"])),
    v.description(
      "What is checked. Absent: the schema if one is given, else equality if the sample has targets, else validity.",
    ),
  ),
  schema: v.pipe(v.optional(v.unknown()), v.description("A JSON Schema, draft 7 unless its `$schema` says otherwise.")),
  extract: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Take the last list or object that stands in prose, instead of the whole answer."),
  ),
  coerce: v.pipe(v.optional(v.boolean(), false), v.description('Let `"1"` equal 1 and `"true"` equal true.')),
  backtracking: v.pipe(
    v.optional(v.boolean()),
    v.description("Whether patterns of the schema may use look-around or back-references."),
  ),
});

/** How deep a value may be for a schema, which is checked by recursion. */
const DEEPEST = 500;

/**
 * The answer is JSON, equals a target as JSON, or fits a schema; a code fence around the whole is allowed. `NaN`,
 * comments and trailing commas are no JSON. Not confident: a text that is no JSON where equality was asked, a key that
 * stands twice, an escape that looks like eaten LaTeX (`\frac`), numbers that differ beyond a double's precision.
 * Reasons: `valid`, `invalid`, `match`, `mismatch`, `schema_match`, `schema_mismatch`, `no_answer`. Codes of broken
 * checks: `missing_target`, `unusable_target`, `too_deep`, `timeout`.
 */
export const json = defineVerifier({
  type: "json",
  summary: "The answer is valid JSON, equals a target as JSON, or fits a JSON Schema.",
  options,
  create: ({ mode, schema, extract, coerce, backtracking }, tools) => {
    const chosen = mode ?? (schema === undefined ? null : "schema");
    if ((chosen === "schema") !== (schema !== undefined)) {
      throw new ConfigError("schema_and_mode", "mode schema and a schema belong together", {
        place: tools.place,
        hint: "give both, or neither",
      });
    }
    const fits = schema === undefined ? null : schemaCheck(schema, backtracking ?? tools.backtracking, tools.place);
    return ({ answer, targets }) => {
      if (targets.length === 0 && chosen === "equal") return missingTarget();
      const wanted = fits === null && chosen !== "valid" ? targets.map((target) => readJson(trimText(target))) : [];
      const usable = wanted.flatMap((reading) => ("fault" in reading ? [] : [reading]));
      if (wanted.length > 0 && usable.length === 0) return unusableTarget("the target is no JSON");
      if (answer === null) return noAnswer();
      const text = withoutFence(trimText(answer));
      const whole = readJson(text);
      const found = "fault" in whole && extract ? findLastJson(text) : whole;
      if (found === null) return noAnswer({ raw: "json: there is no list or object in the answer" });
      if ("fault" in found) {
        // Asked whether it is JSON, that is a sure no; asked whether it is equal, another check may know better.
        const sure = wanted.length === 0;
        return wrong("invalid", sure, { raw: `json: ${found.fault}, at character ${found.at}` });
      }
      const sure = found.doubts.size === 0;
      const notes: ScoreNotes = sure ? {} : { metadata: { doubts: [...found.doubts] } };
      if (fits !== null) return bySchema(found, fits, sure, notes);
      return wanted.length > 0 ? byEquality(found, usable, coerce, notes) : right("valid", sure, notes);
    };
  },
});

function schemaCheck(schema: unknown, backtracking: boolean, place: string): (value: unknown) => SchemaOutcome {
  if (typeof schema === "boolean" || (typeof schema === "object" && schema !== null && !Array.isArray(schema))) {
    return compileSchema(schema, backtracking, `${place}.schema`);
  }
  throw new ConfigError("invalid_schema", "this is no schema", {
    place: `${place}.schema`,
    expected: "an object, true or false",
    got: describe(schema),
  });
}

function bySchema(
  found: JsonReading,
  fits: (value: unknown) => SchemaOutcome,
  sure: boolean,
  notes: ScoreNotes,
): Score {
  if (found.depth > DEEPEST) {
    return broken(
      "verifier",
      "too_deep",
      `the answer nests ${found.depth} deep, more than the ${DEEPEST} of a schema check`,
    );
  }
  const { value, exact } = toPlain(found.root);
  try {
    const { valid, told } = fits(value);
    if (valid) return right("schema_match", sure && exact, notes);
    return wrong("schema_mismatch", sure && exact, { ...notes, raw: `json: ${told}` });
  } catch (thrown) {
    // A schema that refers to itself goes as deep as it likes, whatever the value.
    if (thrown instanceof RangeError) return broken("verifier", "too_deep", "the schema goes too deep for this answer");
    return failure("verifier", thrown);
  }
}

function byEquality(found: JsonReading, usable: readonly JsonReading[], coerce: boolean, notes: ScoreNotes): Score {
  let raw = "";
  let close = false;
  for (const target of usable) {
    const difference = firstDifference(found.root, target.root, coerce);
    const sure = !found.doubts.has("duplicate_key") && !target.doubts.has("duplicate_key");
    if (difference === null) return right("match", sure, notes);
    raw ||= `json: ${difference.path}: ${difference.told}`;
    close ||= difference.close || target.doubts.size > 0;
  }
  return wrong("mismatch", !close && found.doubts.size === 0, { ...notes, raw });
}
