import { isDigit, isLetter, isSpace, plainGlyphs, skipSpace, superscriptDigit, VULGAR_FRACTIONS } from "./glyphs.ts";
import { readMagnitude } from "./magnitude.ts";
import { commandName, isSoftCommand, isSpacing, readSuffix } from "./suffix.ts";
import { CURRENCIES, unitOf } from "./units.ts";
import { roleOf } from "./words.ts";
import { type WrittenNumber, writtenNumber } from "./written-number.ts";

/** A place where a number could be the answer. */
export interface Candidate {
  /** Null where an expression or a list stands: it has no value that was written. */
  readonly number: WrittenNumber | null;
  /** Offsets into the text that holds the sentence. */
  readonly from: number;
  readonly to: number;
  /** Another one is joined to it (`7 or 8`, `3 to 5`, `3, 5`): neither is the answer alone. */
  readonly joined: boolean;
}

/** What one sentence says in numbers. */
export interface Sentence {
  readonly first: Candidate | null;
  readonly last: Candidate | null;
  /** The last one that stands behind an equals sign. */
  readonly result: Candidate | null;
  /** No word stands before the first. */
  readonly immediate: boolean;
  /** The candidates differ, or one was left out. */
  readonly several: boolean;
  /** There are digits that are no number: part of a word, a time, a version. */
  readonly labels: boolean;
  readonly words: boolean;
}

/** The state of one walk over a sentence. */
interface Walk {
  readonly text: string;
  readonly offset: number;
  readonly blankGroups: boolean;
  before: "start" | "relation" | "operand" | "word" | "open" | "other";
  sign: -1 | 0 | 1;
  signFrom: number;
  /** A dash stood apart after a word (`total - 3`): it may be a minus. */
  unsure: boolean;
  currency: string | null;
  /** An operator waits for its right side. */
  operator: boolean;
  inequality: boolean;
  negated: boolean;
  reference: boolean;
  /** What stood since the last candidate. */
  gapOr: boolean;
  gapAnd: boolean;
  gapComma: boolean;
  gapWords: number;
  first: Candidate | null;
  last: Candidate | null;
  result: Candidate | null;
  immediate: boolean;
  several: boolean;
  /** The same before the last candidate, which an equals sign may take back. */
  wasSeveral: boolean;
  labels: boolean;
  words: boolean;
  /** A bracket was found to have no end: none is looked for again, which keeps the walk linear. */
  unclosed: boolean;
}

/**
 * Reads the numbers of `whole` from one offset to another, left to right in one pass. `answers` says that an answer
 * begins there, so that plain blanks may group thousands at its start.
 */
export function readSentence(whole: string, from: number, to: number, answers: boolean): Sentence {
  const walk: Walk = {
    text: plainGlyphs(whole.slice(from, to)),
    offset: from,
    blankGroups: answers,
    before: "start",
    sign: 0,
    signFrom: 0,
    unsure: false,
    currency: null,
    operator: false,
    inequality: false,
    negated: false,
    reference: false,
    gapOr: false,
    gapAnd: false,
    gapComma: false,
    gapWords: 0,
    first: null,
    last: null,
    result: null,
    immediate: false,
    several: false,
    wasSeveral: false,
    labels: false,
    words: false,
    unclosed: false,
  };
  const { length } = walk.text;
  for (let at = 0; at < length; ) at = step(walk, at);
  return walk;
}

/** Reads what stands at an offset, and returns the offset behind it. */
function step(walk: Walk, at: number): number {
  const { text } = walk;
  const code = text.charCodeAt(at);
  if (isSpace(code)) return at + 1;
  if (isDigit(code) || startsNumber(text, at)) return readNumber(walk, at);
  if (isLetter(code)) return readWord(walk, at);
  const character = text.charAt(at);
  if (isIdeograph(code)) return word(walk, character, at + 1);
  switch (character) {
    case "-":
      return readMinus(walk, at);
    case "+":
    case "/":
    case "\u00d7":
    case "\u00f7":
    case "\u00b7":
      return readOperator(walk, at, at + 1);
    case "*":
      return readStars(walk, at);
    case "^":
      return readPower(walk, at);
    case "_":
      return readUnderscore(walk, at);
    case "=":
    case "\u2248":
    case "\u2192":
      return equalsSign(walk, at + 1);
    case ":":
      walk.gapComma = true;
      return clear(walk, "open", at + 1);
    case "<":
    case ">":
    case "\u2264":
    case "\u2265":
    case "\u00b1":
      return readAngle(walk, at, character);
    case "\u2260":
      return negate(walk, at + 1);
    case "!":
      return text[at + 1] === "=" ? negate(walk, at + 2) : clear(walk, "other", at + 1);
    case "\\":
      return readCommand(walk, at);
    case "(":
    case "[":
      return readOpening(walk, at);
    case ",":
    case ";":
      walk.gapComma = true;
      return clear(walk, "other", at + 1);
    case "?":
    case ".":
    case "\u2014":
      return clear(walk, "other", at + 1);
    default:
      if (CURRENCIES.has(character)) return readCurrency(walk, at, character);
      if (superscriptDigit(character) !== -1 && walk.before === "operand") express(walk, at);
      return at + 1;
  }
}

function startsNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 0x2e) return isDigit(text.charCodeAt(at + 1)) && text[at - 1] !== ".";
  return code > 0x7f && VULGAR_FRACTIONS.has(text.charAt(at));
}

function isIdeograph(code: number): boolean {
  return code >= 0x2e80 || (code >= 0xe00 && code <= 0xe7f);
}

function readNumber(walk: Walk, at: number): number {
  const { text } = walk;
  const blanks = walk.blankGroups && walk.first === null && walk.before !== "word";
  const read = readMagnitude(text, at, blanks);
  if (read === null) return readExpression(walk, at);
  if (read.kind !== "magnitude") {
    if (read.kind === "label") return skipLabel(walk, read.to);
    add(walk, null, at, read.to);
    return clear(walk, "operand", read.to);
  }
  // `(1,2)` is a pair, though `1,2` may be a decimal.
  if (read.doubtful && isPair(text, at, read.to)) {
    add(walk, null, at, read.to);
    return clear(walk, "operand", read.to);
  }
  const suffix = readSuffix(text, read.to, walk.currency !== null);
  if (suffix === null || walk.reference || isLabelled(text, read.to)) return skipLabel(walk, read.to);
  if (walk.operator) return clear(walk, "operand", suffix.to);
  const from = walk.sign === 0 ? at : walk.signFrom;
  if (walk.inequality) {
    add(walk, null, from, suffix.to);
    return clear(walk, "operand", suffix.to);
  }
  const minus = read.text.startsWith("-");
  const number = writtenNumber({
    negative: minus !== (walk.sign === -1),
    magnitude: minus ? read.text.slice(1) : read.text,
    scale: suffix.scale,
    percent: suffix.percent,
    // A second dollar sign closes a formula: the first one opened it.
    unit: suffix.unit ?? (text[suffix.to] === "$" ? null : walk.currency),
    doubtful: read.doubtful || suffix.doubtful || walk.unsure,
  });
  add(walk, number, from, suffix.to);
  return clear(walk, "operand", suffix.to);
}

function isPair(text: string, from: number, to: number): boolean {
  const open = text.charAt(from - 1);
  return open !== "" && "([{".includes(open) && ")]}\\".includes(text.charAt(to) || " ");
}

/** Digits with a colon and digits behind them are a time or a ratio, with an underscore a name. */
function isLabelled(text: string, to: number): boolean {
  const next = text[to];
  if (next === ":") return isDigit(text.charCodeAt(to + 1));
  if (next === ".") return text[to + 1] === "." && isDigit(text.charCodeAt(to + 2));
  return next === "_" && isLetter(text.charCodeAt(to + 1));
}

/** Skips the word, time or version whose beginning, up to `at`, was read. */
function skipLabel(walk: Walk, at: number): number {
  const { text } = walk;
  let to = at;
  for (;;) {
    const code = text.charCodeAt(to);
    if (isDigit(code) || isLetter(code)) to++;
    else if ("._:-/".includes(text.charAt(to)) && isWordGlyph(text.charCodeAt(to + 1))) to += 2;
    else if (text.startsWith("..", to) && isDigit(text.charCodeAt(to + 2))) to += 3;
    else break;
    if (to >= text.length) break;
  }
  walk.labels = true;
  walk.negated = false;
  return clear(walk, "word", to);
}

function isWordGlyph(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

/** Nothing of what waited for an operand waits on. */
function clear(walk: Walk, before: Walk["before"], to: number): number {
  if (before !== "operand" && before !== "open") walk.negated = false;
  walk.before = before;
  walk.sign = 0;
  walk.unsure = false;
  walk.currency = null;
  walk.operator = false;
  walk.inequality = false;
  walk.reference = false;
  return to;
}

function negate(walk: Walk, to: number): number {
  clear(walk, "open", to);
  walk.negated = true;
  return to;
}

function add(walk: Walk, number: WrittenNumber | null, from: number, to: number): void {
  const { first, last } = walk;
  if (walk.negated) {
    walk.negated = false;
    walk.several = true;
    return;
  }
  const same = first !== null && number !== null && first.number?.text === number.text;
  const listed = walk.gapWords === 0 && (walk.gapAnd || (walk.gapComma && !walk.words));
  const joined = last !== null && !same && (listed || (walk.gapOr && walk.gapWords <= 3));
  const candidate: Candidate = { number, from: walk.offset + from, to: walk.offset + to, joined };
  walk.wasSeveral = walk.several;
  if (first === null) {
    walk.first = candidate;
    walk.immediate = !walk.words;
  } else {
    if (!same) walk.several = true;
    if (joined && last === first) walk.first = { ...first, joined };
  }
  walk.last = candidate;
  if (walk.before === "relation") walk.result = candidate;
  walk.gapOr = false;
  walk.gapAnd = false;
  walk.gapComma = false;
  walk.gapWords = 0;
}

/** What stands to the left of `at` turns out to be part of an expression. */
function express(walk: Walk, at: number): void {
  const { first, last, result } = walk;
  // A thing that is counted may stand between: `5 apples + 3`.
  const near = walk.gapWords <= 1 && !walk.gapOr && !walk.gapAnd && !walk.gapComma;
  if (last === null || (walk.before !== "operand" && !near)) {
    add(walk, null, at, at + 1);
    return;
  }
  const whole = { ...last, number: null };
  if (first === last) walk.first = whole;
  if (result === last) walk.result = whole;
  walk.last = whole;
}

/** What stands before an equals sign is being worked out; what stands behind it is what came out. */
function equalsSign(walk: Walk, to: number): number {
  const { first, last, text } = walk;
  // What was rounded stays: `3.5 ≈ 4` leaves the choice.
  const rounded = text[to - 1] === "\u2248" && last?.number != null;
  if (last !== null && !rounded && !walk.gapOr && !walk.gapAnd && !walk.gapComma) {
    if (first === last) walk.first = null;
    walk.last = null;
    walk.several = walk.wasSeveral;
  }
  return clear(walk, "relation", to);
}

function readMinus(walk: Walk, at: number): number {
  const { text, before } = walk;
  if (text[at + 1] === ">") return equalsSign(walk, at + 2);
  if (before === "operand") return readOperator(walk, at, at + 1);
  const next = skipSpace(text, at + 1);
  if (!beginsNumber(text, next)) return at + 1;
  if (before === "word") {
    if (isWordGlyph(text.charCodeAt(at - 1))) return skipLabel(walk, at + 1);
    if (next > at + 1) {
      clear(walk, "other", at + 1);
      walk.unsure = true;
      return next;
    }
  }
  if (walk.sign === 0) walk.signFrom = at;
  walk.sign = walk.sign === -1 ? 1 : -1;
  return next;
}

/** A sign may stand before a number and before its currency. */
function beginsNumber(text: string, at: number): boolean {
  if (isDigit(text.charCodeAt(at)) || startsNumber(text, at)) return true;
  if (CURRENCIES.has(text.charAt(at))) return beginsPlainNumber(text, skipSpace(text, at + 1));
  if (text[at] !== "\\") return false;
  return text[at + 1] === "$" ? beginsPlainNumber(text, at + 2) : commandName(text, at).endsWith("frac");
}

function beginsPlainNumber(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at)) || startsNumber(text, at) || text[at] === "\\";
}

/** An operator between two operands makes an expression of them; elsewhere it is a sign, a bullet or a dash. */
function readOperator(walk: Walk, at: number, to: number): number {
  const { text, before } = walk;
  const operand = before === "operand" || before === "word";
  const spaced = isSpace(text.charCodeAt(at - 1));
  const sign = text[at] === "+" && before !== "operand" && beginsNumber(text, to) && (!operand || spaced);
  if (sign) {
    walk.sign = 1;
    walk.signFrom = at;
    return to;
  }
  if (!operand || !operandFollows(text, to, text[at] ?? "")) return clear(walk, "other", to);
  express(walk, at);
  clear(walk, "operand", to);
  walk.operator = true;
  return to;
}

function operandFollows(text: string, at: number, operator: string): boolean {
  const from = skipSpace(text, at);
  const character = text.charAt(from);
  if (beginsNumber(text, from)) return true;
  if (character === "-" || character === "+") return isDigit(text.charCodeAt(from + 1));
  if (character === "(" || character === "{") return operator !== "-" || isWordGlyph(text.charCodeAt(from + 1));
  if (character === "\\") return !isSoftCommand(commandName(text, from)) && !isSpacing(text[from + 1]);
  if (!isLetter(text.charCodeAt(from)) || isWordGlyph(text.charCodeAt(from + 1))) return false;
  // `5 - a` may be prose, `$5/h` is a rate; else a lone letter is a variable.
  if (operator === "/") return unitOf(character) === undefined;
  return operator !== "-" || (character !== "a" && character !== "I");
}

/** Stars are emphasis, a bullet, or times. */
function readStars(walk: Walk, at: number): number {
  const { text } = walk;
  let to = at;
  while (text[to] === "*") to++;
  const left = isSpace(text.charCodeAt(at - 1));
  const right = isSpace(text.charCodeAt(to));
  const glued = !left && !right && isDigit(text.charCodeAt(to)) && walk.before === "operand";
  const times = (left && right && to === at + 1) || glued;
  return times ? readOperator(walk, at, to) : to;
}

function readPower(walk: Walk, at: number): number {
  const { text, before } = walk;
  if (before !== "operand" && before !== "word") return at + 1;
  express(walk, at);
  let to = text[at + 1] === "{" || text[at + 1] === "(" ? skipGroup(walk, at + 1) : at + 1;
  if (text[to] === "-" || text[to] === "+") to++;
  while (isWordGlyph(text.charCodeAt(to))) to++;
  return clear(walk, "operand", to);
}

/** A subscript belongs to its letter; other underscores are emphasis. */
function readUnderscore(walk: Walk, at: number): number {
  const { text } = walk;
  if (!isWordGlyph(text.charCodeAt(at - 1))) return at + 1;
  if (text[at + 1] === "{") return clear(walk, "word", skipGroup(walk, at + 1));
  return isDigit(text.charCodeAt(at + 1)) ? skipLabel(walk, at + 1) : at + 1;
}

function readAngle(walk: Walk, at: number, character: string): number {
  const { text, before } = walk;
  const next = text[at + 1] ?? "";
  if (character === "<" && next === "<") {
    // GSM8K writes `<<3+4=7>>7`: what stands in between was for a calculator.
    const end = walk.unclosed ? -1 : text.indexOf(">>", at + 2);
    if (end === -1) walk.unclosed = true;
    return end === -1 ? at + 2 : end + 2;
  }
  if (character === "<" && (next === "/" || isLetter(next.charCodeAt(0)))) {
    const end = text.slice(at, at + 60).indexOf(">");
    if (end !== -1) return at + end + 1;
  }
  const to = next === "=" ? at + 2 : at + 1;
  if (character === ">" && text[at - 1] === "=") return to;
  if (character !== "\u00b1" && (before === "start" || !operandFollows(text, to, character))) return to;
  return compare(walk, at, to);
}

/** A bound is no value: neither what stands before an inequality nor what stands behind it is an answer. */
function compare(walk: Walk, at: number, to: number): number {
  if (walk.before === "operand") express(walk, at);
  clear(walk, "other", to);
  walk.inequality = true;
  return to;
}

function readOpening(walk: Walk, at: number): number {
  const { text, before } = walk;
  if (text[at] === "(" && before === "operand") {
    if ((isDigit(text.charCodeAt(at - 1)) || text[at - 1] === ")") && operandFollows(text, at + 1, "*")) {
      express(walk, at);
      return clear(walk, "operand", skipGroup(walk, at));
    }
    // What stands in parentheses behind a number is said beside it: `12 (see figure 3)`.
    if (!walk.operator) return skipGroup(walk, at);
  }
  if (!walk.operator) walk.before = "open";
  return at + 1;
}

/** The end of a bracketed group, or of its bracket alone where it is never closed. */
function skipGroup(walk: Walk, at: number): number {
  if (walk.unclosed) return at + 1;
  const { text } = walk;
  const open = text[at];
  const close = open === "{" ? "}" : ")";
  let depth = 0;
  for (let to = at; to < text.length; to++) {
    const character = text[to];
    if (character === open) depth++;
    else if (character === close && --depth === 0) return to + 1;
  }
  walk.unclosed = true;
  return at + 1;
}

function readCurrency(walk: Walk, at: number, character: string): number {
  const { text } = walk;
  if (character === "$" && text[at + 1] === "$") return at + 2;
  const next = skipSpace(text, at + 1);
  const signed = text[next] === "-" || text[next] === "+" ? skipSpace(text, next + 1) : next;
  if (beginsPlainNumber(text, signed) || text.startsWith("<<", next)) walk.currency = character;
  return at + 1;
}

const OPERATORS: ReadonlySet<string> = new Set(["times", "cdot", "div", "ast"]);
const RELATIONS: ReadonlySet<string> = new Set(
  "approx eq simeq cong equiv to rightarrow Rightarrow implies".split(" "),
);
const BOUNDS: ReadonlySet<string> = new Set("lt gt le ge leq geq pm mp".split(" "));
const DOTS: ReadonlySet<string> = new Set("dots ldots cdots circ degree".split(" "));
/** Commands whose first argument is not part of the text. */
const ARGUMENTS: ReadonlySet<string> = new Set(
  "begin end tag label color textcolor hspace vspace ref eqref".split(" "),
);

function readCommand(walk: Walk, at: number): number {
  const { text } = walk;
  const name = commandName(text, at);
  const to = at + name.length + 1;
  if (name === "") {
    if (text[at + 1] === "$") walk.currency = "$";
    return at + 2;
  }
  if (isSoftCommand(name) || DOTS.has(name)) return to;
  if (OPERATORS.has(name)) return readOperator(walk, at, to);
  if (RELATIONS.has(name)) return equalsSign(walk, to);
  if (BOUNDS.has(name)) return compare(walk, at, to);
  if (name === "neq" || name === "ne") return negate(walk, to);
  if (ARGUMENTS.has(name)) return text[to] === "{" ? skipGroup(walk, to) : to;
  return name.endsWith("frac") ? readNumber(walk, at) : readExpression(walk, at);
}

/** `\sqrt{2}`, `\pi`, a fraction of roots: with all its arguments it is one operand, and no number. */
function readExpression(walk: Walk, at: number): number {
  const { text } = walk;
  if (!walk.operator) express(walk, at);
  let to = at + 1 + commandName(text, at).length;
  while (text[to] === "{" && !walk.unclosed) to = skipGroup(walk, to);
  return clear(walk, "operand", to);
}

function readWord(walk: Walk, at: number): number {
  const { text } = walk;
  let to = at;
  while (isLetter(text.charCodeAt(to)) || (text[to] === "'" && isLetter(text.charCodeAt(to + 1)))) to++;
  if (isDigit(text.charCodeAt(to))) return skipLabel(walk, to);
  return word(walk, text.slice(at, to), to);
}

function word(walk: Walk, spelling: string, to: number): number {
  const { text, before, negated, last } = walk;
  const role = roleOf(spelling);
  if (before === "operand") {
    const operator = role === "operator" || spelling === "minus";
    if (operator && operandFollows(text, to, "-")) return readOperator(walk, to - spelling.length, to);
    if (role === "factor" || role === "part" || spelling === "x") {
      express(walk, to - 1);
      return clear(walk, "operand", to);
    }
    // `8 plus 5 is 13`.
    if (role === "verb" && last !== null && last.number === null) return equalsSign(walk, to);
  }
  if (role === "part" && walk.gapAnd && walk.gapWords <= 1 && last !== null) {
    walk.gapAnd = false;
    express(walk, to - 1);
    return clear(walk, "operand", to);
  }
  clear(walk, role === "verb" ? "open" : "word", to);
  walk.words = true;
  if (role === "or") walk.gapOr = true;
  else if (role === "and") walk.gapAnd = true;
  else walk.gapWords++;
  if (role === "not") walk.negated = true;
  else if (role === "filler" || (role === "and" && negated)) walk.negated = negated;
  else if (role === "reference") walk.reference = true;
  else if (role === "minus" && beginsNumber(text, skipSpace(text, to))) {
    walk.sign = -1;
    walk.signFrom = to - spelling.length;
  }
  return to;
}
