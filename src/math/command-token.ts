import { withoutEdges } from "./edges.ts";
import { BLANKS, COMMANDS, DROPPED, LOOKS, SIGNS, TEXTS, WORDS } from "./names.ts";
import { pushOmega } from "./ohm.ts";
import { NotMaths, push, type Scan, type Token } from "./scan.ts";
import { type GroupText, groupAt } from "./text-group.ts";

const LETTER = /[a-zA-Z]/;

/** Reads the tokens of a part: what a text command holds may be mathematics again. */
type Tokenize = (part: string) => readonly Token[];

/** Reads the LaTeX command whose backslash stands where the walk is. */
export function readCommandToken(scan: Scan, tokenize: Tokenize): void {
  const { text } = scan;
  const next = text[scan.at + 1] ?? "";
  if (!LETTER.test(next)) {
    readEscaped(scan, next);
    return;
  }
  let to = scan.at + 1;
  while (to < text.length && LETTER.test(text[to] ?? "")) to++;
  const name = text.slice(scan.at + 1, to);
  scan.at = to;
  if (BLANKS.has(name)) {
    scan.spaced = true;
    if (name.endsWith("quad")) push(scan, "separator", "quad");
  } else if (TEXTS.has(name)) readText(scan, name, tokenize);
  else if (DROPPED.has(name)) scan.at = requiredGroup(scan).to;
  else if (LOOKS.has(name)) skipDot(scan, name);
  else if (name === "mathbb" || name === "Bbb") readBlackboard(scan);
  else if (name === "not") readNegation(scan);
  else readKnown(scan, name);
}

function readKnown(scan: Scan, name: string): void {
  const meaning = COMMANDS.get(name);
  if (meaning === undefined) throw new NotMaths(`a command that is not known: \\${name}`);
  const [kind, text] = meaning;
  if (kind === "begin" || kind === "end") {
    readEnvironment(scan, kind);
    return;
  }
  if (kind === "open") scan.depth++;
  if (kind === "close") scan.depth = Math.max(scan.depth - 1, 0);
  if (text === "Omega") pushOmega(scan);
  else push(scan, kind, text);
}

function readNegation(scan: Scan): void {
  const sign = /^\s*(=|\\in(?![a-zA-Z])|\\equiv(?![a-zA-Z]))/.exec(scan.text.slice(scan.at, scan.at + 12));
  if (sign === null) throw new NotMaths("a negation that is not known");
  scan.at += sign[0].length;
  push(scan, "relation", sign[1] === "\\in" ? "∉" : "≠");
}

/** `\left.` and `\right.` stand for no bracket at all. */
function skipDot(scan: Scan, name: string): void {
  if ((name === "left" || name === "right") && scan.text[scan.at] === ".") scan.at++;
}

function readEscaped(scan: Scan, next: string): void {
  scan.at += 2;
  switch (next) {
    case "\\":
      push(scan, "row", "\\\\");
      break;
    case "{":
      scan.depth++;
      push(scan, "open", "\\{");
      break;
    case "}":
      scan.depth = Math.max(scan.depth - 1, 0);
      push(scan, "close", "\\}");
      break;
    case "%":
      push(scan, "percent", "%");
      break;
    case "$":
      push(scan, "currency", "$");
      break;
    case "|":
      push(scan, "bar", "‖");
      break;
    case "&":
      push(scan, "separator", "and");
      break;
    case "_":
    case "#":
      throw new NotMaths("an escaped sign");
    default:
      // Spaces, and the marks of formulas: `\,` `\;` `\!` `\(` `\]`.
      scan.spaced = true;
  }
}

function readBlackboard(scan: Scan): void {
  while (scan.text[scan.at] === " ") scan.at++;
  const braced = scan.text[scan.at] === "{";
  const group = braced ? requiredGroup(scan) : { text: scan.text[scan.at] ?? "", to: scan.at + 1 };
  scan.at = group.to;
  push(scan, "named_set", group.text.trim());
}

/** A group must close: looking for the end again and again would be quadratic. */
function requiredGroup(scan: Scan): GroupText {
  const group = groupAt(scan.text, scan.at);
  if (group === null) throw new NotMaths("a command without its braces");
  return group;
}

/** The name of an environment; the columns of an array say nothing. */
function readEnvironment(scan: Scan, kind: "begin" | "end"): void {
  const name = requiredGroup(scan);
  scan.at = name.to;
  const plain = name.text.replace("*", "").trim();
  if (kind === "begin" && (plain === "array" || plain === "tabular")) scan.at = requiredGroup(scan).to;
  push(scan, kind, plain);
}

const CONDITION = /^(if|when|where|for|otherwise)\b\s*/i;

const OHM = /^([kMm]?)\s*(?:\\Omega|Ω)$/;

/** A symbol that takes a prefix: metres, seconds, grams, or one with a capital such as farads. */
const PREFIXED = /^(?:[msgl]|[A-Z][a-z]?)(?![a-zA-Z])/;

/** `2\mu\text{F}`: behind a number the letter belongs to the unit that is written upright right behind it. */
function isMicro({ tokens }: Scan, word: string): boolean {
  const [number, mu] = tokens.slice(-2);
  return mu?.kind === "letter" && mu.text === "mu" && number?.kind === "number" && PREFIXED.test(word);
}

/** The words of a text command: a separator, a unit or a function by another name, or a text. */
function readText(scan: Scan, name: string, tokenize: Tokenize): void {
  const group = requiredGroup(scan);
  scan.at = group.to;
  const content = group.text
    .replace(/[~\s]+/g, " ")
    .replace(/\\[,;:! ]/g, " ")
    .trim();
  const word = withoutEdges(content, ",;. ", ",;.: ") || content;
  const meaning = word.length > 1 || word === "%" ? (WORDS.get(word.toLowerCase()) ?? SIGNS.get(word)) : undefined;
  const condition = CONDITION.exec(word);
  const ohm = OHM.exec(word);
  const micro = isMicro(scan, word);
  if (word === "") scan.spaced = true;
  else if (micro) {
    scan.tokens.pop();
    push(scan, "text", `μ${word}`);
  } else if (ohm !== null) {
    if (ohm[1] !== "") push(scan, "text", ohm[1] ?? "");
    pushOmega(scan);
  } else if (meaning !== undefined && !(meaning[0] === "letter" && name.startsWith("text"))) push(scan, ...meaning);
  else if (!name.startsWith("text") && /^[a-zA-Z]$/.test(word)) push(scan, "letter", word, { run: 1, upright: true });
  else if (!scan.inner && (condition !== null || /[\\$]/.test(word))) {
    if (condition !== null) push(scan, "condition", "if");
    for (const token of tokenize(word.slice(condition?.[0].length ?? 0))) push(scan, token.kind, token.text, token);
  } else {
    push(scan, "text", word);
    // `\text{Yes, } x = 2` says two things.
    if (word !== content && /[,;]$/.test(content)) push(scan, "separator", ",");
  }
}
