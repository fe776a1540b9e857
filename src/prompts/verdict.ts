import type { Json } from "../core/types.ts";
import { type Declared, declaredLabels } from "./declared-label.ts";
import { explanationIn, LABEL_KEYS, PASS_KEYS, plainKey, valuesUnder } from "./json-fields.ts";
import type { Menu, MenuLabel } from "./menu.ts";
import { proseLabels } from "./prose-label.ts";
import { legible, type Reading, read, unread, withoutThinking, withoutVerdict } from "./reading.ts";
import { type FoundObject, findObjects } from "./reply-json.ts";

/** A label of the menu that a judge gave. */
export interface ReadVerdict {
  readonly label: MenuLabel;
  /** Whether it was declared, or taken from the closing sentence. */
  readonly declared: boolean;
  readonly explanation?: string;
  /** The judge's JSON, where the verdict stood in one. */
  readonly object?: FoundObject;
}

export interface VerdictOptions {
  readonly menu: Menu;
  /** The name of the tag that was asked for in this call; null where none was. */
  readonly tag?: string | null;
}

/**
 * Reads the verdict of a judge's reply. Declared labels count: in JSON, in the tag of the call, in double brackets,
 * behind a cue such as "Verdict:", leading the reply, or as its last line. When they differ, the reply contradicts
 * itself, whichever comes last: a quoted label and a changed mind look alike. Only where nothing is declared do the
 * words of the closing sentence count. Linear in the reply's length; never throws.
 */
export function readVerdict(reply: string, { menu, tag = null }: VerdictOptions): Reading<ReadVerdict> {
  const text = legible(withoutThinking(reply));
  const keys = menu.polar ? [...LABEL_KEYS, ...PASS_KEYS, "score"] : LABEL_KEYS;
  const { objects, open } = findObjects(text, (key) => keys.includes(plainKey(key)));
  if (objects.length === 0 && open) return unread("truncated", "the judge's reply ends within its JSON");
  if (objects.some((one) => one.duplicate)) return unread("contradiction", "the judge's JSON names a key twice");
  const fields = objects.flatMap(({ value }) => valuesUnder(value, keys).map((field) => declaredBy(field, menu)));
  const declared = [...fields, ...declaredLabels(without(text, objects), menu, tag)];
  const known = declared.flatMap(({ label }) => (label === null ? [] : [label]));
  const unknown = declared.filter(({ label, strong }) => label === null && (strong || known.length === 0));
  const [first] = known;
  if (first === undefined) {
    const [other] = unknown;
    if (other !== undefined && (other.strong || unknown.length === declared.length)) {
      return unread("off_menu", `the judge's verdict is none of the labels offered: ${other.text.slice(0, 60)}`);
    }
    return fromProse(text, menu);
  }
  const other = known.find((label) => label !== first)?.label ?? unknown[0]?.text;
  if (other !== undefined) {
    return unread("contradiction", `the judge's reply says both ${first.label} and ${other.slice(0, 60)}`);
  }
  // "Yes, the answer is not correct" is one sentence that says two things.
  if (menu.polar && objects.length === 0 && text.length < 400 && !/:|[.!?\n]\s*\S/.test(text)) {
    const opposite = proseLabels(text, menu).labels.find((label) => label !== first);
    if (opposite !== undefined) return unread("contradiction", "the judge's reply says two things in one sentence");
  }
  const object = objects.at(-1);
  const explanation = object === undefined ? undefined : explanationIn(object.value);
  return read({
    label: first,
    declared: true,
    ...(explanation === undefined ? {} : { explanation }),
    ...(object === undefined ? {} : { object }),
  });
}

function declaredBy(value: Json, menu: Menu): Declared {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const label = menu.exactly(text) ?? menu.exactly(text.replace(/^[\s*_`"'([{]+/, "").replace(/[\s*_`"')\]}.!]+$/, ""));
  return { label, text, strong: true };
}

function fromProse(text: string, menu: Menu): Reading<ReadVerdict> {
  const { labels, hedged } = proseLabels(text, menu);
  const [first] = labels;
  if (first === undefined) return withoutVerdict(text, "verdict that can be read");
  const other = labels.find((label) => label !== first);
  if (other !== undefined) {
    return unread("contradiction", `the judge's last sentence says both ${first.label} and ${other.label}`);
  }
  if (hedged) return unread("unparsable", "the judge's last sentence leaves its verdict open");
  return read({ label: first, declared: false });
}

/** The text without the JSON in it, whose strings are the judge's talk. */
function without(text: string, objects: readonly FoundObject[]): string {
  if (objects.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const object of objects) {
    if (object.from < from) continue;
    parts.push(text.slice(from, object.from));
    from = object.to;
  }
  parts.push(text.slice(from));
  return parts.join("\n").replace(/```\w{0,10}/g, "");
}
