import { ConfigError } from "../core/errors.ts";
import type { Benchmark, Variant } from "./benchmark.ts";

/** The variant of that name, else the first. Throws `ConfigError`. */
export function variantOf(benchmark: Benchmark, name: string | undefined, place: string): Variant {
  if (name === undefined) return benchmark.variants[0];
  const found = benchmark.variants.find((variant) => variant.name === name);
  if (found !== undefined) return found;
  const known = benchmark.variants.map((variant) => variant.name);
  throw ConfigError.unknownName("unknown_variant", `variant of ${benchmark.name}`, name, known, place);
}

/** How many shots a variant shows by itself. */
export function shotsOf({ shots, fewShot }: Variant): number {
  return fewShot ?? (shots === undefined || "file" in shots ? 0 : shots.length);
}

/**
 * The variant that shows so many examples: the one that was named, else the first that has examples. Throws
 * `ConfigError` where there is none.
 */
export function variantWithShots(
  benchmark: Benchmark,
  { name, fewShot, place }: { readonly name: string | undefined; readonly fewShot: number; readonly place: string },
): Variant {
  const first = variantOf(benchmark, name, place);
  if (fewShot === 0 || first.shots !== undefined) return first;
  const other = name === undefined ? benchmark.variants.find(({ shots }) => shots !== undefined) : undefined;
  if (other !== undefined) return other;
  throw new ConfigError("no_shots", `${benchmark.name} has no examples to show in the variant ${first.name}`, {
    place: "few_shot",
    expected: "0, or another variant",
  });
}
