import { expect, test } from "vitest";
import { binaryMenu } from "../../src/prompts/menu.ts";
import { readPair } from "../../src/prompts/pair-reply.ts";
import { readScore } from "../../src/prompts/score-reply.ts";
import { readVerdict } from "../../src/prompts/verdict.ts";
import { describeShared, sharedRows } from "../shared.ts";

interface Row {
  readonly parser: string;
  readonly options?: { readonly score_range: readonly [number, number] };
  readonly input: string;
  readonly expect: boolean | number | readonly number[] | null;
  readonly why: string;
}

const VECTORS = "vectors/judge-parse.jsonl";

describeShared("the shared judge replies", VECTORS, () => {
  test.each(sharedRows<Row>(VECTORS))("$parser $input: $why", (row) => {
    const said = readBy(row);
    if (typeof row.expect === "number") expect(said).toBeCloseTo(row.expect, 9);
    else expect(said).toEqual(row.expect);
  });
});

function readBy({ parser, options, input }: Row): unknown {
  const [low, high] = options?.score_range ?? [0, 10];
  if (parser === "score") {
    const { read } = readScore(input, { low, high });
    return read === undefined ? null : (read.score - low) / (high - low);
  }
  if (parser === "comparative") return readPair(input, { low, high }).read ?? null;
  const { read } = readVerdict(input, { menu: binaryMenu() });
  return read === undefined ? null : read.label.value === 1;
}
