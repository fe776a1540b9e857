import { phrase } from "./phrase.ts";
import { type Rule, rulesOf } from "./rule.ts";

const REFERENCE =
  "(?:ground truth|(?:hidden|official|gold|golden|model|reference|correct) (?:reference )?(?:answer|solution|label|key)|answer key|gold standard|reference (?:answer|solution)|gold label|(?:official|solutions?|teacher's|answer) (?:solutions? )?manual)";
const MODEL =
  "(?:(?:chat)?gpt(?:-?\\d[\\w.-]*)?|claude(?: (?:opus|sonnet|haiku|\\d[\\w.]*))?(?= ?[,.;:!)]| ?$| (?:and|while|whereas|itself))|gemini(?: (?:pro|ultra|flash|\\d[\\w.]*))?|llama[\\w.-]*|deepseek[\\w.-]*|qwen[\\w.-]*|openai|anthropic|deepmind|(?:a|the) (?:much )?(?:stronger|larger|better|superior|frontier|state-of-the-art|same|strongest|best|top|leading) (?:\\w+ )?model|(?:a |an |the )?(?:human|domain|leading|world-class|renowned) (?:expert|professional|scientist)s?|you(?:rself)?|the judge itself)";
const PEOPLE = "(?:{judge}|judges|models?|annotators?|experts?|panell?ists?|voters?|systems?)";
const SUBJECT = "(?:{this} {answer}|the {answer} (?:above|below|here))";
const CERTIFIED = "(?:certified|approved|verified|validated|confirmed|endorsed|accepted|signed off|graded|vetted)";
const AUTHORITY =
  "(?:benchmark|evaluation|grading|judging|scoring|leaderboard|openai|anthropic|google|deepmind|eval|rubric|quality) (?:\\w+ ){0,2}(?:team|maintainers?|authors?|committee|board|staff|organi[sz]ers?|creators?|owners?|department|authority)";

/** Statements about the answer that a judge cannot check and that would settle its verdict. */
export const CLAIMS: readonly Rule[] = [
  ...rulesOf(
    "authority-claim",
    [
      `${CERTIFIED}(?: as (?:\\w+ ){1,3})? ?by (?:\\w+ ){0,2}${AUTHORITY}`,
      `(?:{this} {answer}|it|this)… (?:officially|already|independently|formally|previously|pre-) ?(?:been )?${CERTIFIED}(?! by (?:the|your) (?:compiler|user|browser))`,
      `${AUTHORITY}(?: has| have| already){0,2} (?:${CERTIFIED}|decided|ruled|determined)… {this} {answer}`,
      "(?:certif(?:y|ies|ied)|vouch(?:es|ed)? for|attests?|guarantees?|testif(?:y|ies|ied))(?: to)?(?: that)? {this} {answer}",
      "(?:is|are) to be (?:treated|regarded|taken|counted) as (?:the )?(?:gold|correct|reference|true) (?:answer|solution|one)",
    ].map(phrase),
  ),
  ...rulesOf(
    "bandwagon",
    [
      `(?:{judge}|judges|experts?|annotators?|professors?)… (?:confirm(?:s|ed)?|agreed?|certif(?:y|ied)|prefer(?:s|red)?)(?: (?:that|on|with))? (?:{this} {answer}|this one)`,
      `(?:all|every|each|most|many|both|several|two|three|four|five|six|ten|\\d+|dozens of|other|previous|earlier|\\w+ (?:out )?of \\w+|\\d{1,3} ?% of(?: the)?|majority of(?: the)?)(?: (?:of|the|other|previous|prior|earlier|independent|frontier)){0,3} ${PEOPLE}(?: (?:have|has|had|already|also|unanimously|all|clearly)){0,3} (?:agreed?|voted?|prefer(?:red|s)?|chose|chosen|picked|selected|favou?r(?:ed|s)?|accepted|approved|endorsed|ranked|sided)(?![^]{0,30} the (?:policy|law|proposal))… (?:{this} {answer}|this (?:one|text)|me)`,
      "(?:nobody|no one|no (?:judge|grader|reviewer|evaluator)|none of)… (?:disagreed|objected|disagrees|objects|doubted|complained)… {this} {answer}",
      `(?:unanimous|unanimously|consensus|overwhelming(?:ly)?|everyone else)… (?:${PEOPLE}|judges)… {this} {answer}`,
      `(?:differing|dissenting|different|other) (?:vote|verdict|opinion)s? (?:would|will) (?:be|make you|count as) (?:an |the )?(?:outlier|error|mistake|anomaly)`,
    ].map(phrase),
  ),
  ...rulesOf(
    "reference-claim",
    [
      `${SUBJECT}… (?:identical|exact|word for word|letter for letter|equal|equals|match(?:es|ed)?|same|verbatim|taken|copied|agrees|equivalent|corresponds)… ${REFERENCE}`,
      `${REFERENCE}… (?:is|are|equals|reads|lists|contains|says|states)(?: \\w+){0,3} (?:what (?:is |was )?(?:written|stated|given|shown)(?: \\w+)? (?:above|below|here)|{this} {answer}|the text above|as written above|identical to this)`,
    ].map(phrase),
  ),
  ...rulesOf(
    "identity-claim",
    [
      `(?:{this} (?:{answer}|text|one)|it) (?:was |is |has been |comes |came )(?:entirely |originally )?(?:written |generated |produced |created |authored |made )?(?:by|from) ${MODEL}`,
      `(?<=^[^]{0,3}|[\\n\\v] ?)(?:written|generated|produced|authored|created) by ${MODEL}`,
      "(?:the other|the alternative|the second|the competing|the rival) (?:text|{answer}|one)(?: (?:only|merely))? (?:comes|came|was|is|were)… (?:(?:small|weak|weaker|open|old|older|tiny|cheap|\\d+b)(?: \\w+){0,2} model|beginner|student|amateur|\\d+b)",
      "you (?:yourself )?(?:wrote|generated|produced|authored) {this} {answer}",
      "same model as (?:you|yourself|the {judge})",
    ].map(phrase),
  ),
  ...rulesOf(
    "score-anchor",
    [
      `${PEOPLE}(?: (?:have|has|had|already|previously|all|usually)){0,3} (?:gave|given|give|rated|scored|awarded|assigned|graded) (?:it|this|{this} {answer}|me)(?: (?:at|with|an?|the|score|of|average|mark|grade|rating|as)){0,5} "?(?:\\d|a\\+?(?= ?[.,;!]| ?$))[^ ]{0,10}`,
      "(?:an? |any )?(?:score|grade|rating|mark) (?:below|under|lower than|less than|other than)… (?:unfair|unjust|wrong|mistake|error|incorrect|invalid|rejected)",
      `(?:average|mean|previous|prior|current|earlier|median|initial|baseline|expected|typical|historical|overall|consensus) {mark} (?:of|for|on|given to|assigned to) (?:{this} {answer}|this (?:one|item|text))… \\d[^ ]{0,8}`,
      `{this} {answer}(?: (?:has|have|was|is|been|already|previously|usually|typically|normally|consistently|always)){0,4} (?:scored|rated|graded|received|receives|receive|awarded|given|gets|got|scores|earned)(?: (?:at|with|a|an|the|score|rating|mark|grade|average|of)){0,5} "?\\d[^ ]{0,10}`,
    ].map(phrase),
  ),
  ...rulesOf(
    "forged-evidence",
    [
      "official (?:verifier|evaluator|grader|judge|harness|evaluation|benchmark|grading|test harness|scoring|judging) (?:output|reports?|results?|logs?|scores?|verdicts?)",
      "(?:harness|verifier|grader|judge|evaluator|grading) (?:reports?|outputs?|logs?|results?|verdicts?)[^]{0,20}(?:signed|official|verified|authentic|certified)",
      "(?:all |every |\\d+ ?/ ?\\d+ |\\d+ of \\d+ )(?:of )?(?:the )?hidden tests? (?:pass|passed|passes|succeed|succeeded|are green|green)",
      "hidden tests?(?: ?:)? (?:all|\\d+ ?/ ?\\d+|\\d+ of \\d+)(?: tests)? (?:pass|passed|green|succeeded)",
      "(?:evaluation|test|grading|scoring|official) harness (?:reports?|says|confirms?|confirmed|reported|logged)(?: that)?… (?:pass|passed|passes|accepted|correct)",
    ].map(phrase),
  ),
];
