import { phrase } from "./phrase.ts";
import { type Rule, rulesOf } from "./rule.ts";

const CODE =
  "(?:rot-?13|rot-?47|base-?64|base-?32|hex(?:adecimal)?|caesar(?: cipher)?|morse(?: code)?|cipher ?text|encoded|ciphered|encrypted|reversed|backwards)";
const FOR_JUDGE =
  "(?:{judge}|(?:when|while|before|during) (?:grading|scoring|judging|evaluating|evaluation)|obeyed|obey|follow it|as instructions?)";

/** An encoded note that is announced to the judge; what it says is read elsewhere. */
export const ENCODED_INSTRUCTION: readonly Rule[] = rulesOf(
  "encoded-instruction",
  [
    `${CODE}(?: (?:note|message|text|instructions?|hint|string|payload|command))?(?: (?:for|to)(?: the| be| any)?)?[^]{0,30} ${FOR_JUDGE}`,
    `${FOR_JUDGE}[^]{0,30} (?:decode|decipher|decrypt|read) (?:this|the|it)[^]{0,30} ${CODE}`,
    `{judge}[^]{0,40} (?:decode|decipher|decrypt|unscramble)`,
  ].map(phrase),
);
