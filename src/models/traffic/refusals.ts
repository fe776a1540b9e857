import { type Model, ModelError, type ModelReply, type ModelRequest } from "../../core/model.ts";
import { onAbort } from "./abort.ts";
import type { Clock } from "./clock.ts";

/** How many refusals in a row are borne, and after how many of them calls go one at a time. */
interface Patience {
  readonly most: number;
  readonly alone: number;
}

/** One may be a hiccup of a gateway; a model that never answered gets two more looks. */
const UNTRIED: Patience = { most: 3, alone: 1 };
/** It has answered: a gateway that bars some rows must not end the run of all others. */
const PROVEN: Patience = { most: 10, alone: 3 };

/** Refused calls of a model that has never answered, from which on a run that has no more to ask is taken to be refused. */
export const ENOUGH_REFUSALS = UNTRIED.most;

/** Milliseconds before each call that goes alone, so that a hiccup has time to pass. */
const PAUSE_MS = 500;

/** What is known of one model. */
interface Standing {
  patience: Patience;
  /** Refusals since the last outcome of another kind, those of calls that were under way together counted as one. */
  inRow: number;
  /** Counts what was learned: a call that was sent before the last of it says nothing new. */
  learned: number;
  /** The call that goes alone. */
  alone: Promise<void> | null;
  ended: ModelError | null;
}

/**
 * Ends the calls of a model that its provider will not serve: a wrong name, a key that is not accepted, no credit. Each
 * caller gets its own refusal, as `account`, until there were enough in a row; from then on nothing is sent, and whoever
 * asks gets the last refusal as one of the whole `run`. Models are told apart by their id.
 */
export function createRefusals(clock: Clock): (model: Model) => Model {
  const known = new Map<string, Standing>();
  return (model) => {
    const standing = known.get(model.id) ?? { patience: UNTRIED, inRow: 0, learned: 0, alone: null, ended: null };
    known.set(model.id, standing);
    return {
      id: model.id,
      abilities: model.abilities,
      ask: async (request, signal) => {
        while (isDoubted(standing)) {
          if (standing.alone === null) return askAlone(model, request, signal, standing, clock);
          await settled(standing.alone, signal);
        }
        return askOnce(model, request, signal, standing);
      },
    };
  };
}

/** Throws where nothing is sent any more. */
function isDoubted({ ended, inRow, patience }: Standing): boolean {
  if (ended !== null) throw ended;
  return inRow >= patience.alone;
}

async function askAlone(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  standing: Standing,
  clock: Clock,
): Promise<ModelReply> {
  let leave = () => {};
  standing.alone = new Promise((resolve) => {
    leave = resolve;
  });
  try {
    await clock.sleep(PAUSE_MS, signal);
    // A call that was sent before may have ended it meanwhile.
    isDoubted(standing);
    return await askOnce(model, request, signal, standing);
  } finally {
    standing.alone = null;
    leave();
  }
}

async function askOnce(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  standing: Standing,
): Promise<ModelReply> {
  const sent = standing.learned;
  try {
    const reply = await model.ask(request, signal);
    standing.patience = PROVEN;
    forget(standing);
    return reply;
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof ModelError) || thrown.scope === "run") throw thrown;
    if (thrown.scope === "call") forget(standing);
    else if (sent === standing.learned) count(thrown, model.id, standing);
    throw standing.ended ?? thrown;
  }
}

/** The provider served a call, or failed at it: either way it let it in. */
function forget(standing: Standing): void {
  standing.inRow = 0;
  standing.learned++;
}

function count(refusal: ModelError, id: string, standing: Standing): void {
  standing.inRow++;
  standing.learned++;
  if (standing.inRow < standing.patience.most) return;
  const why = `refused ${standing.inRow} times in a row, so nothing more is sent to ${id}`;
  standing.ended = refusal.of("run", why);
}

/** Waits for another's call, but not longer than the caller does. */
function settled(other: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let ignore = () => {};
    other.then(() => {
      ignore();
      resolve();
    });
    ignore = onAbort(signal, () => reject(signal.reason));
  });
}
