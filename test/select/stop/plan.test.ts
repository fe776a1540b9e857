import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createWorld, criteria as worldCriteria } from "../../../bench/select/world.ts";
import { nextLooks, type PlanState, plannedCalls } from "../../../src/select/stop/plan.ts";
import { tallySelection } from "../../../src/select/tally/selection.ts";
import type { Look, Vote } from "../../../src/select/vote-types.ts";
import { criterion, facts, look, slotLook, unreadable, vote } from "../votes.ts";

const panel = ["m", "n", "o"].map((model) => ({ model, weight: 1 }));

function plan(more: Partial<PlanState>): PlanState {
  return {
    candidates: [facts("a"), facts("b")],
    criteria: [criterion("c")],
    panel: panel.slice(0, 1),
    votes: [],
    bound: 5,
    ...more,
  };
}

/** Makes looks until none is wanted. */
function run(state: PlanState, answer: (look: Look) => readonly Vote[]): readonly Vote[] {
  let votes = state.votes;
  for (let wave = 0; wave < 500; wave++) {
    const looks = nextLooks({ ...state, votes });
    if (looks.length === 0) return votes;
    votes = [...votes, ...looks.flatMap(answer)];
  }
  throw new Error("the plan does not end");
}

function keys(looks: readonly Look[]): readonly string[] {
  return looks.map(({ a, b, criterion, repetition }) => `${a}-${b} ${criterion} ${repetition}`);
}

describe("with a fixed number of repetitions", () => {
  test("all looks are made, each repetition by the next model of the panel", () => {
    const looks = nextLooks(plan({ fixed: true, panel, criteria: [criterion("c"), criterion("d")] }));
    expect(looks).toHaveLength(10);
    expect(looks.slice(0, 5).map(({ model }) => model)).toEqual(["m", "n", "o", "m", "n"]);
  });

  test("what was made is not made again, and half a look is asked for under its own repetition", () => {
    const votes = [...look(1, 0), vote({ repetition: 3, order: "swapped" })];
    expect(keys(nextLooks(plan({ fixed: true, votes })))).toEqual(["a-b c 2", "a-b c 3", "a-b c 4", "a-b c 5"]);
  });

  test("the calls are those of the reference", () => {
    const three = ["c", "d", "e"].map((id) => criterion(id));
    const calls = (count: number, bound: number) =>
      plannedCalls(
        plan({
          fixed: true,
          criteria: three,
          bound,
          candidates: Array.from({ length: count }, (_, place) => facts(`k${place}`)),
        }),
      );
    expect([calls(3, 5), calls(6, 5), calls(6, 8)]).toEqual([90, 450, 720]);
  });

  test("the planned calls are the calls", () => {
    for (const count of [2, 3, 6, 7, 10]) {
      const candidates = Array.from({ length: count }, (_, place) => facts(`k${place}`));
      const state = plan({ fixed: true, candidates, bound: 2, criteria: [criterion("c"), criterion("d")] });
      const votes = run(state, (one) => look(1, 0, one));
      expect(votes.length).toBeLessThanOrEqual(plannedCalls(state));
      if (count <= 6) expect(votes.length).toBe(plannedCalls(state));
    }
  });
});

describe("where looks stop early", () => {
  test("every pair and criterion is looked at once first", () => {
    const candidates = ["z", "a", "m"].map((id) => facts(id));
    const looks = nextLooks(plan({ candidates, criteria: [criterion("c"), criterion("d")] }));
    expect(keys(looks)).toEqual(["a-m c 1", "a-m d 1", "a-z c 1", "a-z d 1", "m-z c 1", "m-z d 1"]);
  });

  test("every model of the panel has a look, also where there are fewer places than models", () => {
    for (const count of [1, 2, 3, 5, 8]) {
      const many = Array.from({ length: count }, (_, place) => ({ model: `m${place}`, weight: 1 }));
      for (const criteria of [[criterion("c")], [criterion("c"), criterion("d")]]) {
        const looks = nextLooks(plan({ panel: many, criteria, bound: Math.max(5, count) }));
        expect(new Set(looks.map(({ model }) => model)).size).toBe(count);
        expect(looks).toHaveLength(Math.max(count, criteria.length));
      }
    }
  });

  test("a model without weight is not asked while another has some", () => {
    const looks = nextLooks(
      plan({
        panel: [
          { model: "m", weight: 0 },
          { model: "n", weight: 1 },
        ],
        criteria: [criterion("c"), criterion("d")],
      }),
    );
    expect(new Set(looks.map(({ model }) => model))).toEqual(new Set(["n"]));
  });

  test("a clear pair is done after a few looks", () => {
    expect(run(plan({}), (one) => look(0.9, 0.2, one))).toHaveLength(4);
    const three = ["c", "d", "e"].map((id) => criterion(id));
    expect(run(plan({ criteria: three }), (one) => look(0.9, 0.2, one))).toHaveLength(6);
  });

  test("a judge that prefers a slot is asked until no look can change the tie", () => {
    const votes = run(plan({}), (one) => slotLook(0.9, 0.2, one));
    // After three split looks, two more for one side make 0.7 of the votes; after four, one more makes 0.6.
    expect(votes).toHaveLength(8);
    expect(
      tallySelection({ candidates: [facts("a"), facts("b")], criteria: [criterion("c")], votes }).winner,
    ).toBeNull();
  });

  test("an unreadable vote is made up for by further looks, until it is a tenth of them", () => {
    const votes = run(plan({}), (one) => {
      const [original = vote(one), swapped = vote(one)] = look(0.9, 0.2, one);
      return [original, one.repetition === 1 ? unreadable({ ...one, order: "swapped" }) : swapped];
    });
    expect(votes).toHaveLength(10);
    expect(tallySelection({ candidates: [facts("a"), facts("b")], criteria: [criterion("c")], votes }).winner).toBe(
      "a",
    );
  });

  test("where too many are unreadable for any verdict, no further call is made", () => {
    const lost = (one: Look) => (["original", "swapped"] as const).map((order) => unreadable({ ...one, order }));
    expect(run(plan({}), lost)).toHaveLength(2);
  });

  test("further looks go to the criteria that are open", () => {
    const criteria = [criterion("c"), criterion("d")];
    const votes = [1, 2, 3].flatMap((repetition) => [
      ...look(1, 0, { repetition }),
      ...slotLook(0.9, 0.2, { criterion: "d", repetition }),
    ]);
    const looks = nextLooks(plan({ criteria, votes, confidence: 0.999 }));
    expect(keys(looks)).toEqual(["a-b d 4"]);
  });

  test("a candidate with a failed check gets no look, and a single sound one needs none", () => {
    const failed = facts("x", { failedChecks: ["test"] });
    expect(keys(nextLooks(plan({ candidates: [facts("a"), failed, facts("b")] })))).toEqual(["a-b c 1"]);
    expect(nextLooks(plan({ candidates: [facts("a"), failed] }))).toEqual([]);
    expect(nextLooks(plan({ candidates: [failed, facts("y", { failedChecks: ["test"] })] }))).toEqual([]);
  });

  test("the plan depends on the votes alone: neither their order nor that of the candidates matters", () => {
    const outcomes = fc.array(fc.constantFrom(1, 0.5, 0), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 2, max: 5 }), (scores, count) => {
        const candidates = ["p", "q", "r", "s", "t"].slice(0, count).map((id) => facts(id));
        const answer = (one: Look) => {
          const score = scores[(one.a.charCodeAt(0) * 7 + one.b.charCodeAt(0) * 3 + one.repetition) % 60] ?? 0;
          return look(score, 1 - score, one);
        };
        const state = plan({ candidates, panel });
        const votes = run(state, answer);
        const part = votes.slice(0, votes.length / 2);
        const turned = plan({ candidates: [...candidates].reverse(), panel, votes: [...part].reverse() });
        expect(nextLooks(turned)).toEqual(nextLooks({ ...state, votes: part }));
        expect(votes.length).toBeLessThanOrEqual(plannedCalls(state));
      }),
      { numRuns: 40 },
    );
  });
});

describe("more than six candidates", () => {
  const candidates = Array.from({ length: 9 }, (_, place) => facts(`k${place}`));
  // The higher number is better.
  const answer = (one: Look) => (one.a < one.b ? look(0.2, 0.8, one) : look(0.8, 0.2, one));

  test("begin with a ring in which each meets two others twice", () => {
    const looks = nextLooks(plan({ candidates }));
    expect(looks).toHaveLength(18);
    for (const { id } of candidates) expect(looks.filter((one) => one.a === id || one.b === id)).toHaveLength(4);
  });

  test("end with far fewer calls than a round robin, and the best one", () => {
    const state = plan({ candidates });
    const votes = run(state, answer);
    expect(votes.length).toBeLessThanOrEqual(plannedCalls(state));
    expect(votes.length).toBeLessThan((36 * 5 * 2) / 2);
    expect(tallySelection({ candidates, criteria: [criterion("c")], votes }).winner).toBe("k8");
  });
});

test("in the simulated world the best of six is found in four of five draws with a third of the calls", () => {
  const count = 400;
  let [best, calls] = [0, 0];
  for (let seed = 0; seed < count; seed++) {
    const world = createWorld(6, seed);
    const votes = run(plan({ candidates: world.candidates, criteria: worldCriteria }), world.ask);
    const selection = tallySelection({
      candidates: world.candidates,
      criteria: worldCriteria,
      votes,
      bootstrap: { draws: 1 },
    });
    if (selection.ranking[0]?.id === world.best) best++;
    calls += votes.length;
  }
  // The standard error of the share is 2 points here; the bench makes 20,000 draws.
  expect(best / count).toBeGreaterThanOrEqual(0.76);
  expect(calls / count).toBeLessThanOrEqual(50);
});
