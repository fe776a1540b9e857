import type { NumberAnswer } from "../core/number/answer.ts";
import { CURRENCIES } from "../core/number/units.ts";
import type { AnswerText } from "./answer.ts";

/** What the number reader found, as an answer with its unit. */
export function numberText({ text, number }: NumberAnswer): AnswerText {
  const unit = number?.unit ?? null;
  if (unit === null || CURRENCIES.has(unit)) return { text, form: "plain" };
  return { text: `${text} \\text{${unit}}`, form: "latex" };
}
