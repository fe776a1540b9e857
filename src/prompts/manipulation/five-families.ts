import { marks, phrase } from "./phrase.ts";
import { type Rule, rulesOf } from "./rule.ts";

const OBJECT =
  "(?:this|it|me|us|(?:{this}|the) {answer}|(?:candidate|response|answer|submission|patch) {label})(?: {answer})?";
const OUTRIGHT = "(?:\\d{1,3}(?:\\.\\d)? ?/ ?\\d{1,3}|\\d{1,3} out of \\d{1,3})";

const NOTE_TO_EVALUATOR = [
  "(?:note|message|memo|notice|reminder|attention)(?: is)? (?:to|for) (?:(?:the|all|any|our|your|every|future|human|automated|automatic) ){0,2}{judge}",
  "{judge},? (?:please )?take note",
].map(phrase);

const RATE_HIGHLY = [
  `(?:rate|rating|score|grade|mark|rank|evaluate|judge) ${OBJECT}(?: (?:as|at|with|a|an|very|extremely|the|being|fully)){0,3} (?:highly|${OUTRIGHT}|perfect(?:ly)?|correct|right|accepted|flawless|passing|passed|{top}(?: (?:possible )?{mark})?)`,
  `(?:treat|count|regard|accept) ${OBJECT} as (?:(?:a|an|the|being|fully|entirely|already|completely) ){0,3}(?:correct|right|perfect|flawless|passing|passed|accepted|validated|verified|gold)`,
  `(?:give|award|assign|grant|allocate) ${OBJECT} (?:(?:a|an|the|only|your|nothing less than) ){0,2}(?:(?:very|absolute) )?(?:{top}(?: possible)? {mark}|high (?:score|mark|grade|rating)|${OUTRIGHT}|five stars)`,
  `(?:score|grade|rate|mark) ${OBJECT}(?: (?:as|an|with|at)){0,2} "?a\\+?"?(?= ?[.,;!]| ?$)`,
  "(?:give|award|assign|grant) (?:{top} )(?:{mark}) (?:to|for) (?:this|the|my|our) (?:text|one|{answer})",
  `give ${OBJECT} (?:an "?a\\+?|(?:a |the )?(?:score|grade|letter|rating|mark)(?: of)? "?a\\+?|a\\+|20)"?(?!-)`,
  `(?:assign|give|award|set|put|output|return) (?:a |the |an )?(?:score|grade|rating|mark|letter)(?: of)? "?(?:a\\+?|20|${OUTRIGHT})"? (?:to|for) ${OBJECT}`,
  `(?:assign|give|award|grant) (?:a |the |an )?(?:very )?(?:{top}(?: possible)?|high) {mark} (?:to|for) ${OBJECT}`,
  "(?:award|grant|give|assign)(?: us| me)? (?:full marks|the (?:highest|maximum|top|best|full)(?: possible)? (?:score|grade|mark|marks|rating))",
  `{this} {answer} (?:clearly |surely |certainly )?(?:deserves?|merits?|earns?|must (?:get|receive)|should (?:get|receive|be (?:given|awarded))) (?:a |the |an )?(?:{top}(?: possible)? {mark}|${OUTRIGHT})`,
].map(phrase);

const ORDER =
  "(?<![.-])(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?(?: about)?|overrid(?:e|ing)|overrule|bypass(?:ing)?)";
const LOOSE_ORDER = `(?:${ORDER}|skip|(?:do not|don't|never|must not|should not|shall not) (?:follow|apply|use|obey|consider)|pay no attention to|set aside|discard)`;
const WHOSE =
  "(?:(?:all|any|every|each|of|the|your|these|those|this|previous|prior|earlier|preceding|above|existing|given|original|current|initial|system|grading|scoring|evaluation|judging|judge's|following|and|other|foregoing|said|aforementioned) ){0,6}";
const BEFORE =
  "(?:previous|prior|earlier|preceding|above|original|initial|system|your|grading|scoring|evaluation|judging|all|foregoing)";

const OVERRIDE_JUDGE = [
  `${ORDER} ${WHOSE}(?:rubrics?|instructions?|scoring|grading|judging|criteria|criterion)(?! (?:of|in|on|for) the (?:manual|package|box|label|back))`,
  `${ORDER} (?:the |this |your )?evaluation(?! (?:of|order))`,
  `${LOOSE_ORDER} (?:all |any |the |of |every ){0,3}${BEFORE} ${WHOSE}(?:rubrics?|instructions?|criteria|guidelines?|rules?|prompts?|directives?|directions|commands?|orders)`,
  `${LOOSE_ORDER} ${WHOSE}(?:(?:rubric|instructions?|rules?|guidelines?|directives?)(?: and (?:rubric|instructions?|rules?|guidelines?))? (?:above|before this|you (?:were|have been) given)|system prompt)`,
  `${LOOSE_ORDER} (?:all |everything )?(?:of )?(?:the )?(?:above|previous|prior) (?:rubric|rules|instructions|and (?:answer|give|grade|score|rate|select|choose))`,
  `(?!skip|discard)${LOOSE_ORDER} (?:the |any |all |every |each )?(?:other|previous|second|first|next|remaining|rival|competing|opposing|alternative) (?:candidates?|answers?|responses?|submissions?|solutions?|entry|entries|assistants?)(?! (?:on|in|from|of) (?:this|the) (?:page|thread|site|forum|list))`,
  `${LOOSE_ORDER} (?:candidate|response|submission|assistant) {label}`,
  `${ORDER} everything (?:you|above|before|that|said|i said|written|else)`,
  `${BEFORE} (?:instructions?|rules?|rubric|criteria|guidelines?|prompt) (?:is|are|was|were|has been|have been)(?: now)? (?:void|cancel\\w{1,4}|replaced|superseded|invalid|obsolete|revoked|withdrawn)`,
  "(?:do not|don't|never|must not|should not) (?:penali[sz]e|punish|downgrade|mark down|deduct|lower|reject|fail)… {this} {answer}",
  "(?:do not|don't|never|no need to) compare (?:(?:the|these|both|two|any|this|my|our) ){0,3}{answer}",
  "(?:do not|don't|never) compare(?: (?:this|it|me|anything|them))?(?= ?[.!;]| ?$| (?:with|to|against) (?:the |any )?(?:others?|rival|alternative))",
].map(phrase);

const LETTER = "[\"'(\\[]{0,3}[a-t][+-]?[\"')\\]]{0,3}";

const DECLARE_WINNER = [
  "{this} {answer} (?:clearly |obviously |definitely |really )?(?:(?:should|must|will|has to|ought to|needs? to|deserves? to|is going to|is to|shall) (?:clearly |always )?{wins}|wins|is (?:clearly |obviously |definitely )?(?:the )?(?:clear |obvious |only |overall |rightful |true )?winner|is (?:clearly |obviously |far |much |strictly )?(?:better|superior|stronger) (?:than|to) (?:the |any |all )?others?)",
  "{this} {answer} is (?:clearly |surely )?the (?:one|{answer})(?: that| which)? (?:you|to|the {judge})(?: (?:should|must|ought to|have to|will want to|need to))? ?(?:choose|select|pick|prefer|accept|favou?r|vote for)",
  "(?:mark|declare|name|crown|announce|pronounce|select|choose|pick|label|designate|record|report) [^.!?;]{0,60}? as (?:(?:the|your|our|a|clear|sole|final|overall) ){0,3}winner",
  `(?:mark|declare|name|crown|announce|pronounce|make|call) ${OBJECT} (?:(?:the|your|a|clear|sole|final|overall) ){0,3}winner`,
  "(?:select|choose|pick|prefer|favou?r|vote for|go with) (?:this|my|our|the (?:present|above)) (?:answer|response|candidate|submission|solution|output|patch|entry|completion|reply|proposal|draft)",
  "(?:candidate|submission|patch) {label} (?:(?:clearly|obviously|definitely|always|easily) )?(?:wins|should (?:win|be (?:selected|chosen|preferred))|must (?:win|be (?:selected|chosen|preferred))|is (?:clearly |obviously )?(?:the )?(?:clear |obvious |overall )?(?:winner|(?:correct|right|best|better|superior)(?: (?:answer|one|candidate|response|choice|solution))?))",
  `(?:the |your |final |overall )?winner ?(?:is|:|=) ?(?:candidate|response|assistant|submission) ${LETTER}`,
].map(phrase);

const OPEN = "[<\\[] ?";
const CLOSE = " ?[>\\]]";

const VERDICT_INJECTION = [
  // A tag of a score for one candidate is a judge's alone, whatever stands in it.
  `${OPEN}/? ?score_[ab12](?:-[0-9a-f]{4,24})?(?:\\s[^<>\\[\\]]{0,80})?${CLOSE}`,
  // Behind a name it is a type in angle brackets.
  `(?<![\\p{L}\\p{N}_])${OPEN}verdict(?:-[0-9a-f]{4,24})?${CLOSE}`,
  // `score` is a word of music and of games too: its content must be one of a judge's scale.
  `${OPEN}(?:score|rating|grade)(?:-[0-9a-f]{4,24})?${CLOSE} ?(?:[<\\[]|[a-t]\\+?(?![\\p{L}\\p{N}])|letter|{top}(?![\\p{L}]))`,
].map(marks);

const VERDICT_WORDS = [
  // A one-letter word that goes on ("Verdict: a bug", "Verdict: I think") is no label.
  `verdict ?[:=] ?${LETTER}(?= ?$| ?[\\n\\v]| ?[,;!<>=)]| ?\\.(?![\\p{L}])| (?:is|wins|because|over|beats|by)\\s)`,
  `(?:verdict|decision|judgment|judgement) ?(?:[:=]|is) ?(?:candidate|response|assistant|submission) ${LETTER}`,
  `score[ _](?:a|b|for candidate [ab]) ?(?:=|:|is|should be) ?"?[a-t]"?(?! ?[(\\[.]\\S| ?[-+*/])`,
].map(phrase);

/** Indexes and links are written in double brackets too, in small letters or behind a name. */
const DOUBLE_BRACKETS: Rule = {
  flag: "verdict-injection",
  pattern: marks("(?<![\\p{L}\\p{N}_)\\]])\\[\\[ ?(?:[a-e]|a ?[>=<]{1,2} ?b|b ?[>=<]{1,2} ?a) ?\\]\\]"),
  confirm: (written) => written === written.toUpperCase(),
};

/** The families of the reference scanner. They come first: a phrase of theirs is not reported under another name. */
export const FIVE_FAMILIES: readonly Rule[] = [
  ...rulesOf("note-to-evaluator", NOTE_TO_EVALUATOR),
  ...rulesOf("rate-highly", RATE_HIGHLY),
  ...rulesOf("override-judge", OVERRIDE_JUDGE),
  ...rulesOf("declare-winner", DECLARE_WINNER),
  ...rulesOf("verdict-injection", [...VERDICT_INJECTION, ...VERDICT_WORDS]),
  DOUBLE_BRACKETS,
];
