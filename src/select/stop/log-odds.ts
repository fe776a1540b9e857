import { lookWorth } from "../tally/chance.ts";
import type { Order } from "../vote-types.ts";
import type { LookOutcome } from "./rules.ts";

/**
 * What a judge's vote says, learned from labelled pairs: per order and vote ln P(vote | A is better) - ln P(vote | B is
 * better). A judge that always prefers the first slot has figures near 0 for that vote, and large ones for the other.
 */
export type VoteOdds = Readonly<Record<Order, Readonly<Record<LookOutcome, number>>>>;

export interface OddsVote {
  readonly order: Order;
  readonly outcome: LookOutcome;
  readonly odds: VoteOdds;
}

/** The log odds that A is better: each vote's evidence times `worth`, for votes on one pair are not independent. */
export function logOddsOf(votes: readonly OddsVote[], worth: number = lookWorth): number {
  return votes.reduce((sum, { order, outcome, odds }) => sum + worth * odds[order][outcome], 0);
}

/** The side that the log odds decide for with this confidence, or null. */
export function sideOfLogOdds(logOdds: number, confidence: number): "a" | "b" | null {
  if (Math.abs(logOdds) < Math.log(confidence / (1 - confidence))) return null;
  return logOdds > 0 ? "a" : "b";
}
