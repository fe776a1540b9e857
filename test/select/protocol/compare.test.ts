import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Model } from "../../../src/core/model.ts";
import { castVotes, selectionOf } from "../../../src/select/compare.ts";
import type { Comparison } from "../../../src/select/protocol/comparison.ts";
import type { SelectContext } from "../../../src/select/protocol/context.ts";
import { profiles } from "../../../src/select/tally/profile.ts";
import type { Selection } from "../../../src/select/types.ts";
import { scriptedModel } from "../../../src/testing/scripted-model.ts";
import { honestJudge, inForm } from "../../operations/selection/judge-answer.ts";

function comparisonOf(qualities: readonly number[], more: Partial<Comparison> = {}): Comparison {
  const candidates = qualities.map((quality, index) => ({ id: `id-${index}`, content: `quality ${quality}` }));
  return {
    material: { task: "t", candidates },
    candidates: candidates.map(({ id, content }) => ({ id, length: content.length })),
    criteria: [
      { id: "one", name: "One", description: "first" },
      { id: "two", name: "Two", description: "second" },
    ],
    panel: [
      { model: "mock:a", weight: 1 },
      { model: "mock:b", weight: 2 },
    ],
    bound: 5,
    fixed: false,
    profile: profiles.default,
    concurrency: 4,
    seed: "0123456789abcdef",
    weigh: false,
    mock: false,
    warnings: [],
    ...more,
  };
}

type Answer = (prompt: string, model: string) => string | Promise<string>;

function contextOf(
  answer: Answer,
  signal = new AbortController().signal,
): SelectContext & { readonly asked: string[] } {
  const asked: string[] = [];
  const models = new Map<string, Model>();
  const modelOf = (id: string): Model =>
    scriptedModel(
      async ({ messages }) => {
        const prompt = messages.findLast(({ role }) => role === "user")?.content ?? "";
        asked.push(prompt);
        return answer(prompt, id);
      },
      { id },
    );
  return {
    signal,
    asked,
    model: async (id) => {
      const model = models.get(id) ?? modelOf(id);
      models.set(id, model);
      return model;
    },
    calls: { find: () => null, keep: async () => {} },
  };
}

async function selected(comparison: Comparison, context: SelectContext): Promise<Selection> {
  const voting = castVotes(comparison, context);
  let step = await voting.next();
  while (!step.done) step = await voting.next();
  return selectionOf(comparison, step.value);
}

/** Replies come after so many turns of the loop, drawn by the test. */
function afterTurns(turns: readonly number[], answer: Answer): Answer {
  let next = 0;
  return async (prompt, model) => {
    const wait = turns[next++ % turns.length] ?? 0;
    for (let turn = 0; turn < wait; turn++) await new Promise((later) => setImmediate(later));
    return answer(prompt, model);
  };
}

const qualities = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 4 });

/** Two judges that do not agree: the second sees three letters less, and prefers the first slot a little. */
const quarrel: Answer = (prompt, model) => {
  const reply = honestJudge(prompt);
  return model === "mock:a" ? reply : reply.replace(/"score_b":"[A-Q]"/, '"score_b":"R"');
};

test("no interleaving of replies, and no concurrency, changes the result", async () => {
  const turns = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(qualities, turns, fc.integer({ min: 1, max: 9 }), async (given, waits, concurrency) => {
      const calm = await selected(comparisonOf(given, { concurrency: 1 }), contextOf(quarrel));
      const mixed = await selected(comparisonOf(given, { concurrency }), contextOf(afterTurns(waits, quarrel)));
      expect(JSON.stringify(mixed)).toBe(JSON.stringify(calm));
    }),
    { numRuns: 12 },
  );
});

test("a judge that always prefers the first slot yields ties for every margin", async () => {
  const margin = fc.tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 1, max: 19 })).filter(([a, b]) => a < b);
  await fc.assert(
    fc.asyncProperty(qualities, margin, async (given, [first, second]) => {
      const letters = ["ABCDEFGHIJKLMNOPQRST"[first] ?? "A", "ABCDEFGHIJKLMNOPQRST"[second] ?? "T"];
      const result = await selected(
        comparisonOf(given),
        contextOf((prompt) => inForm(prompt, letters)),
      );
      expect(result.winner).toBeNull();
      expect(result.pairwise.every(({ side }) => side === "tie")).toBe(true);
    }),
    { numRuns: 8 },
  );
});

test("listing the candidates in another order changes neither winner nor ranking", async () => {
  await fc.assert(
    fc.asyncProperty(qualities, async (given) => {
      const comparison = comparisonOf(given);
      const turned: Comparison = {
        ...comparison,
        candidates: [...comparison.candidates].reverse(),
        material: { ...comparison.material, candidates: [...comparison.material.candidates].reverse() },
      };
      const [one, other] = [await selected(comparison, contextOf(quarrel)), await selected(turned, contextOf(quarrel))];
      expect(other.winner).toBe(one.winner);
      expect(other.ranking.map(({ id }) => id)).toEqual(one.ranking.map(({ id }) => id));
    }),
    { numRuns: 8 },
  );
});

describe("what a judge is shown", () => {
  test("holds no id of a candidate", async () => {
    const context = contextOf(honestJudge);
    await selected(comparisonOf([18, 3]), context);
    expect(context.asked.length).toBeGreaterThan(0);
    expect(context.asked.filter((prompt) => prompt.includes("id-"))).toEqual([]);
  });

  test("is the same delimiter for a seed, and another one for another", async () => {
    const delimiterOf = async (seed: string) => {
      const context = contextOf(honestJudge);
      await selected(comparisonOf([18, 3], { seed }), context);
      return new Set(context.asked.map((prompt) => /BEGIN task ([0-9a-f]+)/.exec(prompt)?.[1]));
    };
    const [one, again, other] = [await delimiterOf("x"), await delimiterOf("x"), await delimiterOf("y")];
    expect(one.size).toBe(1);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

test("an abort ends it with the votes that were cast", async () => {
  const stop = new AbortController();
  let replies = 0;
  const context = contextOf((prompt) => {
    replies++;
    if (replies === 6) stop.abort();
    return honestJudge(prompt);
  }, stop.signal);
  const result = await selected(comparisonOf([18, 11, 3], { concurrency: 1, fixed: true }), context);
  expect(replies).toBe(6);
  expect(result.calls.used).toBe(5);
  expect(result.warnings.join("\n")).toContain("interrupted");
});
