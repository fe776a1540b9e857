import { type Check, countIn, holds, textIn } from "./instruction.ts";
import { languageOf } from "./language.ts";

/** Words as a tokenizer of English cuts them: `I'M` is two, `WELL-KNOWN` one. */
const TOKENS = /[\p{L}\p{N}_]+(?:[-./][\p{L}\p{N}_]+)*/gu;

/** Letter case, and the language. */
export const cases: Readonly<Record<string, Check>> = {
  "change_case:capital_word_frequency": (response, values) => {
    const words = [...response.matchAll(TOKENS)].filter(([word]) => isUpper(word));
    return holds(words.length, countIn(values, "capital_frequency"), values["capital_relation"]);
  },
  "change_case:english_capital": (response) => isUpper(response) && isEnglish(response),
  "change_case:english_lowercase": (response) => isLower(response) && isEnglish(response),
  "language:response_language": (response, values) => {
    const language = languageOf(response);
    // A text without letters is of no language, and nothing speaks against the one that was asked for.
    return language === null || language === textIn(values, "language");
  },
};

/** There are letters with case, and all are capital. */
function isUpper(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

function isLower(text: string): boolean {
  return /\p{Ll}/u.test(text) && !/[\p{Lu}\p{Lt}]/u.test(text);
}

function isEnglish(text: string): boolean {
  const language = languageOf(text.toLowerCase());
  return language === null || language === "en";
}
