import { expect, test } from "vitest";
import { tallyAudit } from "../../../src/select/tally/audit.ts";
import { tallyPair } from "../../../src/select/tally/pair-tally.ts";
import { profiles } from "../../../src/select/tally/profile.ts";
import type { ProfileName } from "../../../src/select/types.ts";
import { describeShared, sharedRows } from "../../shared.ts";
import { auditVote, criteriaOf, facts, type RecordedCall, votesOf } from "../votes.ts";

interface AggregationRow {
  readonly name: string;
  readonly profile: "both" | "runner" | "extension";
  readonly repetitions: readonly RecordedCall[];
  readonly expect: Readonly<Record<string, number | string>>;
}

interface AuditRow {
  readonly name: string;
  readonly criteria: readonly (readonly { readonly score: number; readonly weight?: number }[])[];
  readonly expect: Readonly<Record<string, unknown>> & {
    readonly per_criterion: readonly Readonly<Record<string, number>>[];
  };
}

const profilesOf: Readonly<Record<AggregationRow["profile"], readonly ProfileName[]>> = {
  both: ["reference", "runner"],
  extension: ["reference"],
  runner: ["runner"],
};

/** The rows give nine digits. */
function close(value: unknown, expected: unknown, what: string) {
  if (typeof expected !== "number") expect(value, what).toBe(expected);
  else
    expect(Math.abs(Number(value) - expected), `${what}: ${value} is not ${expected}`).toBeLessThanOrEqual(
      1e-9 + 5e-10,
    );
}

describeShared("votes of one pair", "vectors/aggregation.jsonl", () => {
  const rows = sharedRows<AggregationRow>("vectors/aggregation.jsonl");
  test("are all there", () => expect(rows.length).toBeGreaterThanOrEqual(44));
  const cases = rows.flatMap((row) =>
    profilesOf[row.profile].map((name) => [`${row.name}, ${name}`, name, row] as const),
  );
  test.each(cases)("%s", (_, name, row) => {
    const votes = votesOf(row.repetitions);
    const criteria = criteriaOf(row.repetitions);
    const pairing = tallyPair({ a: facts("a"), b: facts("b"), votes, criteria, profile: profiles[name] });
    const { expect: expected } = row;
    close(pairing.scoreA, expected["mean_a"], "mean of A");
    close(pairing.scoreB, expected["mean_b"], "mean of B");
    close(pairing.voteMargin, expected["vote_margin"], "vote margin");
    expect(pairing.side).toBe(expected["winner"]);
    const optional = {
      margin: pairing.margin,
      votes_a: pairing.votesA,
      votes_b: pairing.votesB,
      confidence: pairing.confidence,
      disagreement: pairing.disagreement,
      swap_consistency: pairing.swapConsistency,
    };
    for (const [figure, value] of Object.entries(optional)) {
      if (figure in expected) close(value, expected[figure], figure);
    }
  });
});

describeShared("audits", "vectors/audit.jsonl", () => {
  const rows = sharedRows<AuditRow>("vectors/audit.jsonl");
  test("are all there", () => expect(rows.length).toBeGreaterThanOrEqual(11));
  const cases = rows.flatMap((row) =>
    (["reference", "runner"] as const).map((name) => [`${row.name}, ${name}`, name, row] as const),
  );
  test.each(cases)("%s", (_, name, row) => {
    const criteria = row.criteria.map((_, index) => ({ id: `c${index}`, name: `c${index}`, description: "" }));
    const votes = row.criteria.flatMap((calls, index) =>
      calls.map((call, rep) => auditVote({ ...call, criterion: `c${index}`, repetition: rep + 1 })),
    );
    const audit = tallyAudit({ candidate: facts("a"), criteria, votes, profile: profiles[name] });
    const { expect: expected } = row;
    close(audit.voteMargin, expected["vote_margin_pooled"], "pooled vote margin");
    close(audit.overallVoteMargin, expected["overall_vote_margin_mean"], "mean vote margin");
    for (const figure of ["positive", "negative", "abstain"] as const) expect(audit[figure]).toBe(expected[figure]);
    expect(audit.verdict).toBe(expected["verdict_proposed"]);
    // The runner does not weigh, and the rows with weights are the extension's.
    if (name === "runner" && row.criteria.some((calls) => calls.some((call) => call.weight !== undefined))) return;
    close(audit.overallScore, expected["overall_score"], "overall score");
    close(audit.overallConfidence, expected["overall_confidence"], "overall confidence");
    expected.per_criterion.forEach((wanted, index) => {
      const tally = audit.criteria[index];
      close(tally?.score, wanted["score"], "score");
      close(tally?.disagreement, wanted["disagreement"], "disagreement");
      close(tally?.confidence, wanted["confidence"], "confidence");
      close(tally?.voteMargin, wanted["vote_margin"], "vote margin");
    });
  });

  test.each(rows.map((row) => [row.name, row] as const))("%s: the default verdict is the same", (_, row) => {
    const criteria = row.criteria.map((_, index) => ({ id: `c${index}`, name: `c${index}`, description: "" }));
    const votes = row.criteria.flatMap((calls, index) =>
      calls.map((call, rep) => auditVote({ ...call, criterion: `c${index}`, repetition: rep + 1 })),
    );
    expect(tallyAudit({ candidate: facts("a"), criteria, votes }).verdict).toBe(row.expect["verdict_proposed"]);
  });
});
