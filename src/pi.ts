import { fileURLToPath } from "node:url";
import { addToPi } from "./doors/pi/extension.ts";
import type { AskPi, Pi } from "./doors/pi/host.ts";

/**
 * The extension for Pi: the tool `llm_as_verifier`, `/verify`, `/lav-smoke` and `/lav-ensemble-smoke`. Pi's models are
 * asked by Pi's own client, which comes from the module `@earendil-works/pi-ai` that Pi gives to its extensions.
 */
export function piExtension({ completeSimple }: { readonly completeSimple: AskPi }): (pi: Pi) => void {
  const root = fileURLToPath(new URL("..", import.meta.url));
  return (pi) => addToPi(pi, { ask: completeSimple, root });
}
