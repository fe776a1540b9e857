import type { ModelReply } from "../../core/model.ts";
import type { Json, ScoreError, Usage } from "../../core/types.ts";
import { addUsage, chargedUsage, noUsage } from "../../core/usage.ts";
import { replyFromJson, replyToJson } from "../../models/recording.ts";
import { requestKey } from "../../models/request-key.ts";
import type { CallLog, CallPurpose, MadeCall } from "../../select/protocol/context.ts";
import type { Store } from "../../store/types.ts";

/** A call as the store has it. */
export interface KeptCall {
  readonly key: string;
  readonly purpose: CallPurpose;
  readonly reply: ModelReply | null;
  readonly error: ScoreError | null;
  /** What it cost; nothing for one that failed or came from a recording. */
  readonly usage: Usage;
}

export interface StoredCallLog extends CallLog {
  /** All calls of the run, in an order that does not depend on when they were made. */
  readonly calls: readonly KeptCall[];
}

/** The calls of a run: an output each, committed before the vote counts. */
export async function openCallLog(store: Store, runId: string): Promise<StoredCallLog> {
  const calls = new Map<string, KeptCall>();
  for await (const { sampleId, row, reply, error } of store.samples(runId)) {
    const call = callFrom(sampleId, row, reply, error);
    if (call !== null) calls.set(call.key, call);
  }
  return {
    get calls() {
      return [...calls.values()].sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
    },
    find: (model, request) => calls.get(requestKey(request, model))?.reply ?? null,
    keep: async (made) => {
      const key = requestKey(made.request, made.purpose.model);
      const { purpose, reply, error } = made;
      const usage = reply === null ? noUsage : chargedUsage(reply);
      await store.write(runId, {
        outputs: [
          {
            index: placeOf(key),
            epoch: 1,
            sampleId: key,
            row: rowOf(made, usage),
            output: reply?.text ?? null,
            error,
            reply: reply === null ? null : replyToJson(reply),
          },
        ],
      });
      calls.set(key, { key, purpose, reply, error, usage });
    },
  };
}

/**
 * Where a call stands among the outputs: 48 bits of its key, so that the same call has one place. A failure gives way to
 * the reply of a resumed run, and two processes that resume one run at the same time overwrite nothing of each other.
 */
function placeOf(key: string): number {
  return Number.parseInt(key.slice(0, 12), 16);
}

function rowOf({ purpose }: MadeCall, usage: Usage): Json {
  return JSON.parse(JSON.stringify({ purpose, paid: usage.calls > 0 }));
}

function callFrom(key: string, row: Json, stored: Json | null, error: ScoreError | null): KeptCall | null {
  if (typeof row !== "object" || row === null || !("purpose" in row)) return null;
  const reply = stored === null ? null : replyFromJson(stored);
  if (reply === null && error === null) return null;
  const paid = "paid" in row && row.paid === true;
  // Written by `rowOf`.
  const purpose = row.purpose as unknown as CallPurpose;
  return { key, purpose, reply, error, usage: reply !== null && paid ? reply.usage : noUsage };
}

/** What all calls cost together, and those of each model. */
export function usageOf(calls: readonly KeptCall[]): {
  readonly total: Usage;
  readonly models: readonly ({ readonly model: string } & Usage)[];
} {
  const byModel = new Map<string, Usage>();
  for (const { purpose, usage } of calls) {
    byModel.set(purpose.model, addUsage(byModel.get(purpose.model) ?? noUsage, usage));
  }
  const models = [...byModel].map(([model, usage]) => ({ model, ...usage }));
  models.sort((one, other) => (one.model < other.model ? -1 : 1));
  return { total: models.reduce<Usage>((sum, { model: _, ...usage }) => addUsage(sum, usage), noUsage), models };
}
