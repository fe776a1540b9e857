import type { Attempt, Json } from "../../core/types.ts";

/** The names under which reward functions look for what counts as right; a field of the row of that name wins. */
const TARGET_COLUMNS = ["target", "ground_truth", "label"];

/**
 * An attempt as reward functions take it, with every column a list of one: a batch of several would make the reward of
 * a row depend on its neighbours, and one exception the error of all of them.
 */
export function columnsOf({ input, output, targets, metadata }: Attempt, targetColumn: string | undefined): Json {
  const target = targets.length === 1 ? (targets[0] ?? null) : targets;
  const names = targets.length === 0 ? [] : [...TARGET_COLUMNS, ...(targetColumn === undefined ? [] : [targetColumn])];
  const columns: [string, Json][] = [
    ...names.map((name): [string, Json] => [name, [target]]),
    ...Object.entries(metadata).map(([name, value]): [string, Json] => [name, [value]]),
  ];
  return { ...Object.fromEntries(columns), prompts: [input], completions: [output] };
}
