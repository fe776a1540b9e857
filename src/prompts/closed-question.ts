/** Whether a response meets a criterion: yes or no. */
export const CLOSED_QUESTION = `Decide whether the response meets the criterion that is given as the reference or the rubric.

Rules:
- Yes only if the criterion is met as a whole.
- Judge by the criterion alone.`;
