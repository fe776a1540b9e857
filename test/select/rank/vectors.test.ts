import { expect, test } from "vitest";
import { rankByWins, standingsOf } from "../../../src/select/rank/by-wins.ts";
import { type Edge, pivotTournament, softPreference } from "../../../src/select/rank/pivot.ts";
import { profiles } from "../../../src/select/tally/profile.ts";
import { firstOf } from "../../../src/select/tally/winner.ts";
import { describeShared, sharedRows } from "../../shared.ts";

interface RankingRow {
  readonly name: string;
  readonly candidates: readonly string[];
  readonly pairs: readonly {
    readonly a: string;
    readonly b: string;
    readonly mean_a: number;
    readonly mean_b: number;
    readonly winner: string;
    readonly confidence: number;
  }[];
  readonly expect: {
    readonly ranking: readonly Readonly<Record<string, unknown>>[];
    readonly winner: string | null;
    readonly winner_old_runner: string;
  };
}

interface PivotRow {
  readonly name: string;
  readonly rewards: readonly number[];
  readonly ring: readonly Edge[];
  readonly k: number;
  readonly dedup_ring_edges: boolean;
  readonly expect: {
    readonly pivots: readonly number[];
    readonly pivot_pairs: readonly Edge[];
    readonly scores: readonly number[];
    readonly best: number;
    readonly logical_comparisons: number;
  };
}

function pairsOf(row: RankingRow) {
  return row.pairs.map((pair) => ({
    candidateA: pair.a,
    candidateB: pair.b,
    scoreA: pair.mean_a,
    scoreB: pair.mean_b,
    confidence: pair.confidence,
    side: pair.winner === "tie" ? ("tie" as const) : pair.winner === pair.a ? ("a" as const) : ("b" as const),
  }));
}

describeShared("round robins", "vectors/ranking.jsonl", () => {
  const rows = sharedRows<RankingRow>("vectors/ranking.jsonl");
  test("are all there", () => expect(rows.length).toBeGreaterThanOrEqual(8));
  test.each(rows.map((row) => [row.name, row] as const))("%s", (_, row) => {
    const ranking = rankByWins(standingsOf(row.candidates, pairsOf(row)));
    expect(ranking.map((one) => one.id)).toEqual(row.expect.ranking.map((one) => one["id"]));
    ranking.forEach((standing, place) => {
      const wanted = row.expect.ranking[place];
      expect(standing.wins).toBe(wanted?.["wins"]);
      expect(standing.meanPairScore).toBeCloseTo(Number(wanted?.["mean_pair_score"]), 9);
      expect(standing.meanPairConfidence).toBeCloseTo(Number(wanted?.["mean_pair_confidence"]), 9);
    });
    expect(firstOf(ranking, profiles.reference)).toBe(row.expect.winner);
    expect(firstOf(ranking, profiles.runner)).toBe(row.expect.winner_old_runner);
  });

  test.each(rows.map((row) => [row.name, row] as const))(
    "%s: the order of candidates and pairs is no matter",
    (_, row) => {
      const pairs = pairsOf(row);
      const turned = [...pairs].reverse().map((pair) => ({
        ...pair,
        candidateA: pair.candidateB,
        candidateB: pair.candidateA,
        scoreA: pair.scoreB,
        scoreB: pair.scoreA,
        side: pair.side === "tie" ? pair.side : pair.side === "a" ? ("b" as const) : ("a" as const),
      }));
      const ids = [...row.candidates].reverse();
      expect(rankByWins(standingsOf(ids, turned))).toEqual(rankByWins(standingsOf(row.candidates, pairs)));
    },
  );
});

describeShared("pivot tournaments", "vectors/ppt.jsonl", () => {
  const rows = sharedRows<PivotRow>("vectors/ppt.jsonl");
  test("are all there", () => expect(rows.length).toBeGreaterThanOrEqual(12));
  test.each(rows.map((row) => [row.name, row] as const))("%s", (_, row) => {
    const { rewards, ring, k, dedup_ring_edges: withoutRing, expect: expected } = row;
    const tournament = pivotTournament({
      count: rewards.length,
      ring,
      pivots: k,
      withoutRing,
      prefer: (first, second) => softPreference(rewards[first] ?? 0, rewards[second] ?? 0),
    });
    expect(tournament.pivots).toEqual(expected.pivots);
    expect(tournament.pairs).toEqual(expected.pivot_pairs);
    expect(tournament.best).toBe(expected.best);
    expect(tournament.comparisons).toBe(expected.logical_comparisons);
    tournament.scores.forEach((score, place) => {
      expect(score).toBeCloseTo(expected.scores[place] ?? Number.NaN, 8);
    });
  });
});
