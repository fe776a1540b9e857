import { comparePrompt } from "../../prompts/selection/compare-prompt.ts";
import { type ReadLetter, readLetters } from "../../prompts/selection/letter-reply.ts";
import {
  replyFormFor,
  type SelectionMaterial,
  type SelectionPrompt,
  type ShownCriterion,
  selectionDelimiter,
} from "../../prompts/selection/material.ts";
import { mockScore } from "../mock-heuristic.ts";
import type { Look, Order, Vote } from "../vote-types.ts";
import type { SelectContext } from "./context.ts";
import type { Judged, PanelCalls } from "./panel-calls.ts";

/** One call of a look. */
export interface VoteCall {
  readonly look: Look;
  readonly order: Order;
  /** Of the model. */
  readonly weight: number;
}

/** Casts a vote. Null where the call was not made. */
export type Caster = (call: VoteCall) => Promise<Vote | null>;

export interface BallotBox {
  readonly material: SelectionMaterial;
  readonly criteria: readonly (ShownCriterion & { readonly id: string })[];
  readonly seed: string;
  readonly weigh: boolean;
}

/** Votes of models. All prompts share one delimiter, so that providers may keep their common beginnings. */
export function modelVotes(
  { material, criteria, seed, weigh }: BallotBox,
  context: SelectContext,
  calls: PanelCalls,
  kind: "vote" | "control" = "vote",
): Caster {
  const delimiter = selectionDelimiter(material, seed);
  const shown = new Map(material.candidates.map((candidate) => [candidate.id, candidate]));
  const asked = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const promptOf = async ({ look, order }: VoteCall): Promise<SelectionPrompt> => {
    const { abilities } = await context.model(look.model);
    const [a, b] = [known(shown, look.a), known(shown, look.b)];
    return comparePrompt({
      material,
      ...(order === "original" ? { first: a, second: b } : { first: b, second: a }),
      criterion: known(asked, look.criterion),
      delimiter,
      form: replyFormFor(abilities, weigh),
    });
  };
  return async (call) => {
    const prompt = await promptOf(call);
    const { a, b, criterion, repetition, model } = call.look;
    const judged = await calls.ask({
      model,
      prompt,
      purpose: { kind, a, b, criterion, repetition, order: call.order },
      read: (reply) => readLetters(reply, prompt.slots),
    });
    return judged === null ? null : voteOf(call, judged);
  };
}

/** Votes of counted words: no quality, the same in every order, and nothing is asked. */
export function mockVotes({ candidates }: SelectionMaterial): Caster {
  const scores = new Map(candidates.map((candidate) => [candidate.id, mockScore(candidate)]));
  return async ({ look, order, weight }) => {
    const [a, b] = [known(scores, look.a), known(scores, look.b)];
    const [first, second] = order === "original" ? [a, b] : [b, a];
    return {
      ...look,
      order,
      weight,
      scoreA: a.score,
      scoreB: b.score,
      source: "mock",
      excerpt: `Mock verifier response: ${first.letter} and ${second.letter}, by counted words.`,
    };
  };
}

/** The vote as it belongs to the candidates: in the swapped order B stands in the first slot. */
export function voteOf({ look, order, weight }: VoteCall, judged: Judged<readonly ReadLetter[]>): Vote {
  const { excerpt } = judged;
  const cast = { ...look, order, weight, ...(excerpt === undefined ? {} : { excerpt }) };
  if (judged.error !== undefined) return { ...cast, scoreA: null, scoreB: null, error: judged.error };
  const [first, second] = judged.read;
  if (first === undefined || second === undefined) throw new Error("a vote was read with less than two scores");
  const [a, b] = order === "original" ? [first, second] : [second, first];
  return { ...cast, scoreA: a.score, scoreB: b.score, source: a.source };
}

function known<Value>(values: ReadonlyMap<string, Value>, id: string): Value {
  const value = values.get(id);
  if (value === undefined) throw new Error(`a look names what is not compared: ${id}`);
  return value;
}
