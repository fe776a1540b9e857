import { ConfigError } from "../../core/errors.ts";

/** A way to ask judges, under the names that the tools of others gave it. */
export interface Backend {
  readonly models: readonly string[];
  /** Whether several models may take turns. */
  readonly ensemble: boolean;
  /** Whether log-probabilities are preferred to JSON. */
  readonly weigh: boolean;
}

export const BACKENDS = {
  "pi-model-ensemble": {
    models: ["kimi:kimi-for-coding", "minimax.io:minimax-m3", "openai:gpt-5.5"],
    ensemble: true,
    weigh: false,
  },
  "zai-coding-plan": { models: ["zai:glm-5.1"], ensemble: false, weigh: false },
  "gemini-python": { models: ["google:gemini-2.5-flash"], ensemble: false, weigh: true },
} as const satisfies Readonly<Record<string, Backend>>;

export type BackendName = keyof typeof BACKENDS;

export function readBackend(name: string, place: string): BackendName {
  const known = Object.keys(BACKENDS);
  const wanted = name.trim().toLowerCase();
  const found = known.find((one): one is BackendName => one === wanted);
  if (found === undefined) throw ConfigError.unknownName("unknown_backend", "backend", name.slice(0, 80), known, place);
  return found;
}
