import { expect, test } from "vitest";
import type { VerifyResult } from "../../src/core/verify-result.ts";
import { buildVerificationPipeline } from "../../src/index.ts";
import { describeShared, sharedRows } from "../shared.ts";

const VECTORS = "vectors/math-equivalence.jsonl";

interface Row {
  readonly id: string;
  readonly prediction: string;
  readonly gold: string;
  readonly expected: boolean;
  readonly symmetric: boolean;
  readonly options?: object;
}

function verify(
  { options = {} }: Row,
  prediction: string,
  groundTruth: string,
  extractors: readonly object[] = [],
): VerifyResult {
  const pipeline = buildVerificationPipeline({ extractors, verifier: { type: "math", ...options } });
  return pipeline.verifySync({ prediction, groundTruth });
}

describeShared("the shared pairs of answers", VECTORS, () => {
  const rows = sharedRows<Row>(VECTORS);

  test("agree in at least 549 rows, without a false positive, and no miss is confident", () => {
    expect(rows.length).toBeGreaterThanOrEqual(549);
    const missed = rows.flatMap((row) => {
      const { isCorrect, metadata } = verify(row, row.prediction, row.gold);
      return isCorrect === row.expected ? [] : [{ id: row.id, isCorrect, confident: metadata["confident"] }];
    });
    expect(missed.filter(({ isCorrect }) => isCorrect)).toEqual([]);
    expect(missed.filter(({ confident }) => confident)).toEqual([]);
    expect(rows.length - missed.length).toBeGreaterThanOrEqual(549);
  });

  test("have the same verdict when answer and target are swapped", () => {
    const unlike = rows
      .filter(({ symmetric }) => symmetric)
      .filter(
        (row) => verify(row, row.prediction, row.gold).isCorrect !== verify(row, row.gold, row.prediction).isCorrect,
      );
    expect(unlike.map(({ id }) => id)).toEqual([]);
  });

  test("have the same verdict and certainty behind the extractor", () => {
    const unlike = rows.filter((row) => {
      const alone = verify(row, row.prediction, row.gold);
      const behind = verify(row, row.prediction, row.gold, [{ type: "math" }]);
      return alone.isCorrect !== behind.isCorrect || alone.metadata["confident"] !== behind.metadata["confident"];
    });
    expect(unlike.map(({ id }) => id)).toEqual([]);
  });

  test("are right against themselves", () => {
    const unlike = rows.filter((row) => !verify(row, row.gold, row.gold).isCorrect);
    expect(unlike.map(({ id }) => id)).toEqual([]);
  });

  test("are wrong against themselves with one digit, sign, bracket, direction or name changed", () => {
    const targets = new Set(
      rows.map(({ gold }) => gold).filter((gold) => /^\$[^$]*\$$/.test(gold) && !/boxed/.test(gold)),
    );
    const changed = [...targets].flatMap((gold) => nearMisses(gold).map((answer) => ({ gold, answer })));
    expect(changed.length).toBeGreaterThan(1_200);
    const right = changed.filter(({ gold, answer }) => verify({} as Row, answer, gold).isCorrect);
    expect(right).toEqual([]);
  });
});

const CHANGES: readonly (readonly [from: string, to: string])[] = [
  ["<", ">"],
  [">", "<"],
  ["\\le", "\\ge"],
  ["+", "-"],
  ["-", "+"],
  ["(", "["],
  ["[", "("],
  [")", "]"],
  ["]", ")"],
  ["x", "y"],
  ["n", "m"],
  ["\\sin", "\\cos"],
  ["\\cup", "\\cap"],
  ["\\pi", "e"],
];

function nearMisses(text: string): readonly string[] {
  const misses: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const digit = Number(text[at]);
    const put = (length: number, by: string) => misses.push(text.slice(0, at) + by + text.slice(at + length));
    if (/\d/.test(text[at] ?? "")) put(1, `${(digit + 1) % 10}`);
    for (const [from, to] of CHANGES) {
      // Letters and signs within a command belong to its name, and words in a text are not mathematics.
      const within = /\\[a-zA-Z]*$/.test(text.slice(0, at)) || /\\(?:text|mbox)[a-z]*\{[^}]*$/.test(text.slice(0, at));
      if (text.startsWith(from, at) && !within) put(from.length, to);
    }
  }
  return misses;
}
