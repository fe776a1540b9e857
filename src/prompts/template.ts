import { ConfigError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";

/** A prompt with its places for values, read once. */
export interface Template {
  readonly parts: readonly (string | { readonly field: string })[];
  /** The fields that occur, in their first spelling. */
  readonly fields: ReadonlySet<string>;
}

/** `{{field}}`, and `{field}` as the verifiers guide writes it. All runs are bounded, so a text of braces costs nothing. */
const PLACE = /\{\{\s{0,20}([\p{L}_][\p{L}\p{N}_.-]{0,80})\s{0,20}\}\}|\{([\p{L}_][\p{L}\p{N}_.-]{0,80})\}/gu;

/** Shorter names in single braces are taken for text: `\frac{a}{b}` is no slip for a field. */
const SHORTEST_SLIP = 5;

/**
 * Reads a template. `spellings` maps each accepted name to its field; `metadata.…` is accepted as it is. A name in
 * double braces that is no field is refused. In single braces braces may be literal, so there only a name that is
 * nearly one of the fields is refused. Throws a `ConfigError` of code `unknown_field`.
 */
export function parseTemplate(text: string, spellings: ReadonlyMap<string, string>, place: string): Template {
  const parts: (string | { readonly field: string })[] = [];
  const fields = new Set<string>();
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    const name = match[1] ?? match[2] ?? "";
    const field = name.startsWith("metadata.") ? name : spellings.get(name);
    if (field === undefined) {
      const slip = match[2] !== undefined && name.length >= SHORTEST_SLIP && nearest(name, [...spellings.keys()]);
      if (match[1] !== undefined || typeof slip === "string") {
        throw ConfigError.unknownName("unknown_field", "field", name, [...spellings.keys()], place);
      }
      continue;
    }
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ field });
    fields.add(field);
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return { parts, fields };
}

/** Fills in one pass: what stands in a value is never looked at again, so data that looks like a template is data. */
export function fillTemplate(template: Template, textOf: (field: string) => string): string {
  return template.parts.map((part) => (typeof part === "string" ? part : textOf(part.field))).join("");
}
