import { type Budget, DEEPEST, OverBudget, spend } from "./budget.ts";
import type { Node } from "./node.ts";
import { NotMaths, type Token } from "./scan.ts";

/** The state of one parse. The parts of the grammar call one another through it. */
export interface Reader {
  /** Its own copy: a number of several digits may be taken apart. */
  readonly tokens: Token[];
  readonly budget: Budget;
  readonly plain: boolean;
  /** Bars that open although they could close: tried where the plain reading fails. */
  readonly openingBars: ReadonlySet<number>;
  at: number;
  depth: number;
  /** Bars that are open. */
  bars: number;
  /** A set is being read, so a bar or a colon may begin its condition. */
  builder: boolean;
  /** Behind the last quotient with a slash; a factor that stands there at once may belong below the line: `1/2x`. */
  slashEnd: number;
  /** Such a factor was read. */
  slash: boolean;
  /** An integrand is being read: `d` and a letter end it. */
  integrand: boolean;
  /** Brackets that are open and may close with either of `]` and `[`. */
  intervals: number;
  /** A whole expression whose operators bind stronger than `power`. */
  expression(power: number): Node;
  /** An expression, or relations between several. */
  item(): Node;
  /** Items with separators between them, up to what closes. */
  sequence(): Sequence;
}

export interface Sequence {
  readonly items: readonly Node[];
  /** What stands behind each item but the last: `,` `;` `and` `or` `quad`. */
  readonly separators: readonly string[];
}

const STOP: Token = { kind: "stop", text: "", spaced: false };

export function peek(reader: Reader, ahead = 0): Token {
  return reader.tokens[reader.at + ahead] ?? STOP;
}

export function next(reader: Reader): Token {
  spend(reader.budget);
  const token = peek(reader);
  reader.at++;
  return token;
}

/** True, and the token is taken, where it is the one. */
export function take(reader: Reader, kind: Token["kind"], text?: string): boolean {
  const token = peek(reader);
  if (token.kind !== kind || (text !== undefined && token.text !== text)) return false;
  reader.at++;
  return true;
}

export function expect(reader: Reader, kind: Token["kind"], text: string): void {
  if (!take(reader, kind, text)) throw new NotMaths(`expected ${text}, got ${peek(reader).text || "the end"}`);
}

/** Runs `work` one level deeper. Throws `OverBudget` where that is too deep. */
export function nested<Result>(reader: Reader, work: () => Result): Result {
  if (++reader.depth > DEEPEST) throw new OverBudget("nested too deep");
  const result = work();
  reader.depth--;
  return result;
}

type Context = Pick<Reader, "bars" | "builder" | "integrand" | "intervals">;

/** Runs `work` within brackets: what was open outside is not open here. */
export function within<Result>(reader: Reader, context: Partial<Context>, work: () => Result): Result {
  const { bars, builder, integrand, intervals } = reader;
  Object.assign(reader, { bars: 0, builder: false, integrand: false, intervals: 0, ...context });
  const result = nested(reader, work);
  Object.assign(reader, { bars, builder, integrand, intervals });
  return result;
}
