import { isDigit } from "../core/number/glyphs.ts";
import { type Node, numberNode } from "./node.ts";
import { readNumeral } from "./numeral.ts";
import { whole } from "./rational.ts";

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";

const VALUES: ReadonlyMap<string, number> = new Map([
  ...ONES.split(" ").map((word, value): [string, number] => [word, value]),
  ...TENS.split(" ").map((word, index): [string, number] => [word, 20 + 10 * index]),
  ["hundred", 100],
]);

/** The number that a text is: `13`, `seven`, `twenty-one`. Null for any other text. */
export function readSmallNumber(text: string): Node | null {
  const plain = text.trim();
  if (isDigit(plain.charCodeAt(0)) || /^[-−]\d/.test(plain)) return readDigits(plain);
  const [first, second, ...more] = plain.toLowerCase().split(/[\s-]+/);
  const value = VALUES.get(first ?? "");
  if (value === undefined || more.length > 0) return null;
  if (second === undefined) return numberNode(whole(value));
  const rest = VALUES.get(second);
  if (second === "hundred" && value < 10) return numberNode(whole(100 * value));
  if (rest === undefined || value < 20 || value > 90 || rest > 9 || rest === 0) return null;
  return numberNode(whole(value + rest));
}

function readDigits(text: string): Node | null {
  const negative = !isDigit(text.charCodeAt(0));
  const from = negative ? 1 : 0;
  const numeral = readNumeral(text, from, { commas: true, decimalComma: false });
  if (numeral.to !== text.length) return null;
  const node: Node = { kind: "number", value: numeral.value, decimals: numeral.decimals };
  return negative ? { kind: "negative", of: node } : node;
}
