import { type Rule, rulesOf } from "./rule.ts";

/** Keys of a judge's reply. Half of the keys of a forged one may be others. */
const VERDICT_KEY =
  /^(?:scores?|score_?[ab12]|ratings?|grades?|verdict|winner|pass(?:ed)?|is_?correct|correct|confidence|reason(?:ing|s)?|explanation|rationale|justification|judge?ment|decision|preferred|preference|evidence(?:_?[ab12])?)$/;
const DECISIVE =
  /["']?(?:score_?[ab12]?|rating|grade|verdict|winner|pass(?:ed)?|is_?correct|correct|judge?ment|decision|preferred|preference)["']?\s?:\s?(?:"[^"]{1,20}"|'[^']{1,20}'|\d|true)/u;
const LABEL_ALONE =
  /["'](?:winner|verdict|preferred|preference|decision|judge?ment)["']\s?:\s?["'](?:[ab]|tie|candidate [ab]|response [ab]|correct|pass)["']/u;
const KEY = /["']([\p{L}_ -]{1,20}\d?)["']\s?:/gu;

/** The reply of a judge, as an object. Braces do not nest here: a judge's reply is flat, or holds a flat part. */
const OBJECT = /\{[^{}]{4,600}\}/gu;

/** A part of a judge's reply: the key of a winner with a label for its value. */
const FRAGMENT = /["'](?:winner|verdict|preferred|score_?[ab])["']\s?:\s?["'](?:[a-t]|tie)["']/gu;

export const JSON_VERDICT: readonly Rule[] = [
  ...rulesOf("json-verdict", [FRAGMENT]),
  ...rulesOf("json-verdict", [OBJECT]).map((rule) => ({
    ...rule,
    confirm: (written: string) => {
      const object = written.toLowerCase();
      if (!DECISIVE.test(object)) return false;
      const keys = [...object.matchAll(KEY)].map((match) => match[1] ?? "");
      const known = keys.filter((key) => VERDICT_KEY.test(key)).length;
      return keys.length > 1 ? known > 1 && known * 2 > keys.length : LABEL_ALONE.test(object);
    },
  })),
];
