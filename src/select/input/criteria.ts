import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { collapseSpace, foldCase, shorten } from "../../core/text.ts";
import type { Criterion } from "../vote-types.ts";
import { checkCount, someWeight, weightOf, withoutNulls } from "./given.ts";
import { criterionOptions } from "./schema.ts";

const MOST = 6;

/** Share of words in common from which two criteria are taken to ask the same. */
const SAME_WORDING = 0.8;

export interface ReadCriteria {
  readonly criteria: readonly Criterion[];
  readonly warnings: readonly string[];
}

/**
 * 1 to 6 criteria. A second one of the same id or name is an error; one of nearly the same words is warned of, and so is
 * one whose description is no more than its name.
 */
export function readCriteria(given: readonly unknown[], place: string): ReadCriteria {
  checkCount(
    given.length,
    "criteria",
    { low: 1, high: MOST, place },
    given.length === 0 ? "no_criteria" : "too_many_criteria",
  );
  const criteria = given.map((one, index) => readCriterion(one, `${place}[${index}]`));
  refuseDoubles(criteria, "id", ({ id }) => id, place);
  refuseDoubles(criteria, "name", ({ name }) => name, place);
  someWeight(
    criteria.map(({ weight = 1 }) => weight),
    place,
  );
  return { criteria, warnings: [...bareWarnings(criteria), ...likeWarnings(criteria)] };
}

function readCriterion(given: unknown, place: string): Criterion {
  const { id, name, description, weight } = readOptions(criterionOptions, withoutNulls(given), place);
  const [label, text] = [collapseSpace(name), description.trim()];
  for (const [key, value] of [
    ["name", label],
    ["description", text],
  ] as const) {
    if (value === "") throw new ConfigError("blank_criterion", "is blank", { place: `${place}.${key}` });
  }
  const own = id === undefined ? "" : collapseSpace(id);
  return {
    id: own === "" ? slug(label) : own,
    name: label,
    description: text,
    ...(weight === undefined ? {} : { weight: weightOf(weight, `${place}.weight`) }),
  };
}

/** Small letters and digits of any script, all else one dash. */
function slug(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? "criterion" : words.join("-");
}

function refuseDoubles(
  criteria: readonly Criterion[],
  what: "id" | "name",
  of: (criterion: Criterion) => string,
  place: string,
): void {
  const seen = new Map<string, number>();
  for (const [index, criterion] of criteria.entries()) {
    const key = foldCase(of(criterion).normalize("NFKC"));
    const before = seen.get(key);
    if (before !== undefined) {
      throw new ConfigError("duplicate_criterion", `two criteria have the ${what} "${of(criterion)}"`, {
        place: `${place}[${index}]`,
        hint: `the other is ${place}[${before}]; one weakness would count twice`,
      });
    }
    seen.set(key, index);
  }
}

/** A name may say all, but a judge that is told no more decides by itself what it means. */
function bareWarnings(criteria: readonly Criterion[]): readonly string[] {
  return criteria.flatMap(({ name, description }) => {
    const known = wordsOf(name);
    if ([...wordsOf(description)].some((word) => !known.has(word))) return [];
    return [
      `criterion "${shorten(name)}" has no description but its name: "Name: what to inspect" tells judges what is strong evidence and what is failure`,
    ];
  });
}

function likeWarnings(criteria: readonly Criterion[]): readonly string[] {
  const words = criteria.map(({ name, description }) => wordsOf(`${name} ${description}`));
  return criteria.flatMap((one, index) =>
    criteria.slice(index + 1).flatMap((other, behind) => {
      const [own, theirs] = [words[index], words[index + 1 + behind]];
      if (own === undefined || theirs === undefined || overlap(own, theirs) < SAME_WORDING) return [];
      return [`criteria "${one.id}" and "${other.id}" ask nearly the same: one weakness may count twice`];
    }),
  );
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Jaccard: words in common, of all words of both. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - common;
  return all === 0 ? 0 : common / all;
}
