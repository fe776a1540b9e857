import { MOST_TOKENS, OverBudget } from "./budget.ts";
import type { TokenKind } from "./names.ts";
import type { NumeralRules } from "./numeral.ts";
import type { Rational } from "./rational.ts";

export interface Token {
  readonly kind: TokenKind;
  /** The meaning in its one spelling; for numbers the digits as written. */
  readonly text: string;
  /** White space stands before it. */
  readonly spaced: boolean;
  /** For numbers. */
  readonly value?: Rational;
  readonly decimals?: number;
  /** For letters: how many letters of the same word follow, this one included. */
  readonly run?: number;
  /** Written upright, as units are. */
  readonly upright?: boolean;
}

export interface TokenRules extends NumeralRules {
  /** Typed without LaTeX: letters behind a number may be its unit. */
  readonly plain: boolean;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** A comma was read as part of a number, and could have separated two. */
  readonly comma: "group" | "decimal" | null;
  /** `2e3` was read as a power of ten, and could mean Euler's number. */
  readonly exponent: boolean;
}

/** The answer cannot be read as mathematics. Caught where the parser is called. */
export class NotMaths extends Error {
  override readonly name = "NotMaths";
}

/** The state of one walk over an answer. */
export interface Scan {
  readonly text: string;
  readonly rules: TokenRules;
  /** Within the text of a command: texts in it are not looked into again. */
  readonly inner: boolean;
  readonly tokens: Token[];
  at: number;
  spaced: boolean;
  /** Brackets in which a comma separates members. */
  depth: number;
  /** Braces that are open, and whether each counts as a bracket. */
  readonly braces: boolean[];
  comma: Tokens["comma"];
  /** Up to here commas separate numbers. */
  listTo: number;
  exponent: boolean;
}

/** Adds what was read; white space before it has been used up. */
export function push(scan: Scan, kind: TokenKind, text: string, more: Partial<Token> = {}): void {
  if (scan.tokens.length >= MOST_TOKENS) throw new OverBudget("an answer is too long");
  scan.tokens.push({ kind, text, spaced: scan.spaced, ...more });
  scan.spaced = false;
}
