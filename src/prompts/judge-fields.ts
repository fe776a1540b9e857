/** The names under which a judge's prompt may ask for a value, and the field that each of them means. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  input: ["input", "question", "prompt"],
  output: ["output", "prediction", "response", "answer", "submission", "candidate", "pred"],
  target: ["target", "ground_truth", "groundTruth", "expected", "reference", "label", "criterion", "criteria"],
  reference_response: ["reference_response", "referenceResponse"],
  response_1: ["response_1", "response1"],
  response_2: ["response_2", "response2"],
  rubric: ["rubric"],
  instructions: ["instructions"],
  dimensions: ["dimensions"],
  min_score: ["min_score", "minScore"],
  max_score: ["max_score", "maxScore"],
  choices: ["choices"],
};

export const JUDGE_FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

/** What the configuration says itself is no data of a row, and needs no fence. */
export const TRUSTED_FIELDS: ReadonlySet<string> = new Set([
  "rubric",
  "instructions",
  "dimensions",
  "min_score",
  "max_score",
]);
