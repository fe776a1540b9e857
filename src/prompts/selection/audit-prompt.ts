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

export interface AuditQuestion {
  readonly material: SelectionMaterial;
  readonly candidate: ShownCandidate;
  readonly criterion: ShownCriterion;
  /** From `selectionDelimiter`. */
  readonly delimiter: string;
  readonly form: ReplyForm;
}

const OBSERVE =
  "First write exactly 3 concrete observations that bear on the criterion below, each pointing at what is there; style and fluency are none. Then give the candidate one letter of the scale.";

const SCHEMA = scoreSchema("audit", ["evidence"], ["score"]);

/** Asks for the score of a single candidate by one criterion. */
export function auditPrompt({ material, candidate, criterion, delimiter, form }: AuditQuestion): SelectionPrompt {
  const tag = `score-${tagSuffix(delimiter)}`;
  const answer = form.schema
    ? 'Reply with one JSON object and nothing else: {"evidence": ["…", "…", "…"], "score": "LETTER"}.'
    : `Reply in this form, and write nothing behind it:\n<evidence>\n1. …\n2. …\n3. …\n</evidence>\n<${tag}>LETTER</${tag}>`;
  return promptOf(
    systemMessage(material.groundTruthNote, delimiter),
    [
      "A candidate for a task is given. Score it by one criterion.",
      ...sharedSections(material, delimiter),
      ...candidateSections("candidate", candidate, material, delimiter),
      QUALITY_SCALE,
      `${OBSERVE}\n${answer}`,
    ],
    criterionSection(criterion),
    { form, schema: SCHEMA, slots: [{ field: "score", tag }] },
  );
}
