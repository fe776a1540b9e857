import type { Json } from "../core/types.ts";

export type ServedFormat = "chat_completions" | "responses" | "generate_content" | "messages";

/** A request as the server got it. */
export interface ServedRequest {
  /** From 0, in the order of arrival. */
  readonly index: number;
  readonly format: ServedFormat;
  readonly path: string;
  /** As sent, names in lower case, keys included. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly model: string;
  /** The text of the last message of the user. */
  readonly prompt: string;
  readonly body: JsonObject;
  /** When it had arrived, in milliseconds of `performance.now()`. */
  readonly at: number;
}

export type JsonObject = { readonly [key: string]: Json };

/** Which format a path is of, whatever stands before it; null for a path of none. */
export function formatOf(path: string): ServedFormat | null {
  if (path.endsWith("/chat/completions")) return "chat_completions";
  if (path.endsWith("/responses")) return "responses";
  if (path.endsWith(":generateContent")) return "generate_content";
  return path.endsWith("/messages") ? "messages" : null;
}

/** The model that is asked: in the body, or with Google in the path. */
export function modelOf(format: ServedFormat, path: string, body: JsonObject): string {
  if (format !== "generate_content") return textOf(body["model"]);
  const name = path.slice(path.lastIndexOf("/") + 1, -":generateContent".length);
  try {
    return decodeURIComponent(name);
  } catch {
    // A malformed escape names no model that anybody has; as written it can at least be shown.
    return name;
  }
}

/** The text of the last message of the user; empty where there is none. */
export function promptOf(format: ServedFormat, body: JsonObject): string {
  if (format === "responses" && typeof body["input"] === "string") return body["input"];
  const list =
    format === "generate_content" ? body["contents"] : format === "responses" ? body["input"] : body["messages"];
  const messages = Array.isArray(list) ? list.map(objectOf) : [];
  // Google lets the role be left out.
  const last = messages.findLast((message) => (message["role"] ?? "user") === "user");
  if (last === undefined) return "";
  const content = format === "generate_content" ? last["parts"] : last["content"];
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content.map(objectOf) : [];
  return parts.map((part) => textOf(part["text"])).join("");
}

export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
