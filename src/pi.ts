import { fileURLToPath } from "node:url";
import { addToPi } from "./doors/pi/extension.ts";
import type { AskPi, Pi } from "./doors/pi/host.ts";

/** Loaded when the first model is asked: only Pi can give it. */
const ask: AskPi = async (model, conversation, options) => {
  const { completeSimple } = await import("@earendil-works/pi-ai");
  return completeSimple(model, conversation, options);
};

/** The extension that Pi loads: the tool `llm_as_verifier`, `/verify`, `/lav-smoke` and `/lav-ensemble-smoke`. */
export default function veridic(pi: Pi): void {
  addToPi(pi, { ask, root: fileURLToPath(new URL("..", import.meta.url)) });
}
