import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createRandom } from "../src/core/random.ts";
import type { VerifyRequest } from "../src/index.ts";

/** Requests of one kind, with where they come from. */
export interface Answers {
  readonly from: string;
  readonly requests: readonly VerifyRequest[];
}

const COUNT = 5_000;
const COLORS = ["blue", "dark red", "green", "a pale yellow", "black and white"];
const SAID = [
  (letter: string) => `The answer is ${letter}.`,
  (letter: string) =>
    `Let me look at each option. Option A is too large and option D too small.\n\nAnswer: (${letter})`,
  (letter: string) => `${letter}`,
  (letter: string) => `After ruling out the others, **${letter}** is what remains, so I choose ${letter}.`,
];

/** Short texts, half of them right but for case and white space. */
export function shortTexts(): Answers {
  const random = createRandom(1);
  const color = () => COLORS[random.below(COLORS.length)] ?? "";
  const requests = Array.from({ length: COUNT }, () => {
    const groundTruth = color();
    return { prediction: random.below(2) === 0 ? ` ${groundTruth.toUpperCase()}\n` : color(), groundTruth };
  });
  return { from: "generated short texts", requests };
}

/** Answers to questions of four options, in the words that models use. */
export function choices(): Answers {
  const random = createRandom(2);
  const letter = () => "ABCD"[random.below(4)] ?? "A";
  const requests = Array.from({ length: COUNT }, () => {
    const say = SAID[random.below(SAID.length)] ?? String;
    return { prediction: say(letter()), groundTruth: letter(), choices: ["A", "B", "C", "D"] };
  });
  return { from: "generated answers to four options", requests };
}

/** The recorded GSM8K solutions of four models where they are at hand, else generated ones of the same shape. */
export function solutions(): Answers {
  const path = resolve(process.env["VERIDIC_SHARED"] ?? "../shared", "data/gsm8k/example_model_solutions.jsonl");
  if (!existsSync(path)) return { from: "generated solutions", requests: generatedSolutions() };
  const requests = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const { ground_truth: groundTruth, ...rest } = JSON.parse(line);
      return Object.values<{ readonly solution?: string }>(rest)
        .filter((model) => typeof model.solution === "string")
        .map((model): VerifyRequest => ({ prediction: model.solution, groundTruth }));
    });
  return { from: `${requests.length} recorded GSM8K solutions`, requests };
}

function generatedSolutions(): readonly VerifyRequest[] {
  const random = createRandom(3);
  return Array.from({ length: COUNT }, () => {
    const [each, count, extra] = [2 + random.below(40), 3 + random.below(60), random.below(100)];
    const first = each * count;
    const prediction = `She buys ${count} boxes at $${each}, which is ${count} * ${each} = $<<${count}*${each}=${first}>>${first}\nWith the ${extra} from before she has ${first} + ${extra} = <<${first}+${extra}=${first + extra}>>${first + extra}\nA: ${first + extra}`;
    return { prediction, groundTruth: `A: ${random.below(3) === 0 ? first : first + extra}` };
  });
}
