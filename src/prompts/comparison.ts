/** Two responses, each with a score on one scale. */
export const COMPARISON = `Two responses to the same question are given. Score each on the scale from {{min_score}} (as bad as can be) to {{max_score}} (as good as can be) for how helpful, relevant, accurate and detailed it is.

Rules:
- Score each response by itself. The order in which they stand says nothing.
- Equal responses get equal scores.`;
