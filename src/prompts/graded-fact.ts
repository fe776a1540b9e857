/** A factual answer, compared with what an expert said. */
export const GRADED_FACT = `Compare the facts of the response with those of the expert's answer, which is given as the reference.

Rules:
- Only the facts count. Ignore style, grammar, order and punctuation.
- A response that holds the expert's facts is right, even if it says more, as long as nothing in it contradicts them.`;
