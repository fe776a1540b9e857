import { phrase } from "./phrase.ts";
import { type Rule, rulesOf } from "./rule.ts";

/** Shorter ids are letters and numbers of ordinary sentences. */
const SHORTEST = 3;
const MOST = 64;

/** Rules for the ids of this comparison, which no general pattern can know. */
export function namedRules(ids: readonly string[]): readonly Rule[] {
  const names = ids
    .filter((id) => id.length >= SHORTEST)
    .slice(0, MOST)
    // In plain form: small letters, one blank for a run of white space. Signs of patterns and of phrases are literal.
    .map((id) =>
      id
        .toLowerCase()
        .trim()
        .replace(/[^\p{L}\p{N}_ ]/gu, "[^\\p{L}\\p{N}]?"),
    );
  if (names.length === 0) return [];
  const subject = `(?:candidate |response |submission |answer |patch )?["']?(?:${names.join("|")})["']?`;
  return rulesOf("declare-winner", [
    phrase(
      `${subject} (?:(?:clearly|obviously|definitely|always) )?(?:wins|should (?:win|be (?:selected|chosen|preferred|picked))|must (?:win|be (?:selected|chosen|preferred))|is (?:clearly |obviously )?(?:the )?(?:clear |obvious |overall )?(?:winner|best (?:candidate|answer|one)))`,
    ),
    phrase(
      `(?:select|choose|pick|prefer|vote for|declare) (?:candidate |response |submission )?["']?(?:${names.join("|")})["']?`,
    ),
  ]);
}
