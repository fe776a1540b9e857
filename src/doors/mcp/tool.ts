import type { Json } from "../../core/types.ts";
import type { Environment, OperationEvent } from "../../operations/environment.ts";
import type { AllowedPaths } from "./allowed-paths.ts";
import type { JsonSchema } from "./tool-schema.ts";

/** What the server was started with; the same for every call. */
export interface Settings {
  readonly paths: AllowedPaths;
  /** Null for that of the environment. No call names a store: it could be an address. */
  readonly store: string | null;
  /** Whether a call may run the commands that candidates carry. */
  readonly runChecks: boolean;
  /** Endpoints that calls may name as `deployment:ID`. No call brings its own: it could send a key anywhere. */
  readonly deployments: unknown;
  readonly prices: unknown;
}

/** One call of a tool: its signal is aborted when the client cancels it, leaves, or the server stops. */
export interface Call {
  readonly environment: Environment;
  readonly settings: Settings;
  tell(event: OperationEvent): Promise<void>;
}

export interface Answer {
  readonly structured: { readonly [key: string]: Json };
  /** The work was done and came to nothing that can be relied on. */
  readonly failed?: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** Keeps nothing and changes nothing. */
  readonly readOnly: boolean;
  run(given: unknown, call: Call): Promise<Answer>;
}
