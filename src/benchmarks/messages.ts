import type { Json } from "../core/types.ts";
import type { Shot, Variant } from "./benchmark.ts";

/**
 * The messages of an eval file's `prompt`: the system text, each shot as a turn of the user and one of the assistant,
 * then the question. What stands in a shot is data: braces in it name no field.
 */
export function messagesOf(variant: Variant, shots: readonly Shot[]): readonly Json[] {
  return [
    ...(variant.system === undefined ? [] : [{ role: "system", content: variant.system }]),
    ...shots.flatMap(({ input, output }) => [
      { role: "user", content: variant.prompt.replace("{{input}}", () => input), literal: true },
      { role: "assistant", content: output, literal: true },
    ]),
    { role: "user", content: variant.prompt },
  ];
}
