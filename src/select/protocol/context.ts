import type { Model, ModelReply, ModelRequest } from "../../core/model.ts";
import type { ScoreError } from "../../core/types.ts";
import type { LetterSlot } from "../../prompts/selection/letter-reply.ts";
import type { Order } from "../vote-types.ts";

/** What a call was made for, so that a vote can be made of its reply without the prompt. */
export interface CallPurpose {
  readonly kind: "vote" | "control" | "audit" | "track";
  /** The candidates by the smaller id; absent where there is one. */
  readonly a?: string;
  readonly b?: string;
  readonly order?: Order;
  readonly criterion?: string;
  /** Of a trajectory, from 1; absent where all are asked for at once. */
  readonly step?: number;
  readonly repetition: number;
  readonly model: string;
  /** 2 where the first reply could not be read. */
  readonly asking: 1 | 2;
  /** What was asked for, in the order of the slots. */
  readonly slots: readonly LetterSlot[];
}

/** A call that was made: it has a reply that was paid for, or failed for good. */
export interface MadeCall {
  readonly request: ModelRequest;
  readonly purpose: CallPurpose;
  readonly reply: ModelReply | null;
  readonly error: ScoreError | null;
}

/** Finds and keeps paid replies, so that no call whose reply was kept is made again. */
export interface CallLog {
  /** The reply to the same request of the same model; null where there is none. */
  find(model: string, request: ModelRequest): ModelReply | null;
  /** Resolves when it is committed. */
  keep(call: MadeCall): Promise<void>;
}

/** All power of a comparison, injected: it imports neither models nor the store. */
export interface SelectContext {
  readonly signal: AbortSignal;
  /** Rejects with a `ConfigError` for a name that is none. */
  model(id: string): Promise<Model>;
  readonly calls: CallLog;
}

/** What is known while it works. `planned` is what may come at most. */
export interface SelectProgress {
  readonly calls: number;
  readonly planned: number;
  readonly unreadable: number;
}
