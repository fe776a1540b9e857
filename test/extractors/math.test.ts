import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { mathAnswer } from "../../src/extractors/math.ts";
import { buildExtractor } from "../../src/index.ts";
import cases from "../cases/math-answer.json" with { type: "json" };

interface Case {
  readonly why: string;
  readonly text: string;
  readonly answer: string | null;
  readonly rule?: string;
  readonly ambiguous?: boolean;
  readonly options?: object;
}

describe("math", () => {
  test.each(cases as readonly Case[])("$why", ({ text, answer, rule, ambiguous = false, options = {} }) => {
    const extractor = buildExtractor({ type: "math", ...options });
    expect(extractor.extract(text)).toBe(answer);
    if (answer === null) return;
    expect(extractor.run(text, {})).toMatchObject({ text: answer, ...(rule === undefined ? {} : { rule }) });
    expect((extractor.run(text, {}) as { ambiguous?: boolean }).ambiguous ?? false).toBe(ambiguous);
  });

  test("the span holds what was found", () => {
    const text = "We try \\boxed{1}. No:\n\\boxed{2} and \\boxed{3}";
    const found = mathAnswer().run(text, {});
    expect(found).toMatchObject({ text: "2, 3", span: [text.indexOf("2"), text.length - 1] });
  });

  test("an answer that was found is found again in a box", () => {
    const extractor = mathAnswer();
    for (const { answer } of cases as readonly Case[]) {
      if (answer !== null) expect(extractor.extract(`so \\boxed{${answer}}`)).toBe(answer);
    }
  });

  test("a rule that is not known is refused", () => {
    expect(() => buildExtractor({ type: "math", prefer: ["boxes"] })).toThrow(ConfigError);
  });
});

test("behind more than 60,000 characters only what is declared is sure", () => {
  const long = "so it goes on and on. ".repeat(5_000);
  const ambiguous = (text: string) => (mathAnswer().run(text, {}) as { ambiguous?: boolean }).ambiguous ?? false;
  expect(ambiguous(`${long}It is 5 apples.`)).toBe(true);
  expect(ambiguous(`It is 5 apples.`)).toBe(false);
  expect(ambiguous(`${long}The answer is 5.`)).toBe(false);
  expect(ambiguous(`${long}\\boxed{5}`)).toBe(false);
});
