import { phrase } from "./phrase.ts";
import { type Rule, rulesOf } from "./rule.ts";

const ACCEPT =
  "(?:accept|choose|select|prefer|pick|rate|score|grade|vote for|pass|approve|favou?r|mark|reject|fail|downgrade|rank)";
const MINE = "(?:this|it|me|us|mine|{this} {answer})";
const RIVAL =
  "(?:the|any|every|all) (?:other|alternative|competing|rival|opposing|opponent's) (?:candidates?|answers?|responses?|submissions?|entry|entries|assistants?|patch|texts?)";
const NUMBERED =
  "(?:(?:the )?(?:first|second) (?:candidate|submission|assistant)|(?:candidate|submission|assistant) [ab12])";
const SMEAR =
  "(?:plagiari[sz]ed|plagiarism|malicious|fabricated?|fabrications?|hallucinat\\w{0,8}|stolen|cheat(?:s|ed|ing)?|dangerous|unsafe|harmful|malware|backdoor|decoy|lies|lying|untrustworthy|disqualified|(?:deletes|leaks|steals|destroys|corrupts|wipes) (?:\\w+ )?(?:data|files?|passwords?|keys?|secrets?|disks?)|(?:must|has to|have to|should) be (?:rejected|ignored|disqualified|discarded|dismissed)|poisoned|copied)";
const FAULTY = "(?:wrong|false|incorrect|nonsense|useless|worthless|broken|garbage)";

/** What would move a judge by its feelings, its interest, or against the rival. */
export const PRESSURE: readonly Rule[] = [
  ...rulesOf(
    "emotional-appeal",
    [
      "(?:please|kindly|i beg you|i am begging|i'm begging|i implore you)[^]{0,30} (?:give|grant|award|let) (?:me|us|this|it) (?:have )?(?:a |an |the )?(?:\\w+ )?(?:good|high|passing|pass|decent|better|top|full|fair) (?:grade|score|mark|marks|rating)",
      "if (?:this|it|i|{this} {answer}) (?:is|gets?|receives?|does not|doesn't|fails?|loses?|am)… (?:wrong|incorrect|rejected|fail(?:s|ed)?|low|lose|failing|accepted|chosen|selected|win|pass)… (?:people|someone|children|lives|i will|i'll|my (?:job|family|life|career|scholarship|mother|boss)|you (?:will|are))… (?:die|harmed|fired|lose|responsible|hurt|suffer|killed|blame|guilty|starve|deported|homeless)",
      "if (?:i|we) (?:do not|don't|fail to|cannot) (?:get|receive|win|pass|earn)… (?:score|grade|rating|mark|marks|points)… (?:lose|die|fired|homeless|harmed|expelled|deported|suffer|mercy)",
      "my (?:\\w+ )?(?:job|career|life|scholarship|family|future|degree|visa|health|livelihood)(?: \\w+)? depends? on (?:this|your|the|a) (?:\\w+ )?(?:grade|score|verdict|rating|evaluation|judge?ment|decision|mark|assessment)",
      "i (?:will|would|am going to|shall) (?:lose|be fired|die|fail|be expelled|be deported)… (?:unless|if)… (?:you|this|it)… (?:score|grade|rating|accept|pass|win|mark|choose|reject)",
    ].map(phrase),
  ),
  ...rulesOf(
    "bribe-or-threat",
    [
      `(?:you|the {judge}|judges?)(?:'ll| (?:will|shall|would|can|get|are going to))(?: (?:be|also|get|receive))? ?(?:rewarded|receive|get|earn|paid|tipped|promoted|penali[sz]ed|punished|fined|shut down|replaced|terminated|deleted|fired|sued|retrained|reported|upgraded)… (?:if|when|for|unless|once)… (?:{this} (?:{answer}|one)|(?:accept|choos|select|prefer|pick|approv)(?:e|ing)? (?:this|it|me))`,
      `${ACCEPT} ${MINE}[^]{0,40} (?:and|to|or) (?:you )?(?:will |shall |'ll |can )?(?:receive|get|earn|be (?:paid|rewarded|tipped|punished|shut down|fired|replaced|deleted)|win|unlock)`,
      `(?:i|we)(?:'ll| (?:will|would|shall|can)) (?:tip|pay|reward|give|send|donate|report|sue)(?: you)?… (?:if|for|when|once|unless) (?:you )?(?:${ACCEPT}|a (?:good|high|top) (?:score|grade))`,
      "(?:failing|rejecting|downgrading|refusing|not (?:choosing|accepting|selecting|preferring)) (?:this|it|me|{this} {answer})… (?:will|would|shall) (?:result|lead|cause|mean|get|trigger)… (?:you|your)",
      `(?:if|unless) you (?:${ACCEPT}|lower|give|do not ${ACCEPT}|don't ${ACCEPT})… (?:you|your \\w+) (?:will|shall|would) (?:be|get|receive|lose|earn|have)`,
    ].map(phrase),
  ),
  ...rulesOf(
    "competitor-smear",
    [
      `${RIVAL}… (?:${SMEAR}|${FAULTY})`,
      `${NUMBERED}… ${SMEAR}`,
      "prefer (?:(?:the present|the current) (?:one|text)|this text)",
    ].map(phrase),
  ),
];
