import * as v from "valibot";
import { defineExtractor } from "../core/define.ts";
import { ConfigError } from "../core/errors.ts";
import { declarePattern, type Pattern } from "../core/pattern/pattern.ts";
import { trimText } from "../core/text.ts";
import type { Extraction } from "../core/types.ts";

const options = v.object({
  pattern: v.pipe(
    v.string(),
    v.check((source) => source !== "", "an empty pattern finds nothing"),
    v.description("A regular expression; Python's syntax where dialects differ. Its first match counts."),
  ),
  group: v.pipe(
    v.optional(v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), v.string()]), 1),
    v.description(
      "The group that is the answer, by number or name; 0, or a number beyond the last, is the whole match.",
    ),
  ),
  fallback: v.pipe(
    v.optional(v.string(), ""),
    v.description("The answer where nothing was found; empty means that there is none."),
  ),
  flags: v.pipe(
    v.optional(v.union([v.number(), v.string()]), 0),
    v.description("Python's flags, as a number (2 ignores case) or as letters out of `imsxau`."),
  ),
  backtracking: v.pipe(
    v.optional(v.boolean()),
    v.description("Whether a pattern with look-around or back-references may run, 250 ms for a match."),
  ),
});

/**
 * The first match of a pattern, trimmed. A group that is empty or took no part has found nothing: the fallback counts,
 * as if there were no match. A match that takes too long is an error of the extractor with the code `timeout`.
 */
export const regex = defineExtractor({
  type: "regex",
  summary: "A group of the first match of a pattern.",
  options,
  create: ({ pattern: source, group, fallback, flags, backtracking }, tools) => {
    const pattern = declarePattern(source, {
      flags,
      backtracking: backtracking ?? tools.backtracking,
      place: `${tools.place}.pattern`,
    });
    const number = groupNumber(pattern, group, `${tools.place}.group`);
    const missing: Extraction | null = fallback === "" ? null : { text: fallback, rule: "fallback" };
    return (text) => {
      const found = pattern.exec(text);
      const answer = trimText(found?.groups[number] ?? "");
      if (found === null || answer === "") return missing;
      // Where a group lies within the match is not told by every engine.
      return number === 0 ? { text: answer, rule: "regex", span: found.span } : { text: answer, rule: "regex" };
    };
  },
});

function groupNumber(pattern: Pattern, group: number | string, place: string): number {
  const given = typeof group === "string" && /^\d{1,9}$/.test(group) ? Number(group) : group;
  if (typeof given === "number") return given > pattern.groupCount ? 0 : given;
  const number = pattern.groupNames.get(given);
  if (number !== undefined) return number;
  throw ConfigError.unknownName("unknown_group", "group", given, [...pattern.groupNames.keys()], place);
}
