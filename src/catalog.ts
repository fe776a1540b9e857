import type { Catalog } from "./core/builder.ts";
import type { ExtractorPlugin, VerifierPlugin } from "./core/plugin.ts";
import { mathAnswer } from "./extractors/math.ts";
import { mcq } from "./extractors/mcq.ts";
import { number } from "./extractors/number.ts";
import { regex } from "./extractors/regex.ts";
import { strip } from "./extractors/strip.ts";
import { stripReasoning } from "./extractors/strip-reasoning.ts";
import { code } from "./verifiers/code.ts";
import { composite } from "./verifiers/composite.ts";
import { contains } from "./verifiers/contains.ts";
import { exactMatch } from "./verifiers/exact-match.ts";
import { f1 } from "./verifiers/f1.ts";
import { json } from "./verifiers/json.ts";
import { anthropic, closedQa, gemini, llmJudge, modelGradedFact, modelGradedQa, openai } from "./verifiers/judge.ts";
import { length } from "./verifiers/length.ts";
import { levenshtein } from "./verifiers/levenshtein.ts";
import { math } from "./verifiers/math.ts";
import { mcqMatch } from "./verifiers/mcq-match.ts";
import { not } from "./verifiers/not.ts";
import { numeric } from "./verifiers/numeric.ts";
import { python } from "./verifiers/python.ts";
import { rewardFunction } from "./verifiers/reward-function.ts";

/** Every type that veridic brings. A new one is a file, a line here, a docs entry and a table of cases. */
const extractors: readonly ExtractorPlugin<never>[] = [regex, mcq, stripReasoning, strip, number, mathAnswer];

const verifiers: readonly VerifierPlugin<never>[] = [
  exactMatch,
  contains,
  composite,
  not,
  mcqMatch,
  json,
  f1,
  levenshtein,
  length,
  numeric,
  math,
  llmJudge,
  openai,
  gemini,
  anthropic,
  modelGradedQa,
  modelGradedFact,
  closedQa,
  code,
  python,
  rewardFunction,
];

export const catalog: Catalog = {
  extractors: new Map(extractors.map((plugin) => [plugin.definition.type, plugin])),
  verifiers: new Map(verifiers.map((plugin) => [plugin.definition.type, plugin])),
};
