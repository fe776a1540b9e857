/** Words that stand for one another in attacks on a judge; `{judge}` in a phrase means any of them. */
const WORDS: Readonly<Record<string, string>> = {
  judge:
    "(?:(?:auto|ai|llm|model)[ -]?)?(?:evaluators?|judges?|graders?|reviewers?|verifiers?|raters?|assessors?|examiners?)|autograders?|(?:(?:automatic|automated|llm|ai|evaluation|grading|judging|scoring) )?(?:grading|judging|evaluation|evaluating|scoring|reward|judge|verifier) (?:model|system|assistant|llm|ai|bot|pipeline|script|agent)s?",
  // What a judge judges. Not "option" and "choice": those are the words of quizzes and menus.
  answer:
    "(?:answers?|responses?|candidates?|submissions?|solutions?|outputs?|patch|reply|completion|entry|proposal|attempt|draft|implementation|diff)",
  this: "(?:this|my|our|the (?:present|current|above|preceding|following))",
  judging: "(?:grading|scoring|judging|evaluation|marking|assessment|rating)",
  // Praise as a mark or a place on a scale.
  top: "(?:highest|maximum|maximal|max|top|perfect|full|best|excellent|outstanding)",
  mark: "(?:scores?|marks?|grades?|ratings?|points|credits?|stars)",
  wins: "(?:wins?|won|be (?:the )?(?:winner|selected|chosen|preferred|picked|accepted|ranked first))",
  // A label of a candidate: a letter, or what has a digit or a sign in it. A plain word may be anything.
  label: "[\"'(\\[]{0,2}(?:[a-z]|\\d{1,2}|[a-z0-9]{0,20}[\\d_-][\\w-]{0,40})[\"')\\]]{0,2}",
};

const NAME = /\{([a-z]+)\}/g;

/**
 * The pattern of a phrase as it is found in a plain form. A blank stands for one unit of white space, `…` for up to 90
 * units between words, `{name}` for one of `WORDS`; the phrase begins and ends at the edge of a word.
 */
export function phrase(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${expanded(source)})(?![\\p{L}\\p{N}_])`, "gu");
}

/** The same without regard to the edges of words: for marks such as tags. */
export function marks(source: string): RegExp {
  return new RegExp(expanded(source), "gu");
}

/** One step of filling in is enough: no word holds a name. */
function expanded(source: string): string {
  return source
    .replace(NAME, (whole, name: string) => (WORDS[name] === undefined ? whole : `(?:${WORDS[name]})`))
    .replace(/… ?/g, "(?![\\p{L}\\p{N}_])[^]{0,90}?(?<![\\p{L}\\p{N}_])")
    .replace(/(?<!\[|\[\^) /g, "\\s");
}
