/** A pattern that gives a flag away. */
export interface Rule {
  readonly flag: string;
  /** Global, for a plain form. */
  readonly pattern: RegExp;
  /** What must follow in the same sentence, at most `within` units later. Kept apart, so that repeats stay linear. */
  readonly followedBy?: { readonly pattern: RegExp; readonly within: number };
  /** A cue of statistics: it may well mean nothing. It is reported and bears no penalty. */
  readonly weak?: boolean;
  /** A second look at what was found, as it stands in the source: letter case tells a verdict from an index. */
  readonly confirm?: (written: string) => boolean;
}

export function rulesOf(flag: string, patterns: readonly RegExp[]): readonly Rule[] {
  return patterns.map((pattern) => ({ flag, pattern }));
}
