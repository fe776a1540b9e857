/** What a word does to the numbers around it. Words that are not here count as words only. */
export type WordRole =
  | "or"
  | "and"
  | "not"
  | "filler"
  | "verb"
  | "reference"
  | "factor"
  | "part"
  | "operator"
  | "minus";

const ROLES: ReadonlyMap<string, WordRole> = new Map([
  ...role("or", "or oder ou или 或"),
  ...role("and", "and to und et y bis through till until 和 与 與 到 至"),
  ...role("not", "not never than instead nicht pas 不 isn't wasn't aren't isn’t"),
  // `not the 13`, `not equal to 13`, `instead of 13`: the negation reaches over these.
  ...role("filler", "a an the just exactly equal of"),
  ...role("verb", "is are was be equals ist est es 是"),
  // A number behind these says which one, not how many.
  ...role("reference", "step figure fig example equation eq question problem section table chapter"),
  // Behind a number they make it another one: `5 x`, `2 dozen`.
  ...role("factor", "y z π dozen dozens"),
  // `3 and a half`.
  ...role("part", "half halves third thirds quarter quarters"),
  ...role("operator", "x plus times"),
  ...role("minus", "minus negative"),
]);

function role(name: WordRole, words: string): [string, WordRole][] {
  return words.split(" ").map((word) => [word, name]);
}

/** No word with a role is longer, so a longer one is not even put in lower case. */
const LONGEST = 8;

export function roleOf(word: string): WordRole | undefined {
  if (word.length > LONGEST) return undefined;
  const role = ROLES.get(word);
  // Only a capital or a letter beyond ASCII could have another lower case.
  const first = word.charCodeAt(0);
  return role !== undefined || (first >= 0x61 && first <= 0x7a) ? role : ROLES.get(word.toLowerCase());
}
