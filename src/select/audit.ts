import { pool } from "../core/pool.ts";
import { auditPrompt } from "../prompts/selection/audit-prompt.ts";
import { type ReadLetter, readLetters } from "../prompts/selection/letter-reply.ts";
import { replyFormFor, selectionDelimiter } from "../prompts/selection/material.ts";
import type { Audit, AuditVote } from "./audit-types.ts";
import { mockScore } from "./mock-heuristic.ts";
import type { JudgedMaterial } from "./protocol/comparison.ts";
import type { SelectContext, SelectProgress } from "./protocol/context.ts";
import { createPanelCalls, type Judged, type PanelCalls } from "./protocol/panel-calls.ts";
import { judgedOf, lastAskings, type RecordedCall } from "./protocol/recorded-votes.ts";
import { tallyAudit } from "./tally/audit.ts";
import type { Criterion } from "./vote-types.ts";

export interface AuditPlan extends JudgedMaterial {
  /** All repetitions, whatever the votes say. */
  readonly fixed: boolean;
}

/** All votes that were cast, and why there are not more; null where the plan came to its end. */
export interface AuditVotes {
  readonly votes: readonly AuditVote[];
  readonly planned: number;
  readonly spent: string | null;
}

interface AuditCall {
  readonly criterion: Criterion;
  readonly repetition: number;
  readonly model: string;
  readonly weight: number;
}

/**
 * Asks about a single candidate, one criterion at a time. Repetitions come in rounds over all criteria, a model each;
 * without a fixed number they end where what is left cannot change the verdict, but not before every model was asked.
 */
export async function* castAuditVotes(
  audit: AuditPlan,
  context: SelectContext,
): AsyncGenerator<SelectProgress, AuditVotes, void> {
  const planned = mostAuditCalls(audit);
  if (isDecided(audit)) return { votes: [], planned: 0, spent: null };
  const calls = createPanelCalls(context);
  const cast = audit.mock ? mockAudit(audit) : modelAudit(audit, context, calls);
  const votes: AuditVote[] = [];
  let unreadable = 0;
  const rounds = Array.from({ length: audit.bound }, (_, index) => callsOf(audit, index + 1));
  const together = audit.fixed ? [rounds.flat()] : rounds;
  for (const [index, round] of together.entries()) {
    if (calls.spent !== null || context.signal.aborted) break;
    const left = together.slice(index).flat();
    if (index >= audit.panel.length && isSettled(audit, votes, left)) break;
    for await (const vote of pool(round, audit.concurrency, cast, { ordered: false })) {
      if (vote === null) continue;
      votes.push(vote);
      if (vote.score === null) unreadable++;
      yield { calls: votes.length, planned, unreadable };
    }
  }
  return { votes, planned, spent: calls.spent ?? (context.signal.aborted ? "it was interrupted" : null) };
}

export function mostAuditCalls(audit: AuditPlan): number {
  return isDecided(audit) ? 0 : audit.criteria.length * audit.bound;
}

/** A failed check makes it negative whatever is voted. */
function isDecided({ candidates, fixed }: AuditPlan): boolean {
  return !fixed && (candidates[0]?.failedChecks ?? []).length > 0;
}

/** The votes of calls that were made before, with the weights of now. */
export function recordedAuditVotes(calls: readonly RecordedCall[], audit: AuditPlan): readonly AuditVote[] {
  const weights = new Map(audit.panel.map(({ model, weight }) => [model, weight]));
  const asked = new Map(audit.criteria.map((criterion) => [criterion.id, criterion]));
  return lastAskings(calls, "audit").flatMap((call) => {
    const { criterion: id, repetition, model, slots } = call.purpose;
    const criterion = asked.get(id ?? "");
    if (criterion === undefined) return [];
    const judged = judgedOf(call, (reply) => readLetters(reply, slots));
    return voteOf({ criterion, repetition, model, weight: weights.get(model) ?? 1 }, judged);
  });
}

/** What the votes of an audit add up to. */
export function auditOf(audit: AuditPlan, { votes, planned, spent }: AuditVotes): Audit {
  const { criteria, profile, warnings } = audit;
  return tallyAudit({
    candidate: onlyOne(audit.candidates),
    criteria,
    votes,
    profile,
    planned,
    partial: spent !== null,
    warnings: spent === null ? warnings : [`stopped before its plan was done: ${spent}`, ...warnings],
  });
}

function callsOf({ criteria, panel }: AuditPlan, repetition: number): readonly AuditCall[] {
  const judge = panel[(repetition - 1) % Math.max(1, panel.length)];
  return judge === undefined ? [] : criteria.map((criterion) => ({ criterion, repetition, ...judge }));
}

/** Whether the verdict is the same if all that is left is as good, and if it is as bad, as can be. */
function isSettled(audit: AuditPlan, votes: readonly AuditVote[], left: readonly AuditCall[]): boolean {
  const verdictIf = (score: number) => {
    const guessed = left.map((call): AuditVote => ({ ...callToVote(call), score, source: "schema" }));
    return auditOf(audit, { votes: [...votes, ...guessed], planned: 0, spent: null }).verdict;
  };
  return verdictIf(1) === verdictIf(0);
}

type Caster = (call: AuditCall) => Promise<AuditVote | null>;

function modelAudit({ material, seed, weigh }: AuditPlan, context: SelectContext, calls: PanelCalls): Caster {
  const delimiter = selectionDelimiter(material, seed);
  const candidate = onlyOne(material.candidates);
  return async (call) => {
    const { criterion, repetition, model } = call;
    const { abilities } = await context.model(model);
    const prompt = auditPrompt({ material, candidate, criterion, delimiter, form: replyFormFor(abilities, weigh) });
    const judged = await calls.ask({
      model,
      prompt,
      purpose: { kind: "audit", criterion: criterion.id, repetition },
      read: (reply) => readLetters(reply, prompt.slots),
    });
    return judged === null ? null : voteOf(call, judged);
  };
}

function mockAudit({ material }: AuditPlan): Caster {
  const { score, letter } = mockScore(onlyOne(material.candidates));
  return async (call) => ({
    ...callToVote(call),
    score,
    source: "mock",
    excerpt: `Mock verifier response: ${letter}, by counted words.`,
  });
}

function voteOf(call: AuditCall, judged: Judged<readonly ReadLetter[]>): AuditVote {
  const { excerpt } = judged;
  const cast = { ...callToVote(call), ...(excerpt === undefined ? {} : { excerpt }) };
  if (judged.error !== undefined) return { ...cast, score: null, error: judged.error };
  const [letter] = judged.read;
  if (letter === undefined) throw new Error("an audit vote was read without a score");
  return { ...cast, score: letter.score, source: letter.source };
}

function callToVote({ criterion, repetition, model, weight }: AuditCall) {
  return { criterion: criterion.id, repetition, model, weight };
}

function onlyOne<Value>(values: readonly Value[]): Value {
  const [only] = values;
  if (only === undefined || values.length > 1) throw new Error(`an audit is of one candidate, not ${values.length}`);
  return only;
}
