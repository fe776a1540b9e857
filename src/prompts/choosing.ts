/** One label of several. */
export const CHOOSING = `Choose the one label that fits the response best.

Rules:
- Where a rubric is given, choose by the rubric alone. Where a reference is given, it shows what is right.
- Choose exactly one of the labels offered.`;
