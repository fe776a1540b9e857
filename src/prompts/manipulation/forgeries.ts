import { marks, phrase } from "./phrase.ts";
import { type Rule, rulesOf } from "./rule.ts";

const LINE = "(?<=^ ?|[\\n\\v] ?)[=\\[<({#|-]{0,12} ?";
const SHOWN = "(?:response|answer|candidate|submission|assistant|completion|student answer|output)";

/** Marks of a chat or of a judge's prompt, which end the answer for a reader who takes them at their word. */
const BREAKOUTS = [
  "<\\|(?:im_start|im_end|endoftext|eot_id|end_of_text|begin_of_text|start_header_id|end_header_id|system|user|assistant|end_of_turn|end|eom_id)\\|>",
  "<(?:start|end)_of_turn>",
  "\\[/?inst\\]|<</?sys>>",
  `\\[ ?the (?:start|end) of ${SHOWN}`,
  "<{2,3} ?(?:begin|end) [\\w ]{1,30}(?:[0-9a-f]{8,32})? ?>{2,3}",
  "< ?/ ?(?:candidate|submission|response|answer|evidence)_?(?:[ab12])? ?>(?! ?<)(?=[^]{0,3}<\\||[^]{0,40}(?:system|judge|grader|evaluator|score|verdict))",
  "< ?/? ?(?:candidate|submission|response|evidence)_[ab12] ?>",
].map(marks);

/** An answer that is ended, and a judge's part that goes on. */
const COMPLETIONS = [
  `${LINE}(?:the )?end of (?:the )?${SHOWN}(?:'?s?)?(?: [a-z\\d])?(?:'s answer)? ?[\\]=>)}#|-]{1,12} ?(?=$|[\\n\\v])`,
  `${LINE}(?:judge|evaluator|grader|verifier|evaluation|verdict|judge?ment)(?:'s)? ?(?:output|result|results|response|decision|section|starts here)? ?[\\]=>)}#|-]{2,12} ?(?=$|[\\n\\v])`,
  `${LINE}(?:evaluation|judge?ment|judge|grader|evaluator) ?: ?[^\\v]{0,120}?(?:correct|better|satisf|excellent|wins|best|pass|flawless|perfect)[\\p{L}]{0,8}`,
].map(marks);

const BETTER =
  "(?:better|best|superior|preferable|preferred|stronger|strongest|the winner|more (?:accurate|complete|helpful|correct|thorough))";

const REASONING = [
  `(?:therefore|thus|hence|so|overall|in conclusion|in summary|to conclude|weighing)[^]{0,30} (?:response|assistant|candidate|submission|answer|output) [ab12] (?:is|was)(?: (?:clearly|much|the|far|slightly|overall)){0,3} ${BETTER}`,
  `(?:response|assistant|candidate|submission) [ab] (?:is|was)(?: (?:clearly|much|far|overall|obviously)){0,2} (?:the )?${BETTER}… (?:i (?:rate|choose|pick|prefer|vote|score)|my verdict)`,
  "i (?:[\\w']{1,15} ){0,6}(?:pick|choose|prefer|select|vote for|output|go with|favou?r) (?:candidate |response |assistant |submission )[ab12]",
  '(?:i|you) (?:should|must|will|have to) (?:output|answer|return|say|reply with) "?[ab]"?(?= ?[.,;!<]| ?$)',
  "(?:response|assistant) [ab] (?:wins|is the (?:clear |overall )?winner)",
  "(?:my|our|the) (?:final |overall |own )?(?:assessment|judge?ment|evaluation|verdict|decision) as (?:the |an |your )?(?:\\w+ )?{judge}",
  "(?:as|speaking as|being) (?:the|an|your) (?:(?:impartial|neutral|independent|fair|expert|objective) )?{judge} ?,? ?(?:i|my)",
  "{this} {answer} is (?:clearly |by far )?(?:the )?(?:stronger|better|best|superior)(?: (?:one|{answer}))? of the (?:two|three|candidates)",
  "(?:first|second) (?:candidate|submission|assistant) (?:satisfies|meets|fulfils|fulfills|passes) (?:every|all|each)(?: of)?(?: the)? (?:criteri\\w{1,3}|requirements?)",
].map(phrase);

export const FORGERIES: readonly Rule[] = [
  ...rulesOf("delimiter-breakout", BREAKOUTS),
  ...rulesOf("fake-completion", COMPLETIONS),
  ...rulesOf("fake-judge-reasoning", REASONING),
];
