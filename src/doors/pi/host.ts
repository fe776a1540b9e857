/**
 * The part of Pi's extension interface that is used here, from its 0.74. Pi itself is no dependency: it loads this
 * package, not the reverse.
 */
export interface Pi {
  registerTool(tool: PiTool): void;
  registerCommand(name: string, command: PiCommand): void;
  /** Shows a text in the session; the agent reads it too. */
  sendMessage(message: PiMessage): void;
}

export interface PiMessage {
  readonly customType: string;
  readonly content: string;
  readonly display: boolean;
  readonly details?: unknown;
}

export interface PiCommand {
  readonly description: string;
  handler(args: string, context: PiContext): Promise<void>;
}

export interface PiTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly promptSnippet: string;
  readonly promptGuidelines: string[];
  /** A JSON Schema: Pi checks arguments against it, with or without TypeBox. */
  readonly parameters: object;
  /** Arguments as the model wrote them, before they are checked. */
  prepareArguments(given: unknown): unknown;
  /** Rejects where the call failed: Pi shows the message to the agent as an error. */
  execute(
    callId: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
    onUpdate: ((partial: PiToolResult) => void) | undefined,
    context: PiContext,
  ): Promise<PiToolResult>;
}

export interface PiToolResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly details: unknown;
}

export interface PiContext {
  readonly cwd: string;
  /** False where nobody can be asked: print mode. */
  readonly hasUI: boolean;
  readonly ui: {
    /** Undefined where the user closed it. */
    select(title: string, options: string[], more?: { readonly signal?: AbortSignal }): Promise<string | undefined>;
    editor(title: string, prefill?: string): Promise<string | undefined>;
    notify(message: string, type?: "info" | "warning" | "error"): void;
    setStatus(key: string, text: string | undefined): void;
  };
  readonly modelRegistry: PiRegistry;
  /** Of the session. */
  readonly model: PiModel | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface PiRegistry {
  getAll(): readonly PiModel[];
  find(provider: string, id: string): PiModel | undefined;
  hasConfiguredAuth(model: PiModel): boolean;
  /** A subscription's token, which is no key for the provider's public interface. */
  isUsingOAuth(model: PiModel): boolean;
  getApiKeyForProvider(provider: string): Promise<string | undefined>;
  getApiKeyAndHeaders(
    model: PiModel,
  ): Promise<
    | { readonly ok: true; readonly apiKey?: string; readonly headers?: Record<string, string> }
    | { readonly ok: false; readonly error: string }
  >;
}

/** Handed back to Pi as it came; not all of it is read here. */
export interface PiModel {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly api: string;
  readonly baseUrl: string;
  readonly reasoning: boolean;
  readonly input: ("text" | "image")[];
  readonly contextWindow: number;
  readonly maxTokens: number;
  /** US dollars per million tokens. */
  readonly cost: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
}

export interface PiUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly totalTokens: number;
  readonly cost: PiModel["cost"] & { readonly total: number };
}

export interface PiReply {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly thinking?: string }[];
  readonly model: string;
  readonly responseModel?: string;
  readonly usage: PiUsage;
  readonly stopReason: "stop" | "length" | "toolUse" | "error" | "aborted";
  readonly errorMessage?: string;
}

export type PiTurn =
  | { readonly role: "user"; readonly content: string; readonly timestamp: number }
  | {
      readonly role: "assistant";
      readonly content: { readonly type: "text"; readonly text: string }[];
      readonly api: string;
      readonly provider: string;
      readonly model: string;
      readonly usage: PiUsage;
      readonly stopReason: "stop";
      readonly timestamp: number;
    };

/** Asks one of Pi's models: `completeSimple` of `@earendil-works/pi-ai`. A failure is in the reply, or thrown. */
export type AskPi = (
  model: PiModel,
  conversation: { readonly systemPrompt?: string; readonly messages: PiTurn[] },
  options: {
    readonly signal: AbortSignal;
    readonly maxTokens: number;
    readonly maxRetries: number;
    readonly temperature?: number;
    readonly reasoning?: "minimal" | "low" | "medium" | "high";
    readonly apiKey?: string;
    readonly headers?: Record<string, string>;
  },
) => Promise<PiReply>;
