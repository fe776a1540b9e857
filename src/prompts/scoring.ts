/** A score on a scale. */
export const SCORING = `Score the response on the scale from {{min_score}} (as bad as can be) to {{max_score}} (as good as can be).

Rules:
- Use the whole scale, and no number outside it.
- Where a rubric is given, score by the rubric alone. Where a reference is given, it shows what is right.
- Without a rubric, score how correct, relevant and complete the response is.`;
