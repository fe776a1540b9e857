import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJudgment } from "../../src/prompts/judgment.ts";
import { binaryMenu, menuOf } from "../../src/prompts/menu.ts";
import { readPair } from "../../src/prompts/pair-reply.ts";
import type { Reading } from "../../src/prompts/reading.ts";
import { readScore } from "../../src/prompts/score-reply.ts";
import { readVerdict } from "../../src/prompts/verdict.ts";
import cases from "../cases/judge-replies.json" with { type: "json" };

const TEN = { low: 0, high: 10 };

const READERS: Readonly<Record<string, (text: string) => Reading<unknown>>> = {
  binary: (text) => labelOf(readVerdict(text, { menu: binaryMenu() })),
  score: (text) => {
    const { read, unread } = readScore(text, TEN);
    return read === undefined ? { unread } : { read: read.score };
  },
  comparative: (text) => readPair(text, TEN),
  json: (text) => readJudgment(text, { scale: TEN, scoreKey: "score", dimensions: ["a"] }),
};

function labelOf({ read, unread }: ReturnType<typeof readVerdict>): Reading<string> {
  return read === undefined ? { unread } : { read: read.label.label };
}

test.each(cases)("$parser $reply: $why", ({ parser, reply, expect: wanted }) => {
  const { read, unread } = READERS[parser]?.(reply) ?? {};
  expect(unread?.code ?? read).toEqual(wanted);
});

describe("a reply of a megabyte is read", () => {
  const PIECES = [
    "<",
    "{",
    '"',
    "Verdict: ",
    "{}",
    '{"a":',
    "[[",
    "1 ",
    "8/",
    "correct ",
    "not ",
    "\n",
    "*",
    "</think>",
    " ",
    "Score: ",
  ];

  test("of many objects within a brace that never closes", () => {
    const text = `{${"{}".repeat(500_000)}`;
    for (const reader of Object.values(READERS)) expect(reader(text).unread).toBeDefined();
  });

  test.each(PIECES)("made of %j", { timeout: 60_000 }, (piece) => {
    const text = piece.repeat(Math.floor(1_000_000 / piece.length));
    for (const reader of Object.values(READERS)) {
      const { read, unread } = reader(text);
      expect(read === undefined).toBe(unread !== undefined);
    }
  });
});

test("a menu whose spellings belong to two labels is refused, and letter case tells labels apart where it must", () => {
  const same = [
    { label: "Good", value: 1, aliases: ["ok"] },
    { label: "Fair", value: 0, aliases: ["OK"] },
  ];
  expect(() => menuOf(same)).toThrow(RangeError);
  const menu = menuOf([
    { label: "a", value: 1 },
    { label: "A", value: 0 },
  ]);
  expect(labelOf(readVerdict("Verdict: a", { menu })).read).toBe("a");
  expect(labelOf(readVerdict("Verdict: A", { menu })).read).toBe("A");
});

test("labels with marks of patterns in them are read as they are written", () => {
  const labels = ["a+b", "(x)", "c.d", "50%", "$", "e|f", "[g]"];
  const menu = menuOf(labels.map((label, index) => ({ label, value: index / 10 })));
  for (const label of labels)
    expect([label, labelOf(readVerdict(`Verdict: ${label}`, { menu })).read]).toEqual([label, label]);
});

test("any text is read or refused, and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (text) => {
      for (const reader of Object.values(READERS)) {
        const { read, unread } = reader(text);
        expect(read === undefined).toBe(unread !== undefined);
      }
    }),
  );
});
