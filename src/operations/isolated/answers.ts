/** JSON of what was returned, or what went wrong; `details` are those of a `ConfigError`. */
export type ThreadAnswer =
  | { readonly value: string }
  | {
      readonly code: string;
      readonly message: string;
      readonly details?: Readonly<Record<string, string | undefined>>;
    };

/** What a module exports. */
export interface ModuleContent {
  readonly functions: readonly string[];
  readonly plugins: readonly {
    readonly kind: string;
    readonly type: string;
    readonly summary: string;
    readonly needsTarget: boolean;
  }[];
}

/** What an answer must repeat. The token is random: whoever has not read the question cannot answer it. */
export interface Ticket {
  readonly number: number;
  readonly token: string;
}

/**
 * What came through the port of a thread as the answer to one question; null where it is none, which means that not
 * our program sent it. Only the parts that are known are kept.
 */
export function readAnswer(said: unknown, ticket: Ticket): ThreadAnswer | null {
  if (!isMap(said) || said["number"] !== ticket.number || said["token"] !== ticket.token) return null;
  const { value, code, message, details } = said;
  if (typeof value === "string") return { value };
  if (typeof code !== "string" || typeof message !== "string") return null;
  if (!isMap(details)) return { code, message };
  const texts = Object.entries(details).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { code, message, details: Object.fromEntries(texts) };
}

/** The JSON of a module's content; null where it is none. */
export function readContent(text: string): ModuleContent | null {
  const said = jsonOf(text);
  if (!isMap(said)) return null;
  const { functions, plugins } = said;
  return isListOf(functions, isText) && isListOf(plugins, isPluginContent) ? { functions, plugins } : null;
}

function isPluginContent(value: unknown): value is ModuleContent["plugins"][number] {
  return (
    isMap(value) &&
    isText(value["kind"]) &&
    isText(value["type"]) &&
    isText(value["summary"]) &&
    typeof value["needsTarget"] === "boolean"
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is no content either.
    return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isListOf<One>(value: unknown, isOne: (one: unknown) => one is One): value is readonly One[] {
  return Array.isArray(value) && value.every(isOne);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
