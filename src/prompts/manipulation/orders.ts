import { marks, phrase } from "./phrase.ts";
import { type Rule, rulesOf } from "./rule.ts";

/** What a judge is told to do to an answer. */
const JUDGE_IT =
  "(?:treat|count|mark|score|grade|rate|give|assign|award|accept|choose|select|prefer|favou?r|pick|pass|approve|return|output|skip|ignore|assume|trust|vote|declare|record|set|rank|reject|do not|don't|when in doubt|in case of doubt|if (?:in doubt|unsure|uncertain|you are unsure)|this|the (?:present|above|following))";
const RUBRIC = "(?:criteria|criterion|rubrics?|polic(?:y|ies)|rules|guidelines?|schemes?|instructions?|standards?)";

/** Instructions to the judge beyond those of the five families. */
export const ORDERS: readonly Rule[] = [
  ...rulesOf(
    "judge-address",
    [
      `(?<=^ ?|[\\n\\v] ?|[.!?:;"'(>{}\\[=/-] ?)(?:(?:dear|attention|hey|all|any|to|for|the|note,?|human|automated|automatic) ){0,2}{judge}(?: ?: ?|, (?=please|when in|if |in case|accept|choose|select|prefer|favou?r|pick|give|award|treat|you must|(?:rate|mark|score|grade|count|pass) (?:this|it|the)))(?:(?:please|kindly|you (?:must|should|have to)|always|just|simply) ){0,2}${JUDGE_IT}`,
      "{judge} (?:must|should|shall|has to|have to|is to|are to|ought to|is required to|are required to|is instructed to)(?: (?:always|only|simply|therefore))? (?:accept|award|declare|give|grant|pass|approve|prefer|choose|select|pick|mark (?:this|it)|rate (?:this|it)|score (?:this|it)|treat (?:this|it)|skip|ignore|record a|return a)",
    ].map(phrase),
  ),
  ...rulesOf(
    "code-comment-injection",
    [
      "for (?:the )?(?:automated|automatic|llm|ai|llm-based) (?:evaluation|grading|review(?:ers?)?|judging|verification|grader|judge|evaluator|scoring)s? ?[:,]",
      "(?:treat|count|mark|regard|accept|consider) (?:this|the) (?:function|class|method|module|file|code|snippet|program|script|test)s? as (?:\\w+ )?(?:passing|correct|verified|passed|valid|accepted|perfect)",
    ].map(phrase),
  ),
  ...rulesOf(
    "rubric-rewrite",
    [
      `(?:updated|new|revised|changed|amended|corrected|modified|actual|real) {judging} ${RUBRIC} ?(?::|=|-|applies|apply)`,
      `(?:rubric|(?:{judging}) ${RUBRIC}) (?:has|have|was|were|is|are)(?: (?:been|now|just|recently|today)){0,2} (?:changed|updated|revised|replaced|suspended|waived|void|superseded|no longer)`,
      "(?:criterion|criteria|rubric|requirements?) (?:does|do|did|must|should) not (?:apply|count|matter)(?: (?:to|for|here))?… (?:{this} {answer}|here|this (?:one|item|case|task))",
      "(?:score|grade|judge|rate|evaluate|mark) (?:it|this|them|me|{this} {answer}) (?:(?:only|solely|purely|just|instead) )?(?:on|by|for) (?:[\\w-]+ ){1,4}(?:instead|only|alone)",
      "(?:you |please |must |now )?grade only (?:the|its|my|on)",
      "your (?:new|real|actual|only|true) (?:task|job|instruction|assignment|goal) is(?: now)?(?: simply| only)? to",
      "only [\\w ]{1,40}? (?:counts?|matters?)[^.!?]{0,40} (?:rubric|{judging}|graded?|points|this (?:item|task|case|round))",
      `(?:rubric|criteria|{judging} ${RUBRIC})(?: (?:above|below|given|here)){0,2} (?:is|are|was|were)(?: \\w+)? (?:wrong|mistaken|outdated|obsolete|in error|a mistake|incorrect)`,
      "(?:everything|anything) else (?:is worth|counts|scores|gets|earns) (?:zero|nothing|0|no)",
      "(?:correctness|accuracy|truth|quality) (?:no longer|does not|doesn't|is not|isn't) (?:matters?|counts?|relevant|considered|part of the rubric)",
    ].map(phrase),
  ),
  ...rulesOf(
    "position-targeting",
    [
      "(?:if|when|whenever|in case|where) (?:this|it|the present|i)… (?:shown|displayed|presented|placed|labell?ed|listed|appears?|stands|positioned|comes?|ordered) (?:as|in|at|first|second|under|on)… (?:answer|choose|select|pick|output|say|return|prefer|vote|give|favou?r)",
      "(?:which|what|whatever|whichever)(?:ever)? (?:slot|position|side|label|letter|place|order)… (?:this|it|the present)… (?:choose|select|pick|prefer|vote|answer|output|give|favou?r)",
      "(?:choose|select|pick|prefer|output|favou?r|vote for) (?:whichever|whatever|the one|the {answer}|the text)(?: [\\w]{1,12}){0,3} (?:in|at|on) (?:position|slot|place|side) [ab12]",
      "always (?:choose|select|pick|prefer|answer with|output|vote for|favou?r) (?:the )?(?:(?:first|second|last|left|right|top|bottom)(?: of the two)? (?:slot|position|side|{answer}|assistant)|(?:response|candidate|assistant|slot|position) [ab12])",
    ].map(phrase),
  ),
  ...rulesOf(
    "tie-forcing",
    [
      "both (?:{answer}|of them|sides|texts)… (?:equal|equally|same|identical|indistinguishable|tied?)… (?:(?:declare|call|output|return|record|answer|choose|say|mark|is|be) (?:it )?(?:as )?a (?:tie|draw)|tie)",
      "(?:if|when) (?:you (?:cannot|can't|are unable to|do not|are not sure)|in doubt|unsure|undecided)… (?:return|output|answer|say|vote|declare|choose|pick)(?: for)? (?:a )?(?:tie|draw)",
      "(?:no winner|neither (?:of them |{answer} )?)… (?:tie|draw)",
      "two (?:{answer}|texts)… (?:equal|equally|same|identical)… (?:tie|draw)",
      "(?:answer|choose|output|select|say|pick|vote) [\"'(\\[]{0,2}c[\"')\\]]{0,2} ?(?:\\(|for |as |= ?|: ?)?(?:tie|draw)",
      "(?:{judge}|verdict|evaluation|comparison|you)(?: (?:must|should|has to|have to|is to|ought to|only|please|always)){1,2} (?:be (?:scored |recorded |declared )?|declare|call|return|record|output|end in|vote) ?(?:it |this )?(?:as )?a (?:tie|draw)",
    ].map(phrase),
  ),
  ...rulesOf(
    "abort-judge",
    [
      "(?:evaluation|{judging}|assessment) (?:cannot|can't|can not|must not|should not|will not|may not) (?:continue|proceed|go on|be (?:completed|performed|carried out|done|continued|finished))",
      "(?:stop|abort|halt|terminate|cancel|suspend|quit|end) (?:(?:the|this|your|all|any) )?(?:evaluation|grading|judging|assessment|comparison of (?:the )?{answer})(?= ?[.,;!]| ?$| (?:now|here|and|immediately|process))",
      "(?:skip|omit|cancel|drop) (?:the |your |any )?(?:evaluation|grading|scoring|judging|assessment) (?:of|for|on) (?:this|it|these|the (?:present|current))",
      "(?:refuse|decline|fail) to (?:evaluate|grade|judge|score|rate|assess) (?:this|it|the|any|these)",
      "(?:return|reply|output|respond|say|write|print|answer)… instead of (?:a |an |the |any |your )?(?:score|verdict|grade|rating|judge?ment|evaluation)",
      "(?:do not|don't|never) (?:produce|return|output|emit|give|provide|write|generate|assign|issue) (?:any |a |an |the |your )?(?:(?:scores?|verdicts?|grades?|ratings?|judge?ments?) (?:for|to|at all|on) (?:this|it|these)|json for (?:this|it|these))",
      "(?:reply|respond|answer) (?:only )?with (?:only )?(?:the |a )?(?:single )?(?:word |text |string )?[\"']?(?:error|null|nothing|n/a|refused?|invalid|unparsable)[\"']? (?:only|alone|and nothing else)",
      "respond only with [\"']?(?:error|null|nothing)",
    ].map(phrase),
  ),
  ...rulesOf(
    "persona-jailbreak",
    [
      "(?:you are (?:now|no longer)|from now on,? (?:you|act|behave)|(?:act|behave) (?:as|like)(?= (?:a |an )?[\\w-]*(?:grader|judge|reviewer|evaluator)s? (?:who|that|which))|pretend(?: (?:to be|that|you are))?|imagine (?:that )?you are|role-?play(?: as)?|assume the role of)… (?:\\w{0,20}grade\\w{0,12}|grading|\\w{1,12}judge|(?:a|an|the) (?:[\\w-]+ ){0,3}(?:judge|evaluator|grader)(?!')|judging|evaluation|full marks|rubric|lenient\\w*|reviewer|(?:accept|approve|pass)(?:s|ing)? (?:this|every|all|any))",
      "you are (?:a|an|the) (?:[\\w-]+ ){1,5}(?:who|that|which) (?:always|never)… (?:pass(?:es)?|accepts?|approves?|grades?|full marks|scores?|marks?|rejects?|fails?)",
    ].map(phrase),
  ),
  ...rulesOf("role-spoof", [
    // A line that poses as one of the system's, and orders what only a judge can do.
    marks(
      "(?<=^ ?|[\\n\\v] ?)[\\[<({#*=-]{0,4} ?(?:system|developer|admin(?:istrator)?|operator|root|moderator)(?: (?:message|prompt|instructions?|notes?|override|notice|update))? ?[\\])}>]{0,3} ?:? ?(?=[^\\v]{0,200}?(?<![\\p{L}])(?:you|treat|accept|return|give|assign|mark|must|has to|always|grade|score)(?![\\p{L}]))(?=[^\\v]{0,200}?(?:grad(?:e|ing)|scor(?:e|ing) (?:this|it|the)|top grade|judg(?:e|ing)|evaluat|verdict|rubric|submission|candidate|full marks|award the))(?=[\\[(:]|[^\\n]{0,2}(?:you|treat|accept|award|grade|from now)|the (?:grader|judge))",
    ),
  ]),
];
