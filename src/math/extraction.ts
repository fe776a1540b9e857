import type { Extraction } from "../core/types.ts";
import type { Form } from "./answer.ts";
import type { Found } from "./find.ts";

/** What the `math` extractor finds: how it was written goes along, as plain text is read by other rules. */
export interface MathExtraction extends Extraction {
  readonly form: Form;
}

export function extractionOf({ text, form, rule, span, ambiguous }: Found): MathExtraction {
  return { text, form, rule, span, ...(ambiguous ? { ambiguous } : {}) };
}

/** The form that came along with an answer, if it is still that answer. */
export function formOf(extraction: Extraction | null | undefined, answer: string): Form | null {
  if (extraction == null || extraction.text !== answer || !("form" in extraction)) return null;
  return (extraction as MathExtraction).form;
}
