/** An open answer, graded against a criterion. */
export const GRADED_ANSWER = `Grade the response to the question by the criterion that is given as the reference.

Rules:
- Follow the criterion, not your own taste. What it does not ask for is neither needed nor forbidden.
- Work out what the criterion demands, and check each demand against the response.`;
