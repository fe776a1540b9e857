import { readUnitText } from "./unit.ts";

/** What stands behind a formula or a box and belongs to its value: a percent sign, or a unit with its direction. */

const PERCENT = /^(?:\s|\\[),\]!; ]|\$|\*)*(?:\\?%|percent\b|per cent\b|pct\b|percentage\b)/i;
const MARKS = /^(?:[ \t~]|\\[),\]!;: ]|\$|\*)*/;
const WORDS = /^(?:[a-zA-Z°µμΩ]+[²³]?(?:\^\{?\d\}?)?(?:\/[a-zA-Z]+[²³]?(?:\^\{?\d\}?)?)?)(?: [a-zA-Z]+){0,3}/;
const REACH = 60;
/** Words that are units in a table and something else in a sentence. */
const NO_UNITS: ReadonlySet<string> = new Set("in A I K C second seconds degree N V L J W".split(" "));
/** They go on with the sentence. */
const GOES_ON: ReadonlySet<string> = new Set(
  (
    "a an the and or but so is are was were be for because since when where while if then to of by as at from in on into " +
    "with without per than which that this these it we you they not after before about between during until also each"
  ).split(" "),
);

/** What to write behind the content, as LaTeX; empty where nothing belongs to it. */
export function belongingTo(content: string, text: string, at: number): string {
  if (/%\s*$/.test(content)) return "";
  if (PERCENT.test(text.slice(at, at + 24))) return "\\%";
  const unit = isValue(content) ? unitAt(text, at) : "";
  return unit === "" ? "" : ` \\text{${unit}}`;
}

/** Ends in a number, and holds no letter but the name that is given the value. */
function isValue(content: string): boolean {
  const value = content.replace(/\\[a-zA-Z]+/g, "").replace(/^[^=]{0,20}=/, "");
  return /[\d}π]\s*$/.test(content) && /\d/.test(value) && !/[a-zA-Z,;<>]/.test(value);
}

/** `km`, `square feet`, `miles per hour`, `m east`: a unit, and what else is said of it up to the end of the sentence. */
function unitAt(text: string, at: number): string {
  const rest = text.slice(at, at + REACH).replace(MARKS, "");
  const phrase = WORDS.exec(rest)?.[0];
  if (phrase === undefined || /^[\d^_({\\=+-]/.test(rest.slice(phrase.length))) return "";
  const words = phrase.split(" ");
  for (let count = Math.min(words.length, 3); count > 0; count--) {
    const unit = words.slice(0, count).join(" ");
    if (NO_UNITS.has(unit) || readUnitText(unit) === null) continue;
    const more = words.slice(count);
    const ends = /^\s*(?:[.,;:!?)]|$)/.test(rest.slice(phrase.length));
    return ends && more.length <= 2 && !more.some((word) => GOES_ON.has(word.toLowerCase())) ? phrase : unit;
  }
  return "";
}
