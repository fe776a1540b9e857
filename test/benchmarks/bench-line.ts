import { join } from "node:path";
import type { Ran, Workplace } from "../doors/cli/command-line.ts";

/** One command line of `bench`, or of `eval`, whose cache and state are in the workplace. */
export function bench(
  place: Workplace,
  argv: readonly string[],
  command: "bench" | "eval" = "bench",
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const line = command === "bench" ? ["bench", ...argv] : argv;
  return place.run(line, {
    variables: {
      XDG_CACHE_HOME: join(place.folder, "cache"),
      XDG_STATE_HOME: join(place.folder, "state"),
      ...variables,
    },
  });
}
