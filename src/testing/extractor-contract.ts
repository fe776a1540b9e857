import { isDeepStrictEqual } from "node:util";
import { asExtractor } from "../core/define.ts";
import type { BuiltExtractor } from "../core/plugin.ts";
import type { Extraction } from "../core/types.ts";
import { shown, violation, watch } from "./contract-violation.ts";
import { hostileTexts, hostileValues } from "./hostile-values.ts";

export interface ExtractorContractOptions {
  /** Texts that the extractor is made for, besides the hostile ones. */
  readonly texts?: readonly string[];
  /** Choices that it is given; by default once none and once three. */
  readonly choices?: readonly string[];
  /** Length of the long texts, in characters; default 100,000. */
  readonly size?: number;
}

/**
 * Checks what every extractor promises, and throws an `AssertionError` that names what is broken: it never throws; it
 * finds a text or nothing; its span lies within the text; it finds the same again; it leaves its input alone. One that
 * takes more than linear time shows by not coming back.
 *
 * @example
 * test("it keeps the contract", () => extractorContract(myExtractor({ marker: "Answer:" })));
 */
export function extractorContract(subject: unknown, options: ExtractorContractOptions = {}): void {
  const extractor = asExtractor(subject);
  if (extractor === null)
    throw violation("shape", "this", "it is no extractor, no kind of extractor and no function", subject);
  const texts = [...(options.texts ?? []), ...hostileTexts(options.size ?? 100_000)];
  const choices = options.choices === undefined ? [undefined, ["Paris", "Rome", "(?:["]] : [options.choices];
  for (const given of choices) {
    const first = texts.map((text) => find(extractor, text, given));
    // Backwards: each text has another one before it than in the first round, so what is kept between them shows.
    for (const [index, text] of [...texts.entries()].reverse()) {
      const again = find(extractor, text, given);
      if (isDeepStrictEqual(again, first[index])) continue;
      const what = `it found ${shown(first[index])} and then ${shown(again)}`;
      throw violation("determinism", extractor.type, what, text);
    }
  }
  for (const value of hostileValues) {
    const found = total(extractor.type, value, () => extractor.extract(value));
    if (found !== null && typeof found !== "string") {
      throw violation("shape", extractor.type, `extract returned ${shown(found)}, neither a text nor null`, value);
    }
  }
}

function find(
  extractor: BuiltExtractor,
  text: string,
  choices: readonly string[] | undefined,
): Extraction | string | null {
  const { type } = extractor;
  const input = choices === undefined ? {} : { choices: [...choices] };
  const checkInput = watch(type, input);
  const found: unknown = total(type, text, () => extractor.run(text, input));
  checkInput();
  if (found === null || typeof found === "string") return found;
  if (!isExtraction(found)) {
    throw violation("shape", type, `it returned ${shown(found)}, no text, no extraction and not null`, text);
  }
  const { span, rule, ambiguous } = found;
  if (rule !== undefined && (typeof rule !== "string" || rule === "")) {
    throw violation("shape", type, `its rule is ${shown(rule)}, not a word`, text);
  }
  if (ambiguous !== undefined && typeof ambiguous !== "boolean") {
    throw violation("shape", type, `its ambiguous is ${shown(ambiguous)}, not true or false`, text);
  }
  if (span !== undefined && !isSpan(span, text.length)) {
    throw violation("bounds", type, `its span ${shown(span)} does not lie within a text of ${text.length}`, text);
  }
  return found;
}

function isExtraction(found: unknown): found is Extraction {
  return typeof found === "object" && found !== null && "text" in found && typeof found.text === "string";
}

function isSpan(span: unknown, length: number): boolean {
  if (!Array.isArray(span) || span.length !== 2) return false;
  const [from, to]: unknown[] = span;
  return (
    Number.isInteger(from) &&
    Number.isInteger(to) &&
    0 <= Number(from) &&
    Number(from) <= Number(to) &&
    Number(to) <= length
  );
}

function total<T>(subject: string, given: unknown, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw violation("totality", subject, `it threw ${shown(thrown)}`, given);
  }
}
