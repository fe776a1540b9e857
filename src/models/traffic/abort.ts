import { setMaxListeners } from "node:events";

/**
 * Calls back once when the signal is aborted, at once where it is already. Returns what takes the callback away.
 *
 * One signal serves a whole run, so dozens of calls listen on it at a time. Node takes more than ten listeners for a
 * leak and prints a warning; the limit is lifted for this signal, and each call takes its own listener away.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  setMaxListeners(0, signal);
  signal.addEventListener("abort", callback, { once: true });
  return () => signal.removeEventListener("abort", callback);
}
