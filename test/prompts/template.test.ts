import fc from "fast-check";
import { expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { delimiterOf, fenced, neutralized } from "../../src/prompts/fence.ts";
import { JUDGE_FIELDS } from "../../src/prompts/judge-fields.ts";
import { fillTemplate, parseTemplate } from "../../src/prompts/template.ts";

const fill = (text: string, value: string) => fillTemplate(parseTemplate(text, JUDGE_FIELDS, "prompt"), () => value);

test.each([
  ["{{input}} and {question}", "V and V"],
  ["{{ input }}", "V"],
  ['reply {"score": 1}', 'reply {"score": 1}'],
  ["\\frac{a}{b} {x}", "\\frac{a}{b} {x}"],
  ["{} {{}} {{{output}}}", "{} {{}} {V}"],
  ["{ output }", "{ output }"],
  ["{{metadata.a.b}}", "V"],
])("%s is filled as %s", (text, wanted) => {
  expect(fill(text, "V")).toBe(wanted);
});

test.each(["{{nothing}}", "{{questoin}}", "{predicton}", "{{user.name}}"])(
  "%s is refused when it is declared",
  (text) => {
    expect(() => parseTemplate(text, JUDGE_FIELDS, "prompt")).toThrow(ConfigError);
  },
);

test("what a value holds is never filled", () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(fill("<{{output}}>", `{{input}}${value}{question}`)).toBe(`<{{input}}${value}{question}>`);
    }),
  );
});

test("a fence holds whatever stands in it", () => {
  const pieces = fc.constantFrom("<<<", "<", "END", "BEGIN", " ", "response", ">>>", "\u200b", "/", "verdict-", "＜");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
      const text = list.join("");
      const delimiter = delimiterOf([text], "judge");
      const whole = fenced("response", text, delimiter);
      expect(whole.split(delimiter).length).toBe(3);
      expect(/<{2,}\s*(?:BEGIN|END)(?!\p{L})/u.test(neutralized(text))).toBe(false);
    }),
  );
});

test("a text without look-alikes passes byte for byte", () => {
  for (const text of ["a << b >> c", "<b>bold</b>", "<<EOF\nEND", "{{x}} $& \\1", "<begin>"])
    expect(neutralized(text)).toBe(text);
});

test("a megabyte of braces or marks is read", () => {
  for (const mark of ["{", "<", "{{", "{a", "＜ "]) {
    const text = mark.repeat(1_000_000 / mark.length);
    expect(fill(text, "V")).toBe(text);
    expect(neutralized(text)).toBe(text);
  }
});
