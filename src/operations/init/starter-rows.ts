import type { Json } from "../../core/types.ts";

/** Recorded outputs with one of each outcome, small enough to be read at a glance. */
const ROWS: readonly { readonly [key: string]: Json }[] = [
  { id: "sum", topic: "arithmetic", input: "What is 17 + 25?", output: "17 + 25 = 42", target: "42" },
  { id: "bare", topic: "arithmetic", input: "What is 144 divided by 12?", output: "12", target: "12" },
  {
    id: "reasoning",
    topic: "arithmetic",
    input: "What is 12 times 12, minus 4?",
    output: "<think>12 times 12 is 144. Minus 4 is 140.</think>The answer is 140.",
    target: "140",
  },
  {
    id: "cut-off",
    topic: "arithmetic",
    input: "What is 38 times 11?",
    output: "<think>38 times 10 is 380, and then",
    target: "418",
  },
  { id: "hedge", topic: "arithmetic", input: "What is 56 divided by 7?", output: "It is 7 or 8.", target: "8" },
  {
    id: "money",
    topic: "money",
    input: "A room costs $250 a night. What do five nights cost?",
    output: "Five nights cost $1,250.00.",
    target: "1250",
  },
  {
    id: "slip",
    topic: "money",
    input: "Four chairs cost $310 each. What do they cost together?",
    output: "Together they cost $1,204.",
    target: "1240",
  },
  {
    id: "refusal",
    topic: "money",
    input: "What will this share cost next year?",
    output: "I am sorry, but I cannot predict that.",
    target: "100",
  },
  {
    id: "percent",
    topic: "shares",
    input: "A price falls from $80 to $68. By how many percent?",
    output: "The price falls by 15%.",
    target: "15%",
  },
  {
    id: "fraction",
    topic: "shares",
    input: "A quarter of the cake was eaten. How much is left?",
    output: "The answer is 3/4.",
    target: "0.75",
  },
  {
    id: "any-of",
    topic: "shares",
    input: "What is half of 19?",
    output: "Half of 19 is \\boxed{9.5}.",
    target: ["9.5", "9 1/2"],
  },
];

/** A line that a crash left behind: it is reported as an error, and the rows around it are scored. */
const BROKEN_LINE = '{"id": "broken", "topic": "shares", "input": "What is a third of 27?", "outp';

export const starterRows = `${[...ROWS.map((row) => JSON.stringify(row)), BROKEN_LINE].join("\n")}\n`;
