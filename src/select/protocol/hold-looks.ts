import { pool } from "../../core/pool.ts";
import type { PanelModel } from "../stop/cells.ts";
import type { Look, Vote } from "../vote-types.ts";
import type { Caster, VoteCall } from "./cast-vote.ts";

/**
 * Makes looks, both orders of each, with so many calls under way at once, and yields their votes. The first call of each
 * pair, order and model comes before all others: those wait for it anyhow, and would hold a place while they do.
 */
export async function* holdLooks(
  looks: readonly Look[],
  panel: readonly PanelModel[],
  concurrency: number,
  cast: Caster,
): AsyncGenerator<Vote, void, void> {
  const weights = new Map(panel.map(({ model, weight }) => [model, weight]));
  const calls = leadersFirst(looks).flatMap((look): readonly VoteCall[] => {
    const weight = weights.get(look.model) ?? 1;
    return [
      { look, order: "original", weight },
      { look, order: "swapped", weight },
    ];
  });
  for await (const vote of pool(calls, concurrency, cast, { ordered: false })) if (vote !== null) yield vote;
}

function leadersFirst(looks: readonly Look[]): readonly Look[] {
  const seen = new Set<string>();
  const leaders: Look[] = [];
  const others: Look[] = [];
  for (const look of looks) {
    const beginning = JSON.stringify([look.a, look.b, look.model]);
    (seen.has(beginning) ? others : leaders).push(look);
    seen.add(beginning);
  }
  return [...leaders, ...others];
}
