import { RE2JS } from "re2js";
import { TimeLimitExceeded, timeLimit } from "../time-limit.ts";
import { PatternTimeout } from "./pattern-error.ts";
import type { MarkedDollars, Translation } from "./syntax.ts";

/** One way to run a pattern. The result is that of `RegExp.prototype.exec` without names. */
export interface Engine {
  readonly kind: "linear" | "backtracking";
  exec(text: string): RawMatch | null;
  test(text: string): boolean;
}

export interface RawMatch extends ReadonlyArray<string | undefined> {
  readonly index: number;
}

/** Milliseconds for one match by backtracking: what takes longer is nearly always exponential, not big. */
const BACKTRACKING_BUDGET = 250;
/** Milliseconds for one match in linear time. Linear is not fast: 1 MB times a pattern of 5,000 steps takes minutes. */
const LINEAR_BUDGET = 2_000;
/** Characters times pattern steps that surely fit the budget, so that the clock need not be set: some 50 ms. */
const SURELY_QUICK = 2_000_000;

/**
 * Runs on RE2's algorithm: no input makes it exponential. Throws what `RE2JS.compile` throws, for a pattern that is
 * too big for it.
 */
export function linearEngine(translation: Translation, source: string): Engine {
  const compile = () => RE2JS.compile(translation.linear);
  let compiled = compile();
  let marked: RE2JS | null = null;
  const steps = compiled.programSize();
  const limit = againstClock(LINEAR_BUDGET, source, () => {
    // It was stopped in the middle of its work, so its tables may be half written.
    compiled = compile();
    marked = null;
  });
  const run = <T>(text: string, work: () => T): T => (text.length * steps <= SURELY_QUICK ? work() : limit(work));
  return {
    kind: "linear",
    exec: (text) =>
      run(text, () => {
        const found = compiled.exec(text) as RawMatch | null;
        if (found === null || translation.marked === null || !text.endsWith("\n")) return found;
        marked ??= RE2JS.compile(translation.marked.linear);
        return givenBack(text, marked, translation.marked);
      }),
    test: (text) => run(text, () => compiled.test(text)),
  };
}

/** The match without the line break that a dollar took at the end of the text, as Python has it. */
function givenBack(text: string, compiled: RE2JS, { groups, dollars }: MarkedDollars): RawMatch | null {
  const matcher = compiled.matcher(text);
  if (!matcher.find()) return null;
  const last = text.length - 1;
  // One that took part without taking a line break stands at the very end.
  const end = dollars.some((dollar) => matcher.start(dollar) === last) ? last : text.length;
  const found = groups.map((group) => {
    const from = matcher.start(group);
    return from < 0 ? undefined : text.slice(from, Math.min(matcher.end(group), end));
  });
  return Object.assign(found, { index: Math.min(matcher.start(0), end) });
}

/** Runs on native RegExp, which may backtrack for ever, so always against the clock. Throws a `SyntaxError`. */
export function backtrackingEngine(translation: Translation, source: string): Engine {
  const compiled = new RegExp(translation.native, translation.nativeFlags);
  const limit = againstClock(BACKTRACKING_BUDGET, source);
  const exec = (text: string): RawMatch | null => limit(() => compiled.exec(text));
  return { kind: "backtracking", exec, test: (text) => exec(text) !== null };
}

/** How often a match is begun anew that was stopped while the machine ran others. */
const MOST_STALLS = 3;

/**
 * Runs against the clock; what takes too long is told by its pattern. `stopped` is called whenever work was broken off.
 */
function againstClock(milliseconds: number, source: string, stopped: () => void = () => {}): <T>(work: () => T) => T {
  const limit = timeLimit(milliseconds);
  return <T>(work: () => T): T => {
    for (let stalls = 0; ; stalls++) {
      try {
        return limit(work);
      } catch (thrown) {
        if (!(thrown instanceof TimeLimitExceeded)) throw thrown;
        stopped();
        if (!thrown.stalled || stalls === MOST_STALLS) throw new PatternTimeout(source, milliseconds);
      }
    }
  };
}
