/** A label that a judge may give. */
export interface MenuLabel {
  readonly label: string;
  /** What it is worth, 0 to 1. */
  readonly value: number;
  /** Other spellings that mean the same. */
  readonly aliases?: readonly string[];
}

/** The labels that were offered to a judge, ready to be found in a text. */
export interface Menu {
  readonly labels: readonly MenuLabel[];
  /** Whether it is a yes or a no, so that a word may stand for a digit and "not" turns a label round. */
  readonly polar: boolean;
  /** The label that a text is, as a whole; null where it is none. */
  exactly(text: string): MenuLabel | null;
  /** Finds the spellings within a text. */
  readonly anywhere: RegExp;
  /** Finds a spelling at its `lastIndex`, which the reader sets each time. */
  readonly sticky: RegExp;
  /** The opposite label of a polar menu. */
  opposite(label: MenuLabel): MenuLabel;
  /** Whether a text that was found is spelled so that it may count in prose. */
  countsInProse(text: string): boolean;
}

const POSITIVE = ["correct", "yes", "true", "1", "right", "pass", "passed"];
const NEGATIVE = ["incorrect", "no", "false", "0", "wrong", "fail", "failed", "untrue", "not attempted"];

/** Words that also mean something else: they may contradict a verdict in prose, and never are one. */
const LOOSE = new Set(["right", "pass", "passed", "wrong", "fail", "failed"]);

let binary: Menu | undefined;

/** The menu of a judge that says yes or no. Made when it is first wanted: its patterns take longer than most modules. */
export function binaryMenu(): Menu {
  binary ??= menuOf([
    { label: "CORRECT", value: 1 },
    { label: "INCORRECT", value: 0 },
  ]);
  return binary;
}

/**
 * A menu of labels. Letter case is ignored, unless two labels differ in nothing else. A menu of two labels of which
 * one is a known yes and the other a known no takes every word for either. Throws a `RangeError` where a spelling
 * belongs to two labels.
 */
export function menuOf(labels: readonly MenuLabel[]): Menu {
  const polarity = labels.map(({ label }) => polarityOf(label));
  const polar = labels.length === 2 && polarity.includes(1) && polarity.includes(0);
  const spellings = labels.map(({ label, aliases = [] }, index) => {
    const words = polar ? (polarity[index] === 1 ? POSITIVE : NEGATIVE) : [];
    return [label, ...aliases, ...words];
  });
  const names = labels.map(({ label }) => folded(label));
  const exactCase = new Set(names).size < names.length;
  const key = (text: string) => (exactCase ? spaced(text) : folded(text));
  const found = new Map<string, MenuLabel>();
  for (const [index, label] of labels.entries()) {
    for (const spelling of spellings[index] ?? []) {
      const before = found.get(key(spelling));
      if (before !== undefined && before !== label) throw new RangeError(`"${spelling}" belongs to two labels`);
      found.set(key(spelling), label);
    }
  }
  const source = [...new Set(spellings.flat())]
    .sort((a, b) => b.length - a.length)
    .map(spellingSource)
    .join("|");
  const own = new Set(spellings.flat().map(spaced));
  return {
    labels,
    polar,
    exactly: (text) => found.get(key(text)) ?? null,
    anywhere: new RegExp(`(?:${source})`, exactCase ? "gu" : "giu"),
    sticky: new RegExp(`(?:${source})`, exactCase ? "yu" : "iyu"),
    opposite: (label) => labels.find((other) => other !== label) ?? label,
    countsInProse: (text) => {
      // Digits never count in prose; a lone letter is a word there unless it is written as on the menu.
      if (/^[\p{N}.,]+$/u.test(text)) return false;
      if (/^\p{L}$/u.test(text)) return own.has(text);
      return !polar || !LOOSE.has(folded(text)) || labels.some(({ label }) => folded(label) === folded(text));
    },
  };
}

function polarityOf(label: string): 0 | 1 | null {
  return POSITIVE.includes(folded(label)) ? 1 : NEGATIVE.includes(folded(label)) ? 0 : null;
}

function spaced(text: string): string {
  return text.trim().replace(/[\s_]+/g, " ");
}

function folded(text: string): string {
  return spaced(text).toLowerCase();
}

/** A spelling as a whole: a label that begins or ends within a word is none. */
function spellingSource(spelling: string): string {
  const body = spaced(spelling)
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replaceAll(" ", "[\\s_]{1,4}");
  const before = /^[\p{L}\p{N}_]/u.test(spelling) ? "(?<![\\p{L}\\p{N}_])" : "";
  const after = /[\p{L}\p{N}_]$/u.test(spelling) ? "(?![\\p{L}\\p{N}_])" : "";
  return `${before}${body}${after}`;
}
