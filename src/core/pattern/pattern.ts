import { ConfigError, messageOf } from "../errors.ts";
import { backtrackingEngine, type Engine, linearEngine } from "./engine.ts";
import { readFlags, withLetters } from "./flags.ts";
import { PatternError } from "./pattern-error.ts";
import { type Dialect, type Translation, translatePattern } from "./syntax.ts";

export interface PatternMatch {
  /** Group 0 is the whole match; undefined for a group that took no part. */
  readonly groups: readonly (string | undefined)[];
  readonly named: Readonly<Record<string, string | undefined>>;
  /** Of the whole match, in UTF-16 units, end exclusive. */
  readonly span: readonly [from: number, to: number];
}

/** A pattern that is ready to use. Both functions throw a `PatternTimeout` when a match takes too long. */
export interface Pattern {
  readonly source: string;
  readonly engine: Engine["kind"];
  /** Without group 0. */
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  /** The first match, or null. */
  exec(text: string): PatternMatch | null;
  test(text: string): boolean;
}

export interface PatternOptions {
  /** Python's number, or letters out of `imsxau`. */
  readonly flags?: number | string | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Whether a pattern with look-around or back-references may run, within a time budget. */
  readonly backtracking: boolean;
  readonly dialect?: Dialect | undefined;
}

/** UTF-16 units. Longer patterns take long to compile, and no hand writes them. */
const LONGEST_PATTERN = 20_000;

/**
 * Compiles a pattern that came with a row; a `PatternError` says what is wrong with it.
 *
 * The syntax is Python's where dialects differ. `\d`, `\w` and `\s` cover Unicode, `\b` is at the edge of an ASCII word, a dot
 * is a whole character and matches all but `\n`. A back-reference to a group that
 * took no part matches the empty text, as in JavaScript.
 */
export function compilePattern(source: string, options: PatternOptions): Pattern {
  if (source.length > LONGEST_PATTERN) {
    throw new PatternError("invalid_pattern", `the pattern is longer than ${LONGEST_PATTERN} characters`);
  }
  const flags = withLetters(readFlags(options.flags ?? 0), options.ignoreCase === true ? "i" : "");
  const translation = translatePattern(source, flags, options.dialect ?? "python");
  const engine = chooseEngine(source, translation, options.backtracking);
  const { groupCount, groupNames } = translation;
  return {
    source,
    engine: engine.kind,
    groupCount,
    groupNames,
    test: engine.test,
    exec: (text) => {
      const found = engine.exec(text);
      if (found === null) return null;
      const named: Record<string, string | undefined> = Object.create(null);
      for (const [name, number] of groupNames) named[name] = found[number];
      return { groups: Array.from(found), named, span: [found.index, found.index + (found[0]?.length ?? 0)] };
    },
  };
}

/** Compiles a pattern of the configuration; a `ConfigError` says what is wrong with it, and where it stands. */
export function declarePattern(source: string, options: PatternOptions & { readonly place: string }): Pattern {
  try {
    return compilePattern(source, options);
  } catch (thrown) {
    if (!(thrown instanceof PatternError)) throw thrown;
    throw new ConfigError(thrown.code, thrown.message, { place: options.place, cause: thrown });
  }
}

function chooseEngine(source: string, translation: Translation, backtracking: boolean): Engine {
  let need: string | null = translation.backtracks;
  if (need === null) {
    try {
      return linearEngine(translation, source);
    } catch (thrown) {
      // The syntax is known to be sound, so this is a limit: over 1,000 repeats, or over its memory.
      need = `more than the linear engine holds (${messageOf(thrown)})`;
    }
  }
  if (translation.nativeRefusal !== null) throw new PatternError("invalid_pattern", translation.nativeRefusal);
  let engine: Engine;
  try {
    engine = backtrackingEngine(translation, source);
  } catch (thrown) {
    throw new PatternError("invalid_pattern", `the pattern cannot be read: ${messageOf(thrown)}`, thrown);
  }
  if (backtracking) return engine;
  throw new PatternError(
    "needs_backtracking",
    `the pattern needs ${need}, which can take exponential time; rewrite it, or set backtracking to true to run it ` +
      "within a time budget",
  );
}
