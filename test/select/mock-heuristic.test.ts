import fc from "fast-check";
import { expect, test } from "vitest";
import { mockScore } from "../../src/select/mock-heuristic.ts";
import { describeShared, sharedRows } from "../shared.ts";

interface Row {
  readonly summary: string;
  readonly content: string;
  readonly note: string;
  readonly expect: ReturnType<typeof mockScore>;
}

const VECTORS = "vectors/mock-heuristic.jsonl";
describeShared("the shared mock scores", VECTORS, () => {
  test.each(sharedRows<Row>(VECTORS))("$summary $content: $note", ({ summary, content, expect: wanted }) => {
    const { score, heuristic, ...counts } = mockScore({ content, summary });
    const { score: wantedScore, heuristic: wantedHeuristic, ...wantedCounts } = wanted;
    expect(counts).toEqual(wantedCounts);
    expect(score).toBeCloseTo(wantedScore, 8);
    expect(heuristic).toBeCloseTo(wantedHeuristic, 8);
  });
});

test("the half letter at 0.50 goes to K", () => {
  expect(mockScore({ content: "pass error partial" })).toMatchObject({ heuristic: 0.5, letter: "K" });
});

test("every text gets a letter from B to S", () => {
  const words = fc.array(fc.constantFrom("passed", "error", "partial", "x", "verified")).map((all) => all.join(" "));
  fc.assert(
    fc.property(words, (content) => {
      const { letter, score } = mockScore({ content });
      expect("BCDEFGHIJKLMNOPQRS").toContain(letter);
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThan(1);
    }),
  );
});
