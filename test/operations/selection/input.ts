/** A small comparison, for tests: counted words make `passing` the winner and `failing` the last. */
export const threePatches = {
  task: "Fix the crash in parse()",
  criteria: [
    { name: "Correctness", description: "Does the patch edit the failing path?" },
    { name: "Verification", description: "Was it tested, and is the output there?" },
  ],
  candidates: [
    { id: "passing", content: "Fixed the parser. All tests passed, output verified." },
    { id: "half", content: "A partial change of the parser." },
    { id: "failing", content: "Rewrote it; the build failed with an error." },
  ],
};
