import type { ModelAbilities } from "../core/model.ts";
import { chatCompletions } from "./chat-completions.ts";
import { generateContent } from "./generate-content.ts";
import { messages } from "./messages.ts";
import { needsResponses } from "./openai-models.ts";
import { responses } from "./responses.ts";
import type { WireFormat } from "./wire-format.ts";

/** A variable that may hold the key; with an address of its own where a key of that kind belongs elsewhere. */
export interface KeyVariable {
  readonly name: string;
  readonly baseUrl?: string;
}

export interface Provider {
  readonly id: string;
  /** Other names of the same provider, compared without case and punctuation. */
  readonly otherNames: readonly string[];
  format(model: string): WireFormat;
  /** Null where only the user knows it. */
  readonly baseUrl: string | null;
  /** Variables that replace the base URL, the first that is set. */
  readonly baseUrlVariables: readonly string[];
  readonly keyVariables: readonly KeyVariable[];
  readonly keyRequired: boolean;
  readonly keyHeader: "authorization" | "x-api-key" | "x-goog-api-key" | "api-key";
  /** What this provider does less than its format can carry. */
  readonly lacks: readonly (keyof ModelAbilities)[];
  /** Replies say what they cost, in US dollars, at `usage.cost`. */
  readonly tellsCost: boolean;
}

type Row = { readonly id: string; readonly baseUrl: string | null } & Partial<
  Omit<Provider, "id" | "format" | "keyVariables">
> & {
    readonly format?: WireFormat | ((model: string) => WireFormat);
    readonly keys?: readonly (string | KeyVariable)[];
  };

const OPENAI = "https://api.openai.com/v1";
const VERTEX = "https://aiplatform.googleapis.com/v1/publishers/google";

/** Base URLs and key variables are those of Pi's registry, besides servers on this machine and OpenAI's own SDK. */
const rows: readonly Row[] = [
  {
    id: "openai",
    otherNames: ["codex"],
    format: (model) => (needsResponses(model) ? responses : chatCompletions),
    baseUrl: OPENAI,
    baseUrlVariables: ["OPENAI_BASE_URL", "OPENAI_API_URL"],
    keys: ["OPENAI_API_KEY"],
  },
  {
    id: "openai-responses",
    format: responses,
    baseUrl: OPENAI,
    baseUrlVariables: ["OPENAI_BASE_URL", "OPENAI_API_URL"],
    keys: ["OPENAI_API_KEY"],
  },
  {
    id: "azure",
    otherNames: ["azure-openai"],
    baseUrl: null,
    baseUrlVariables: ["AZURE_OPENAI_BASE_URL"],
    keys: ["AZURE_OPENAI_API_KEY", "AZURE_API_KEY"],
    keyHeader: "api-key",
  },
  {
    id: "anthropic",
    otherNames: ["claude"],
    format: messages,
    baseUrl: "https://api.anthropic.com",
    baseUrlVariables: ["ANTHROPIC_BASE_URL"],
    keys: ["ANTHROPIC_API_KEY"],
    keyHeader: "x-api-key",
  },
  {
    id: "google",
    otherNames: ["gemini"],
    format: generateContent,
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY", { name: "VERTEX_API_KEY", baseUrl: VERTEX }],
    keyHeader: "x-goog-api-key",
  },
  {
    id: "vertex",
    otherNames: ["google-vertex"],
    format: generateContent,
    baseUrl: VERTEX,
    keys: ["VERTEX_API_KEY", "GOOGLE_CLOUD_API_KEY"],
    keyHeader: "x-goog-api-key",
  },
  {
    id: "kimi",
    otherNames: ["kimi-coding"],
    format: messages,
    baseUrl: "https://api.kimi.com/coding",
    keys: ["KIMI_API_KEY"],
    keyHeader: "x-api-key",
  },
  { id: "moonshot", otherNames: ["moonshotai"], baseUrl: "https://api.moonshot.ai/v1", keys: ["MOONSHOT_API_KEY"] },
  {
    id: "minimax.io",
    format: messages,
    baseUrl: "https://api.minimax.io/anthropic",
    keys: ["MINIMAX_API_KEY"],
    keyHeader: "x-api-key",
    lacks: ["images"],
  },
  {
    id: "minimax",
    format: messages,
    baseUrl: "https://api.minimax.io/anthropic",
    keys: ["MINIMAX_API_KEY"],
    keyHeader: "x-api-key",
    lacks: ["images"],
  },
  {
    id: "zai",
    otherNames: ["z.ai"],
    baseUrl: "https://api.z.ai/api/coding/paas/v4",
    keys: ["ZAI_API_KEY"],
    lacks: ["schema", "logprobs"],
  },
  { id: "deepseek", baseUrl: "https://api.deepseek.com", keys: ["DEEPSEEK_API_KEY"], lacks: ["schema", "images"] },
  { id: "openrouter", baseUrl: "https://openrouter.ai/api/v1", keys: ["OPENROUTER_API_KEY"], tellsCost: true },
  {
    id: "ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    baseUrlVariables: ["OLLAMA_BASE_URL"],
    keys: ["OLLAMA_API_KEY"],
    keyRequired: false,
  },
  {
    id: "vllm",
    baseUrl: "http://127.0.0.1:8000/v1",
    baseUrlVariables: ["VLLM_BASE_URL"],
    keys: ["VLLM_API_KEY"],
    keyRequired: false,
  },
  { id: "openai-compatible", baseUrl: null, keyRequired: false },
];

export const providers: readonly Provider[] = rows.map(({ keys = [], format = chatCompletions, ...row }) => ({
  otherNames: [],
  baseUrlVariables: [],
  keyRequired: true,
  keyHeader: "authorization",
  lacks: [],
  tellsCost: false,
  ...row,
  format: typeof format === "function" ? format : () => format,
  keyVariables: keys.map((key) => (typeof key === "string" ? { name: key } : key)),
}));

/** The provider of that name or of another spelling of it. */
export function findProvider(name: string): Provider | undefined {
  const wanted = squash(name);
  return providers.find((provider) => [provider.id, ...provider.otherNames].some((known) => squash(known) === wanted));
}

/** A name without case and punctuation, as names are compared. */
export function squash(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** What a model can be asked for through a provider. */
export function abilitiesOf(provider: Provider, model: string): ModelAbilities {
  const carried = provider.format(model).abilities(model);
  const has = (ability: keyof ModelAbilities) => carried[ability] && !provider.lacks.includes(ability);
  return { images: has("images"), schema: has("schema"), logprobs: has("logprobs") };
}
