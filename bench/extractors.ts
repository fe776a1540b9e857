import { loadLibrary } from "./built.ts";
import { atMost, type Figure, median, noted } from "./figure.ts";

const LONG = 1024 ** 2;
const SHORT = LONG / 16;

/** Texts that tempt a reader to look back or ahead again and again. */
const SHAPES: Readonly<Record<string, string>> = {
  prose: "Then she adds 3 to 4.5 and gets 7.5, so option B (not C) may be the answer. ",
  digits: "1,234.5",
  openings: "<think>(\\boxed{[**",
  cues: "the answer is ",
  blanks: " \n\t",
};

const TYPES = ["strip_reasoning", "strip", "number", "mcq", "regex"];

/** Each extractor on the worst of these texts at 1 MB, and how the time grows from a sixteenth of it. */
export async function benchExtractors(): Promise<readonly Figure[]> {
  const { buildExtractor } = await loadLibrary();
  const figures: Figure[] = [];
  for (const type of TYPES) {
    const extractor = buildExtractor(type === "regex" ? { type, pattern: "answer is ([A-Z]|\\d+)" } : { type });
    const input = { choices: ["A", "B", "C", "D"] };
    const timed = Object.entries(SHAPES).map(([shape, piece]) => {
      const timeOf = (length: number): number => {
        const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
        return median(Array.from({ length: 7 }, () => msOf(() => extractor.extract(text, input))));
      };
      return { shape, short: timeOf(SHORT), long: timeOf(LONG) };
    });
    const worst = timed.reduce((a, b) => (b.long > a.long ? b : a));
    figures.push(noted(`${type}, 1 MB of ${worst.shape} (its worst)`, worst.long, " ms"));
    // Twice the ratio of the lengths: linear, with room for caches that the long text does not fit into.
    figures.push(atMost(`${type}, 1 MB beside 64 kB (16 x the text)`, worst.long / worst.short, 32, " x"));
  }
  return figures;
}

function msOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
