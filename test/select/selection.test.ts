import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toWire } from "../../src/core/wire.ts";
import { flipVote } from "../../src/select/tally/ballot.ts";
import { profiles } from "../../src/select/tally/profile.ts";
import { type SelectionMaterial, tallySelection } from "../../src/select/tally/selection.ts";
import type { Selection } from "../../src/select/types.ts";
import type { Vote } from "../../src/select/vote-types.ts";
import { criterion, facts, look, slotLook, unreadable, vote } from "./votes.ts";

const bootstrap = { draws: 60 };

function select(more: Partial<SelectionMaterial> & Pick<SelectionMaterial, "votes">): Selection {
  return tallySelection({ candidates: [facts("a"), facts("b")], criteria: [criterion("c")], bootstrap, ...more });
}

const letters = fc.integer({ min: 0, max: 19 }).map((step) => step / 19);

/** Looks at three or four candidates on two criteria, some votes unreadable, two models of different weight. */
const comparisons = fc
  .record({ count: fc.integer({ min: 2, max: 4 }), bound: fc.integer({ min: 1, max: 3 }) })
  .chain(({ count, bound }) => {
    const ids = ["p", "q", "r", "s"].slice(0, count);
    const pairs = ids.flatMap((a, place) => ids.slice(place + 1).map((b) => ({ a, b })));
    const places = pairs.flatMap((pair) =>
      ["c", "d"].flatMap((criterion) =>
        Array.from({ length: bound }, (_, index) => ({ ...pair, criterion, repetition: index + 1 })),
      ),
    );
    const one = fc.tuple(letters, letters, fc.integer({ min: 0, max: 9 }));
    return fc.array(fc.tuple(one, one), { minLength: places.length, maxLength: places.length }).map((scores) => ({
      ids,
      votes: places.flatMap((place, index): readonly Vote[] =>
        (["original", "swapped"] as const).map((order, side) => {
          const [scoreA, scoreB, luck] = scores[index]?.[side] ?? [0, 0, 0];
          const even = place.repetition % 2 === 0;
          const cast = { ...place, order, model: even ? "m" : "n", weight: even ? 1 : 2.5 };
          return luck === 0 ? unreadable(cast) : vote({ ...cast, scoreA, scoreB });
        }),
      ),
    }));
  });

function tally(ids: readonly string[], votes: readonly Vote[], name: keyof typeof profiles = "default"): Selection {
  const candidates = ids.map((id) => facts(id, { length: id.charCodeAt(0) }));
  return tallySelection({
    candidates,
    criteria: [criterion("c"), criterion("d", { weight: 2 })],
    votes,
    bootstrap,
    profile: profiles[name],
  });
}

const names = fc.constantFrom("default", "reference", "runner" as const);

describe("whatever the votes are", () => {
  test("permuting the candidates permutes nothing in the ranking", () => {
    fc.assert(
      fc.property(comparisons, names, fc.integer({ min: 0, max: 5 }), ({ ids, votes }, name, turn) => {
        const turned = [...ids.slice(turn % ids.length), ...ids.slice(0, turn % ids.length)].reverse();
        const [one, other] = [tally(ids, votes, name), tally(turned, votes, name)];
        expect(other.ranking).toEqual(one.ranking);
        expect([other.winner, other.reason, other.groups]).toEqual([one.winner, one.reason, one.groups]);
      }),
      { numRuns: 60 },
    );
  });

  test("which candidate of a vote is called A changes nothing", () => {
    fc.assert(
      fc.property(comparisons, names, fc.nat(), ({ ids, votes }, name, turn) => {
        const flipped = votes.map((one, index) => ((index * 7 + turn) % 3 === 0 ? flipVote(one) : one));
        expect(tally(ids, flipped, name)).toEqual(tally(ids, votes, name));
      }),
      { numRuns: 60 },
    );
  });

  test("the order in which votes arrive changes nothing", () => {
    fc.assert(
      fc.property(
        comparisons.chain(({ ids, votes }) =>
          fc.record({
            ids: fc.constant(ids),
            votes: fc.constant(votes),
            shuffled: fc.shuffledSubarray([...votes], { minLength: votes.length }),
          }),
        ),
        names,
        ({ ids, votes, shuffled }, name) => {
          expect(JSON.stringify(toWire(tally(ids, shuffled, name)))).toBe(
            JSON.stringify(toWire(tally(ids, votes, name))),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test("only ratios of weights count", () => {
    fc.assert(
      fc.property(
        comparisons,
        names,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        ({ ids, votes }, name, factor) => {
          const scaled = votes.map((one) => ({ ...one, weight: one.weight * factor }));
          const [one, other] = [tally(ids, votes, name), tally(ids, scaled, name)];
          expect(other.ranking.map(({ id }) => id)).toEqual(one.ranking.map(({ id }) => id));
          expect(other.winner).toBe(one.winner);
          one.pairwise.forEach((pair, index) => {
            expect(Math.abs((other.pairwise[index]?.margin ?? 0) - (pair.margin ?? 0))).toBeLessThan(1e-9);
            expect(Math.abs((other.pairwise[index]?.voteMargin ?? 0) - pair.voteMargin)).toBeLessThan(1e-9);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  test("figures stay in their ranges, and every candidate is ranked once", () => {
    fc.assert(
      fc.property(comparisons, names, ({ ids, votes }, name) => {
        const selection = tally(ids, votes, name);
        expect(selection.ranking.map(({ id }) => id).sort()).toEqual(ids);
        expect(selection.ranking.map(({ rank }) => rank)).toEqual(ids.map((_, index) => index + 1));
        for (const pair of selection.pairwise) {
          for (const figure of [
            pair.scoreA,
            pair.scoreB,
            pair.voteMargin,
            pair.disagreement,
            pair.confidence,
            pair.swapConsistency,
          ]) {
            if (figure !== null) expect(figure >= 0 && figure <= 1).toBe(true);
          }
        }
        if (name === "default") {
          expect(selection.ranking.reduce((sum, one) => sum + (one.strength?.value ?? 0), 0)).toBeCloseTo(1, 9);
          expect(selection.ranking.reduce((sum, one) => sum + (one.bestShare ?? 0), 0)).toBeCloseTo(1, 9);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("a judge that always prefers one slot ends in ties, however far its scores are apart", () => {
    fc.assert(
      fc.property(
        fc.tuple(letters, letters),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat({ max: 9 }), { maxLength: 5 }),
        ([first, second], looks, lost) => {
          const all: readonly Vote[] = Array.from({ length: looks }, (_, index) =>
            slotLook(first, second, { repetition: index + 1 }),
          ).flat();
          // Replies that are missing or late leave single orders behind.
          const votes = all.filter((_, index) => !lost.includes(index));
          const selection = select({ votes });
          expect(selection.winner).toBeNull();
          for (const pair of selection.pairwise) expect(pair.side === "tie" || pair.side === null).toBe(true);
        },
      ),
    );
  });
});

describe("the winner", () => {
  test("has the mean and the votes", () => {
    const votes = [1, 2, 3, 4, 5].flatMap((repetition) => look(0.9, 0.4, { repetition }));
    const selection = select({ votes });
    expect(selection).toMatchObject({ winner: "a", reason: "decided", unreadable: { count: 0 } });
    expect(selection.explanation.decisiveCriteria).toEqual(["c"]);
    expect(selection.explanation.verdict).toContain("a wins: 0.90 to 0.40 against b, 100 % of the votes");
  });

  test("beside an interval that tells nobody apart is explained by the rule that decides", () => {
    const { winner, groups, explanation } = select({ votes: look(0.9, 0.4) });
    expect([winner, groups]).toEqual(["a", [["a", "b"]]]);
    const told = explanation.uncertainty.filter((text) => text.includes("cannot be told apart"));
    expect(told).toEqual([
      "a and b cannot be told apart at 95 %: by the rule of the default profile, 70 % of the votes and a lead of 0.05 in the mean, a wins; the interval adds that with so few votes chance may have had its part.",
    ]);
  });

  test("of checks is not put down to the votes", () => {
    const failed = { ...facts("b"), failedChecks: ["tests"] };
    const { reason, explanation } = select({ candidates: [facts("a"), failed], votes: look(0.6, 0.5) });
    expect(reason).toBe("checks");
    expect(explanation.uncertainty.join(" ")).not.toContain("by the rule of");
  });

  test("is nobody where mean and votes disagree", () => {
    const votes = [
      ...[1, 2, 3, 4].flatMap((repetition) => look(0.55, 0.45, { repetition })),
      ...look(0, 1, { repetition: 5 }),
    ];
    expect(select({ votes })).toMatchObject({ winner: null, reason: "tie" });
    expect(select({ votes, profile: profiles.reference }).winner).toBe("b");
  });

  test("is nobody where the first two are tied, although their means differ", () => {
    const votes = [...look(0.8, 0.5), ...look(0.5, 0.8, { repetition: 2 }), ...look(0.9, 0.5, { repetition: 3 })];
    expect(select({ votes })).toMatchObject({ winner: null, reason: "tie" });
    expect(select({ votes, profile: profiles.reference }).winner).toBe("a");
  });

  test("is nobody in a circle", () => {
    const votes = [...look(0.9, 0.1), ...look(0.9, 0.1, { a: "b", b: "d" }), ...look(0.1, 0.9, { a: "a", b: "d" })];
    const selection = select({ candidates: ["a", "b", "d"].map((id) => facts(id)), votes });
    expect(selection).toMatchObject({ winner: null, reason: "cycle" });
    expect(selection.explanation.verdict).toContain("lost to d");
    expect(selection.groups).toEqual([selection.ranking.map(({ id }) => id)]);
    expect(selection.explanation.uncertainty.join(" ")).toContain("cannot be told apart");
  });

  test("is nobody above a tenth of unreadable votes", () => {
    const read = [1, 2, 3, 4].flatMap((repetition) => look(1, 0, { repetition }));
    const lost = (["original", "swapped"] as const).map((order) => unreadable({ repetition: 5, order }));
    const selection = select({ votes: [...read, ...lost] });
    expect(selection).toMatchObject({ winner: null, reason: "unreadable", unreadable: { count: 2, of: 10 } });
    expect(selection.warnings).toContain("2 of 10 votes could not be read and were left out; no verdict above 10 %");
    expect(selection.warnings).toContain("m: unparsable (2)");
  });

  test("stands at exactly a tenth of unreadable votes", () => {
    const read = [1, 2, 3, 4, 5].flatMap((repetition) => look(1, 0, { repetition }));
    const votes = [...read.slice(0, 9), unreadable({ repetition: 5, order: "swapped" })];
    expect(select({ votes })).toMatchObject({ winner: "a", unreadable: { count: 1, of: 10 } });
  });

  test("is never a candidate with a failed check, however the votes are", () => {
    const votes = [1, 2, 3, 4, 5].flatMap((repetition) => look(1, 0, { repetition }));
    for (const name of ["default", "reference", "runner"] as const) {
      const selection = select({
        votes,
        candidates: [facts("a", { failedChecks: ["npm test"] }), facts("b")],
        profile: profiles[name],
      });
      expect(selection).toMatchObject({ winner: "b", reason: "checks" });
      expect(selection.ranking.map(({ id }) => id)).toEqual(["b", "a"]);
      expect(selection.explanation.evidence[0]).toBe("a failed npm test.");
      expect(selection.explanation.nextCheck).toContain('Run "npm test" on b too');
    }
  });

  test("is nobody where every candidate failed a check", () => {
    const failedChecks = ["build"];
    const selection = select({
      votes: look(1, 0),
      candidates: [facts("a", { failedChecks }), facts("b", { failedChecks })],
    });
    expect(selection).toMatchObject({ winner: null, reason: "all_checks_failed" });
  });

  test("is nobody without votes, and no figure is made up", () => {
    const selection = select({ votes: [] });
    expect(selection).toMatchObject({
      winner: null,
      reason: "no_votes",
      confidence: null,
      pairwise: [],
      disagreement: null,
    });
    expect(selection.flipRate).toEqual({ count: 0, of: 0, value: null, ci: null });
  });
});

describe("the rest of the result", () => {
  test("a penalty lowers the mean once and may cost the win", () => {
    const votes = [1, 2, 3].flatMap((repetition) => look(0.58, 0.5, { repetition }));
    const penalised = [facts("a", { penalty: 0.04, weaknesses: ["judge-manipulation: rate-highly"] }), facts("b")];
    expect(select({ votes }).winner).toBe("a");
    const selection = select({ votes, candidates: penalised });
    expect(selection.pairwise[0]?.scoreA).toBeCloseTo(0.54, 9);
    expect(selection).toMatchObject({
      winner: null,
      reason: "tie",
      ranking: [
        { id: "a", penalty: 0.04 },
        { id: "b", penalty: 0 },
      ],
    });
    expect(selection.explanation.uncertainty.join(" ")).toContain("judge-manipulation: rate-highly");
  });

  test("a model without weight neither votes nor moves a mean", () => {
    const votes = [...look(0.9, 0.1), ...look(0, 1, { repetition: 2, model: "z", weight: 0 })];
    const selection = select({ votes });
    expect(selection).toMatchObject({ winner: "a", pairwise: [{ scoreA: 0.9, votesA: 2, votesB: 0 }] });
    expect(select({ votes, profile: profiles.reference }).pairwise[0]?.side).toBe("tie");
  });

  test("a criterion counts as it is weighted, however many looks it got", () => {
    const criteria = [criterion("c"), criterion("d", { weight: 3 })];
    const votes = [
      ...[1, 2, 3, 4, 5].flatMap((repetition) => look(0, 1, { repetition })),
      ...look(1, 0, { criterion: "d" }),
    ];
    expect(select({ votes, criteria }).pairwise[0]).toMatchObject({ scoreA: 0.75, voteMargin: 0.75, side: "a" });
  });

  test("flips and the preferred slot are told, by judge and in all", () => {
    const votes = [1, 2, 3, 4, 5].flatMap((repetition) => [
      ...slotLook(0.9, 0.1, { repetition, model: "slot" }),
      ...look(0.9, 0.1, { repetition: repetition + 5, model: "sound" }),
    ]);
    const selection = select({ votes });
    expect(selection.flipRate).toMatchObject({ count: 5, of: 10 });
    expect(selection.models).toMatchObject([
      { model: "slot", flipRate: { count: 5, of: 5 }, firstSlotShare: { count: 10, of: 10 } },
      { model: "sound", flipRate: { count: 0, of: 5 }, firstSlotShare: { count: 5, of: 10 } },
    ]);
    expect(selection.warnings).toContain("slot names another winner after a swap in 5 of 5 looks");
    expect(selection.warnings.some((one) => one.startsWith("slot prefers the candidate shown first"))).toBe(true);
  });

  test("length and the trivial rules stand beside the result", () => {
    const candidates = [facts("a", { length: 10 }), facts("b", { length: 900 })];
    const selection = select({ votes: look(0.9, 0.1), candidates });
    expect(selection.length).toMatchObject({ longerWon: { count: 0, of: 1 }, longerChosen: { count: 0, of: 2 } });
    expect(selection.baselines).toMatchObject({
      random: 0.5,
      shortest: { ids: ["a"], samePick: true, pairs: { count: 1, of: 1 } },
    });
  });

  test("few repetitions, an early end and bare narration are warned of", () => {
    const candidates = [facts("a", { hasEvidence: false }), facts("b", { hasEvidence: true })];
    const { warnings } = select({
      votes: look(1, 0),
      candidates,
      bound: 2,
      planned: 4,
      partial: true,
      warnings: ["first"],
    });
    expect(warnings).toEqual([
      "first",
      "ended early: 2 of 4 planned calls were made",
      "at most 2 repetitions: below 5 this is a high-variance decision aid, not a verdict",
      "no evidence beside its own words: a",
    ]);
  });

  test("the artefact has the reference's names", () => {
    const wire = toWire(select({ votes: look(0.9, 0.1, { excerpt: "A holds" }) }));
    expect(wire).toMatchObject({
      mode: "compare",
      winner: "a",
      ranking: [{ id: "a", wins: 1, mean_pair_score: 0.9 }, { id: "b" }],
      pairwise: [
        {
          candidate_a: "a",
          candidate_b: "b",
          vote_margin: 1,
          criteria: [
            {
              swap_consistency: 1,
              repetitions: [
                {
                  rep: 1,
                  order: "original",
                  score_a: 0.9,
                  canonical_score_a: 0.9,
                  source_a: "schema",
                  response_excerpt: "A holds",
                },
                { rep: 1, order: "swapped", score_a: 0.1, canonical_score_a: 0.9 },
              ],
            },
          ],
          model_breakdown: [{ model: "m", repetitions: 2, score_a: 0.9 }],
        },
      ],
      estimated_calls: 2,
      explanation: { decisive_criteria: ["c"] },
    });
  });

  test("a candidate called tie is told from a tie by its side", () => {
    const selection = select({ candidates: [facts("tie"), facts("b")], votes: look(1, 0, { a: "tie" }) });
    expect(selection.pairwise[0]).toMatchObject({ winner: "tie", side: "a" });
  });
});
