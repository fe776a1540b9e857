import { QUALITY_SCALE } from "./letter-scale.ts";
import {
  candidateSections,
  criterionSection,
  promptOf,
  type ReplyForm,
  type SelectionMaterial,
  type SelectionPrompt,
  type ShownCandidate,
  type ShownCriterion,
  sharedSections,
  systemMessage,
  tagSuffix,
} from "./material.ts";
import { scoreSchema } from "./score-schema.ts";

export interface CompareQuestion {
  readonly material: SelectionMaterial;
  /** The candidates in the order of the slots. */
  readonly first: ShownCandidate;
  readonly second: ShownCandidate;
  readonly criterion: ShownCriterion;
  /** From `selectionDelimiter`. */
  readonly delimiter: string;
  readonly form: ReplyForm;
}

const OBSERVE =
  "First write exactly 3 concrete observations on each candidate that bear on the criterion below, each pointing at what is there; style and fluency are none. Then give each candidate one letter of the scale. The order in which they stand says nothing; equal candidates get the same letter.";

const SCHEMA = scoreSchema("comparison", ["evidence_a", "evidence_b"], ["score_a", "score_b"]);

/** Asks for the scores of two candidates by one criterion. The judge knows them as A and B. */
export function comparePrompt({
  material,
  first,
  second,
  criterion,
  delimiter,
  form,
}: CompareQuestion): SelectionPrompt {
  const suffix = tagSuffix(delimiter);
  const tags = [`score_A-${suffix}`, `score_B-${suffix}`] as const;
  const answer = form.schema
    ? 'Reply with one JSON object and nothing else: {"evidence_a": ["…", "…", "…"], "evidence_b": ["…", "…", "…"], "score_a": "LETTER", "score_b": "LETTER"}.'
    : `Reply in this form, and write nothing behind it:\n<evidence_A>\n1. …\n2. …\n3. …\n</evidence_A>\n<evidence_B>\n1. …\n2. …\n3. …\n</evidence_B>\n<${tags[0]}>LETTER</${tags[0]}>\n<${tags[1]}>LETTER</${tags[1]}>`;
  return promptOf(
    systemMessage(material.groundTruthNote, delimiter),
    [
      "Two candidates for the same task are given. Score each by one criterion.",
      ...sharedSections(material, delimiter),
      ...candidateSections("candidate A", first, material, delimiter),
      ...candidateSections("candidate B", second, material, delimiter),
      QUALITY_SCALE,
      `${OBSERVE}\n${answer}`,
    ],
    criterionSection(criterion),
    {
      form,
      schema: SCHEMA,
      slots: [
        { field: "score_a", tag: tags[0] },
        { field: "score_b", tag: tags[1] },
      ],
    },
  );
}
