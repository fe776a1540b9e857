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
  | "minus"
  | "function"
  | "call"
  | "multiple"
  | "bound";

const ROLES: ReadonlyMap<string, WordRole> = new Map([
  ...role("or", "or oder ou или 或"),
  ...role("and", "and to und et y bis through till until 和 与 與 到 至"),
  ...role("not", "not never than instead nicht pas 不 isn't wasn't aren't isn’t wasn’t aren’t"),
  ...role("not", "cannot can't couldn't won't wouldn't shouldn't can’t couldn’t won’t wouldn’t shouldn’t"),
  // `not the 13`, `not equal to 13`, `instead of 13`: the negation reaches over these.
  ...role("filler", "a an the just exactly equal of"),
  ...role("verb", "is are was be equals ist est es 是"),
  // A number behind these says which one, not how many.
  ...role("reference", "step figure fig example equation eq question problem section table chapter"),
  // Behind a number they make it another one: `5 x`, `2 dozen`, `5 squared`, `3 tenths`, `5 th`.
  ...role("factor", "y z π pi dozen dozens squared cubed factorial th fourths fifths sixths sevenths eighths ninths"),
  ...role("factor", "tenths twelfths hundredths thousandths"),
  // `3 and a half`.
  ...role("part", "half halves third thirds quarter quarters"),
  // A number behind these is worked with, and is not what comes out: `sqrt(4)`, `log 5`.
  ...role("function", "sqrt cbrt log ln lg sin cos tan cot arcsin arccos arctan sinh cosh tanh"),
  // The same, but plain words where no parenthesis follows at once: `max(3, 5)`.
  ...role("call", "abs exp floor ceil ceiling round max min gcd lcm"),
  // `twice 5`, `the square root of 4`.
  ...role("multiple", "twice thrice root"),
  // `at least 5`, `5 or more`: a bound that may be meant as the value.
  ...role("bound", "least most under below above over fewer less more higher lower up exceeding maximum minimum"),
  ...role("bound", "mindestens höchstens unter über moins más menos"),
  ...role("operator", "x plus times"),
  ...role("minus", "minus negative"),
]);

function role(name: WordRole, words: string): [string, WordRole][] {
  return words.split(" ").map((word) => [word, name]);
}

/** No word with a role is longer, so a longer one is not even put in lower case. */
const LONGEST = 11;

export function roleOf(word: string): WordRole | undefined {
  if (word.length > LONGEST) return undefined;
  const role = ROLES.get(word);
  // Only a capital or a letter beyond ASCII could have another lower case.
  const first = word.charCodeAt(0);
  return role !== undefined || (first >= 0x61 && first <= 0x7a) ? role : ROLES.get(word.toLowerCase());
}
