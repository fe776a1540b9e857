/** Right or wrong, against a reference where there is one. */
export const CORRECTNESS = `Decide whether the response answers the question correctly.

Rules:
- CORRECT only if the final answer is fully right. A part of the answer, or a right answer together with wrong claims that contradict it, is INCORRECT.
- The final answer may stand at the end of a longer derivation. What counts is the final answer.
- Where a reference is given, it decides. Several references mean that any of them is right.
- Compare by meaning: wording, letter case, spacing, notation and formatting do not matter. An option may be named by its letter or by its content.
- Numbers must agree within sensible rounding; where a unit belongs to the answer, value and unit must both be right.`;
