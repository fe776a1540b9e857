import { expect, test } from "vitest";
import { menuOf } from "../../src/prompts/menu.ts";
import { readVerdict } from "../../src/prompts/verdict.ts";
import { describeShared, sharedRows } from "../shared.ts";

interface PairRow {
  readonly games: readonly { readonly decision: string | null; readonly text: string }[];
}

interface TextRow {
  readonly verdicts: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

const PAIRS = "data/judge/judgebench-text-judgments.jsonl";
const TEXTS = "data/judge/llmbar-cot-texts.jsonl";

describeShared("1,240 recorded decisions of two judges", PAIRS, () => {
  const menu = menuOf(["A>>B", "A>B", "A=B", "B>A", "B>>A"].map((label, index) => ({ label, value: 1 - index / 4 })));
  const games = sharedRows<PairRow>(PAIRS).flatMap((row) => row.games);
  const read = games.map(({ text }) => readVerdict(text, { menu }));

  test("every decision is read as recorded, and the undecided ones are contradictions", () => {
    expect(games.length).toBe(1240);
    const said = read.map((one) => one.read?.label.label.replace(">>", ">") ?? null);
    expect(said).toEqual(games.map((game) => game.decision));
    expect(read.filter((one) => one.unread !== undefined).map((one) => one.unread?.code)).toEqual(
      new Array(13).fill("contradiction"),
    );
  });
});

describeShared("5,028 recorded texts of six judges", TEXTS, () => {
  const menu = menuOf([
    { label: "Output (a) is better", value: 1 },
    { label: "Output (b) is better", value: 0 },
  ]);
  const rows = sharedRows<TextRow>(TEXTS);

  test.each([
    ["GPT-4", 0.995],
    ["ChatGPT", 0.995],
    ["ChatGPT-0301", 0.995],
    ["LLaMA2", 0.995],
    ["Falcon", 0.95],
  ] as const)("%s: at least %d of its decisions are read as recorded", (judge, least) => {
    const read = rows.flatMap((row) =>
      (row.texts[judge] ?? []).map((text, order) => {
        const said = readVerdict(text, { menu }).read?.label.label;
        const first = order === 0 ? "1" : "2";
        const second = order === 0 ? "2" : "1";
        const winner = said === undefined ? "-" : said.includes("(a)") ? first : second;
        return winner === row.verdicts[judge]?.[order];
      }),
    );
    expect(read.length).toBe(838);
    const missed = read.filter((same) => !same);
    expect(1 - missed.length / 838).toBeGreaterThanOrEqual(least);
  });

  test("PaLM2, whose records often contradict its own words, is read by its words", () => {
    const texts = rows.flatMap((row) =>
      (row.texts["PaLM2"] ?? []).map((text, order) => ({ text, order, recorded: row.verdicts["PaLM2"]?.[order] })),
    );
    const leading = /^Output \(([ab])\) is better\./;
    const clear = texts.filter(({ text }) => leading.test(text));
    expect(clear.length).toBeGreaterThan(700);
    let against = 0;
    for (const { text, order, recorded } of clear) {
      const letter = leading.exec(text)?.[1] ?? "";
      expect(readVerdict(text, { menu }).read?.label.label).toBe(`Output (${letter}) is better`);
      const winner = (letter === "a") === (order === 0) ? "1" : "2";
      if (winner !== recorded) against++;
    }
    expect(against).toBeGreaterThan(100);
    // Nothing at all is no verdict, whatever was recorded for it.
    for (const { text } of texts.filter((one) => one.text.trim() === "")) {
      expect(readVerdict(text, { menu }).unread?.code).toBe("empty");
    }
  });
});
