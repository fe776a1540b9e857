import type { Solver, SolverFunction } from "../../core/solver.ts";
import type { Json } from "../../core/types.ts";
import { onAbort } from "../traffic/abort.ts";
import { readAnswer } from "./answer.ts";

/**
 * A function as a solver. What it throws is passed on. Nobody waits for one that does not listen to its signal, though
 * it goes on; one that never gives way holds up the whole process, as any such code does.
 */
export function functionSolver(id: string, answer: SolverFunction): Solver {
  return {
    id,
    solve: async (request, signal) => {
      signal.throwIfAborted();
      const answered = await orAborted(Promise.resolve(answer(request, { signal })), signal);
      return readAnswer(toJson(answered), request);
    },
    close: async () => {},
  };
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(forget);
  });
}

/** What has no JSON form at all reads as nothing, and nothing is no answer. */
function toJson(answer: unknown): Json {
  try {
    const json: Json | undefined = JSON.parse(JSON.stringify(answer) ?? "null");
    return json ?? null;
  } catch {
    // A cycle or a bigint.
    return null;
  }
}
