import { appendFile } from "node:fs/promises";
import { StoreError } from "../core/errors.ts";
import type { Model } from "../core/model.ts";
import { toLine } from "./recording.ts";
import { requestKey } from "./request-key.ts";

/**
 * Wraps models so that each reply is appended to a file, as JSON Lines that `replay:FILE` reads. A reply is given out
 * once it is written; where it cannot be, the call fails with a `StoreError`, as a recording with holes is of no use.
 * Calls that end without a reply are not recorded.
 */
export function recordTo(file: string): (model: Model) => Model {
  // One line after the other: two long ones written at once could mix.
  let writing: Promise<void> = Promise.resolve();
  const write = (line: string): Promise<void> => {
    const written = writing.then(() => appendFile(file, line));
    writing = written.catch(() => {});
    return written;
  };
  return (model) => ({
    id: model.id,
    abilities: model.abilities,
    ask: async (request, signal) => {
      const reply = await model.ask(request, signal);
      try {
        await write(toLine({ key: requestKey(request), model: model.id, abilities: model.abilities, reply }));
      } catch (cause) {
        throw new StoreError("recording_failed", `a reply could not be written to ${file}`, cause);
      }
      return reply;
    },
  });
}
