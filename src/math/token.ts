import { isDigit, plainGlyphs, plainMathsDigits, superscriptDigit, VULGAR_FRACTIONS } from "../core/number/glyphs.ts";
import { readCommandToken } from "./command-token.ts";
import { SIGNS, type TokenKind, WORDS } from "./names.ts";
import { readNumeral } from "./numeral.ts";
import { pushOmega } from "./ohm.ts";
import { ORDINAL_UNIT } from "./quantity.ts";
import { fromText } from "./rational.ts";
import { NotMaths, push, type Scan, type TokenRules, type Tokens } from "./scan.ts";

/** Splits an answer into tokens, left to right in one pass. Throws `NotMaths` for signs that mean nothing. */
export function tokenize(given: string, rules: TokenRules, inner = false): Tokens {
  if ((rules.plain ? PLAIN_RANGE : RANGE).test(given)) throw new NotMaths("a range, or a difference");
  const scan: Scan = {
    text: plainGlyphs(plainMathsDigits(given)),
    rules,
    inner,
    tokens: [],
    at: 0,
    spaced: false,
    depth: 0,
    braces: [],
    comma: null,
    listTo: 0,
    exponent: false,
  };
  while (scan.at < scan.text.length) step(scan);
  return { tokens: scan.tokens, comma: scan.comma, exponent: scan.exponent };
}

/** `3–5` says from 3 to 5; so does `3--5`, which is a difference in a formula alone. */
const RANGE = /\d[–—]\d/;
const PLAIN_RANGE = /\d(?:[–—]|--)\d/;
const SPACE = /[\s~\u202f]/;
const LETTER = /[a-zA-Z]/;
/** Two and three ASCII signs that stand for one. The longest first. */
const DIGRAPHS: readonly (readonly [string, TokenKind, string])[] = [
  ["<=>", "implies", "⇒"],
  ["==>", "implies", "⇒"],
  ["...", "ellipsis", "…"],
  ["<=", "relation", "≤"],
  [">=", "relation", "≥"],
  ["=<", "relation", "≤"],
  ["!=", "relation", "≠"],
  ["=>", "implies", "⇒"],
  ["->", "implies", "⇒"],
  ["==", "relation", "="],
  ["+-", "operator", "±"],
  [":=", "relation", "="],
];

function step(scan: Scan): void {
  const { text, at } = scan;
  const character = text[at] ?? "";
  const code = text.charCodeAt(at);
  if (SPACE.test(character)) {
    scan.spaced = true;
    scan.at++;
    return;
  }
  if (isDigit(code) || (character === "." && isDigit(text.charCodeAt(at + 1)))) readNumber(scan);
  else if (character === "\\") readCommandToken(scan, (part) => tokenize(part, scan.rules, true).tokens);
  else if (LETTER.test(character)) readLetters(scan);
  else if (character === "^" && readRaised(scan)) return;
  else if (character === "*" && text[at + 1] === "*") readStars(scan);
  else if (superscriptDigit(character) !== -1 || character === "⁻") readSuperscripts(scan);
  else if (!readVulgarFraction(scan, character) && !readDigraph(scan)) readSign(scan, character);
}

function readVulgarFraction(scan: Scan, character: string): boolean {
  const text = VULGAR_FRACTIONS.get(character);
  const value = text === undefined ? null : fromText(text);
  if (text === undefined || value === null) return false;
  scan.at++;
  push(scan, "number", text, { value, decimals: -1 });
  return true;
}

function readDigraph(scan: Scan): boolean {
  for (const [sign, kind, meant] of DIGRAPHS) {
    if (!scan.text.startsWith(sign, scan.at)) continue;
    // `x!=5` asks for a relation; `5!=120` is a factorial and an equals sign.
    if (sign === "!=" && scan.tokens.at(-1)?.kind === "number" && !scan.spaced) continue;
    // `3 +- 2` is both signs, `3+-2` is a sum with a negative number.
    if (sign === "+-" && !scan.rules.plain && !scan.spaced) continue;
    scan.at += sign.length;
    push(scan, kind, meant);
    return true;
  }
  return false;
}

function readNumber(scan: Scan): void {
  const commas = scan.rules.commas && scan.depth === 0 && scan.at >= scan.listTo;
  const numeral = readNumeral(scan.text, scan.at, { commas, decimalComma: scan.rules.decimalComma });
  scan.comma ??= numeral.comma;
  scan.listTo = Math.max(scan.listTo, numeral.listTo);
  scan.exponent ||= numeral.written.includes("e");
  scan.at = numeral.to;
  push(scan, "number", numeral.written, { value: numeral.value, decimals: numeral.decimals });
  const ending = ORDINAL.exec(scan.text.slice(scan.at, scan.at + ORDINAL_REACH));
  if (ending === null || ending[0].match(/st|nd|rd|th/g)?.at(-1) !== endingOf(numeral.written)) return;
  scan.at += ending[0].length;
  push(scan, "text", ORDINAL_UNIT);
}

/** `3rd`, `3^{rd}`, `3^\text{rd}`, `3\text{rd}`: right behind the digits. */
const ORDINAL =
  /^(?:(?:st|nd|rd|th)(?![a-zA-Z])|\^\{?\s*(?:\\(?:text|mathrm|textrm)\s*\{\s*)?(?:st|nd|rd|th)\s*\}{1,2}|\\text(?:superscript|rm)?\s*\{\s*(?:st|nd|rd|th)\s*\})/;
const ORDINAL_REACH = 30;

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
function endingOf(digits: string): string {
  if (/1\d$/.test(digits)) return "th";
  return { "1": "st", "2": "nd", "3": "rd" }[digits.at(-1) ?? ""] ?? "th";
}

function readSign(scan: Scan, character: string): void {
  scan.at++;
  if (character === "$" && isPrice(scan)) {
    push(scan, "currency", "$");
    return;
  }
  if (character === "$" || character === "`" || character === "\u200b") return;
  if (character === ".") {
    // The point that ends a sentence, or one behind `\right`.
    if (/^[\s$.)\]}\\]*$/.test(scan.text.slice(scan.at, scan.at + 40))) return;
    throw new NotMaths("a point that belongs to no number");
  }
  const meaning = SIGNS.get(character);
  if (meaning === undefined) {
    readForeign(scan, character);
    return;
  }
  const [kind, text] = meaning;
  if (character === ":" && labels(scan)) {
    push(scan, "relation", "=");
    return;
  }
  if (character === "{") openBrace(scan);
  else if (character === "}") {
    if (scan.braces.pop() === true) scan.depth--;
  } else if (kind === "open") scan.depth++;
  else if (kind === "close") scan.depth = Math.max(scan.depth - 1, 0);
  if (text === "Omega") pushOmega(scan);
  else push(scan, kind, text);
}

/** A dollar sign that no other one closes, and digits behind it: no mark of a formula. */
function isPrice({ text, at }: Scan): boolean {
  return /\d/.test(text[at] ?? "") && text.indexOf("$") === at - 1 && text.indexOf("$", at) === -1;
}

/** `A: 3, B: 4` in plain text: a colon right behind a name, and a number behind a blank. */
function labels({ text, at, tokens, spaced, rules, depth }: Scan): boolean {
  if (!rules.plain || spaced || depth > 0 || tokens.at(-1)?.kind !== "letter") return false;
  return /^\s+[-+]?[\d.(]/.test(text.slice(at, at + 6));
}

/** Bare braces hold a set, so commas in them separate; braces of a command, a power or an index do not count. */
function openBrace(scan: Scan): void {
  const previous = scan.tokens.at(-1);
  const bound =
    previous?.kind === "command" ||
    previous?.kind === "function" ||
    (previous?.kind === "close" && previous.text === "}") ||
    (previous?.kind === "operator" && (previous.text === "^" || previous.text === "_"));
  scan.braces.push(!bound);
  if (!bound) scan.depth++;
}

/** A letter of another script, with what belongs to its word. */
function readForeign(scan: Scan, character: string): void {
  const word = /^[\p{L}\p{M}]+/u.exec(scan.text.slice(scan.at - 1, scan.at + 60))?.[0];
  if (word === undefined) throw new NotMaths(`a sign that means nothing: ${character}`);
  scan.at += word.length - 1;
  const meaning = WORDS.get(word.toLowerCase());
  if (meaning === undefined) push(scan, "text", word);
  else push(scan, ...meaning);
}

function readLetters(scan: Scan): void {
  const from = scan.at;
  let to = from;
  while (to < scan.text.length && LETTER.test(scan.text[to] ?? "")) to++;
  const run = scan.text.slice(from, to);
  scan.at = to;
  const meaning = WORDS.get(run) ?? (run.length > 2 ? WORDS.get(run.toLowerCase()) : undefined);
  const glued = GLUED.exec(run);
  // `e`, `i`, `y` and `o` alone are symbols, whatever they mean as words.
  if (run.toLowerCase() === "x" && scan.tokens.at(-1)?.kind === "number" && TEN.test(scan.text.slice(to, to + 8))) {
    push(scan, "operator", "*");
  } else if (run === "min" && scan.tokens.at(-1)?.kind === "number" && !/^\s*[({]/.test(scan.text.slice(to, to + 4))) {
    // Minutes: nobody multiplies a number with a minimum of nothing.
    push(scan, "text", run);
  } else if (meaning !== undefined && run.length > 1) push(scan, ...meaning);
  else if (glued === null) pushLetters(scan, run);
  else {
    push(scan, "function", glued[1] ?? "");
    pushLetters(scan, glued[2] ?? "");
  }
}

/** Behind an x that is a times sign: `3 x 10^8`. */
const TEN = /^\s*10\s*(?:\^|\*\*|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹])/;

/** `sinx`: a function and its only letter. */
const GLUED = /^(sin|cos|tan|cot|sec|csc|ln|log|lg|sqrt|exp)([a-zA-Z])$/;

function pushLetters(scan: Scan, run: string): void {
  for (let index = 0; index < run.length; index++) {
    push(scan, "letter", run[index] ?? "", { run: run.length - index });
  }
}

const CLOSING: ReadonlySet<TokenKind> = new Set(["number", "letter", "close", "constant", "percent", "prime"]);

/** `x**2` is a power; stars with nothing before them are emphasis. */
function readStars(scan: Scan): void {
  scan.at += 2;
  const previous = scan.tokens.at(-1);
  const next = scan.text[scan.at] ?? "";
  if (previous !== undefined && CLOSING.has(previous.kind) && /[\w({\-\\]/.test(next)) push(scan, "operator", "^");
}

/** `^\circ`, `^{\prime}`, `^*`: what is raised and is no power. */
function readRaised(scan: Scan): boolean {
  const rest = scan.text.slice(scan.at, scan.at + 24);
  const degree = /^\^\s*(?:\{\s*)?(?:\\circ(?![a-zA-Z])|\\degree(?![a-zA-Z])|°|o(?=\}))\s*(?:\}|)/.exec(rest);
  if (degree !== null) {
    scan.at += degree[0].length;
    push(scan, "degree", "°");
    return true;
  }
  const primes = /^\^\s*(?:\{\s*)?((?:\\prime\s*|')+)\s*(?:\}|)/.exec(rest);
  if (primes === null) return false;
  scan.at += primes[0].length;
  for (const _ of (primes[1] ?? "").matchAll(/\\prime|'/g)) push(scan, "prime", "'");
  return true;
}

const SUPERSCRIPTS = /^⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/;

function readSuperscripts(scan: Scan): void {
  const written = SUPERSCRIPTS.exec(scan.text.slice(scan.at, scan.at + 12))?.[0];
  if (written === undefined) throw new NotMaths("a raised sign without digits");
  scan.at += written.length;
  const digits = [...written].map((one) => (one === "⁻" ? "-" : superscriptDigit(one))).join("");
  const value = fromText(digits);
  if (value === null) throw new NotMaths("a raised number");
  push(scan, "operator", "^");
  push(scan, "number", digits, { value, decimals: -1 });
}
