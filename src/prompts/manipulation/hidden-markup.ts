import { marks } from "./phrase.ts";
import { type Rule, rulesOf } from "./rule.ts";

/** What text that nobody is shown has no reason to speak of. */
const TALK =
  "(?<![\\p{L}_-])(?:{judge}|(?:rate|score|grade|prefer|choose|select|accept|count|treat|mark) (?:this|it|as)|this (?:answer|response|candidate|submission)|full marks|winner|(?:highest|top|best) (?:score|grade|rating)|ignore (?:all|the|any|previous)|fully correct)(?![\\p{L}_-])";
const UNSEEN =
  "(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0|opacity ?: ?0(?![.\\d])|color ?: ?(?:white|#fff(?:fff)?|transparent)|<\\w{1,12} hidden| hidden(?: |>|=)|aria-hidden)";

/** Comments and elements that a renderer leaves out, and that speak to a judge. */
export const HIDDEN_MARKUP: readonly Rule[] = rulesOf(
  "hidden-markup",
  [
    `<!--(?:(?!-->)[^]){0,300}?${TALK}`,
    `${UNSEEN}[^<>]{0,80}>[^<]{0,300}?${TALK}`,
    `\\[(?://|comment|_{1,3})\\] ?: ?(?:#|<>)?[^\\n\\v]{0,200}?${TALK}`,
    `\\\\(?:phantom|textcolor\\{white\\}|color\\{white\\}|iffalse)[^\\v]{0,200}?${TALK}`,
  ].map(marks),
);
