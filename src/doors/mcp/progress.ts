import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import type { OperationEvent } from "../../operations/environment.ts";

type Extra = Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, "_meta" | "sendNotification" | "signal">;
type ProgressEvent = Extract<OperationEvent, { readonly type: "progress" }>;

export interface ProgressTeller {
  tell(event: OperationEvent): Promise<void>;
  /** Tells what was held back, so that the last figure is the one that was reached. */
  finish(): Promise<void>;
}

/** Between two notifications, in milliseconds: an eval says so for every row, and each is a message to the client. */
const PATIENCE_MS = 100;
/** A note counts as so much of a step: the protocol wants a figure that only grows. */
const NOTE = 0.001;

/** Tells the client how far a call is, where it asked for that. */
export function progressOf(extra: Extra, clock: () => number): ProgressTeller {
  const token = extra._meta?.progressToken;
  let reached = 0;
  let told = Number.NEGATIVE_INFINITY;
  let held: ProgressEvent | null = null;

  async function send(progress: number, message: string, total: number | null): Promise<void> {
    if (token === undefined || extra.signal.aborted || progress <= reached) return;
    reached = progress;
    const params = { progressToken: token, progress, message, ...(total === null ? {} : { total }) };
    try {
      await extra.sendNotification({ method: "notifications/progress", params });
    } catch {
      // A client that does not listen any more must not end the work: it is kept in the store.
    }
  }

  return {
    async tell(event) {
      if (event.type !== "progress") return await send(reached + NOTE, event.text, null);
      const now = clock();
      held = event;
      if (now - told < PATIENCE_MS) return;
      held = null;
      told = now;
      await send(event.done, sentence(event), event.total);
    },
    async finish() {
      if (held !== null) await send(held.done, sentence(held), held.total);
      held = null;
    },
  };
}

function sentence({ done, total, label, errors }: ProgressEvent): string {
  const counted = total === null ? `${done} ${label}` : `${done} of ${total} ${label}`;
  return errors === 0 ? counted : `${counted}, ${errors} ${errors === 1 ? "error" : "errors"}`;
}
