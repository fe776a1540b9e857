import { recordedPairs } from "../../test/select/llmbar.ts";
import { byLearnedOdds, byProfile, fivePrompts, stoppedEarly } from "../../test/select/recorded-designs.ts";
import { atLeast, atMost, type Figure, noted } from "../figure.ts";

/** How often the better of two outputs is found by what GPT-4 once said of them; the tests hold the same figures. */
export function benchRecorded(): readonly Figure[] {
  const pairs = recordedPairs();
  if (pairs.length === 0) return [noted("recorded decisions: not here, nothing measured; pairs", 0, "")];
  const agreed = byProfile(pairs, ["GPT-4/Metrics_Reference"], "default");
  const reference = byProfile(pairs, fivePrompts, "reference");
  const early = stoppedEarly(pairs);
  const learned = byLearnedOdds(pairs);
  return [
    noted("recorded decisions of GPT-4, pairs", pairs.length, ""),
    noted("five looks, the reference's rule: credit (calls 10)", reference.credit, " %"),
    noted("five looks, the reference's rule: right where decided", reference.decided, " %"),
    noted("one look, both orders must agree: credit (calls 2)", agreed.credit, " %"),
    noted("one look, both orders must agree: right where decided", agreed.decided, " %"),
    atLeast("up to five looks, until one agrees: credit", early.credit, 84, " %"),
    atMost("up to five looks, until one agrees: calls", early.calls, 2.4, ""),
    atLeast("looks until learned odds are four to one: credit", learned.credit, 85, " %"),
    atMost("looks until learned odds are four to one: calls", learned.calls, 3, ""),
  ];
}
