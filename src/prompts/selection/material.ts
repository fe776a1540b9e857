import { createHash } from "node:crypto";
import type { Message, ModelAbilities, ReplySchema } from "../../core/model.ts";
import { delimiterOf, fenced } from "../fence.ts";
import { GROUND_RULES } from "../ground-rules.ts";
import type { LetterSlot } from "./letter-reply.ts";
import { neutralLabel, neutralSummary, neutralText } from "./neutral.ts";

export interface ShownEvidence {
  readonly label: string;
  readonly content: string;
}

/** A candidate as it was given. Its id is never shown; its summary only where the user asks for it. */
export interface ShownCandidate {
  readonly id: string;
  readonly content: string;
  readonly summary?: string;
  readonly evidence?: readonly ShownEvidence[];
}

export interface ShownCriterion {
  readonly name: string;
  readonly description: string;
}

/** What all prompts of one comparison or audit have in common. */
export interface SelectionMaterial {
  readonly task: string;
  readonly context?: string;
  /** Told to the judge as it is: it is the user's word. */
  readonly groundTruthNote?: string;
  readonly sharedEvidence?: readonly ShownEvidence[];
  readonly candidates: readonly ShownCandidate[];
  /** Default false. A summary is its author's praise; shown, it stands in the fence, without names. */
  readonly showSummaries?: boolean;
}

/** How a judge is to answer. */
export interface ReplyForm {
  readonly schema: boolean;
  /** How many alternatives to each token are asked for; null where none are of use. */
  readonly topLogprobs: number | null;
}

/** A question to a judge, without the settings of the call. */
export interface SelectionPrompt {
  readonly messages: readonly Message[];
  readonly schema?: ReplySchema;
  readonly topLogprobs?: number;
  /** For `readLetters`, in the order of the slots. */
  readonly slots: readonly LetterSlot[];
  /** Equal for prompts that begin alike up to the criterion: one of them may warm a provider's cache for the others. */
  readonly prefixKey: string;
}

const DEFAULT_GROUND_TRUTH_NOTE =
  "Prefer what was observed (outputs, tests, logs, diffs) to what a text says about itself. A claim without evidence counts for little.";

/** No provider gives more. */
const ALTERNATIVES = 20;

/**
 * JSON where a model can be held to it: it parses surely. Its probabilities mean little then, so a judge whose
 * log-probabilities are wanted (`weigh`) answers in tags.
 */
export function replyFormFor(abilities: Pick<ModelAbilities, "schema" | "logprobs">, weigh = false): ReplyForm {
  if (abilities.schema && !(weigh && abilities.logprobs)) return { schema: true, topLogprobs: null };
  return { schema: false, topLogprobs: abilities.logprobs ? ALTERNATIVES : null };
}

/**
 * The delimiter of all prompts of one comparison: SHA-256 over the material and `seed`, 96 bits of it in hex. One
 * for all, so that prompts share their beginnings in a provider's cache; the same for the same seed, so that a resumed
 * run finds its recorded calls. Whoever writes a candidate cannot know it: the seed is drawn from the system's
 * randomness when the run begins (at least 64 bits) and shown to no candidate, and even with the seed one would have to
 * write a text that holds its own hash.
 */
export function selectionDelimiter(material: SelectionMaterial, seed: string): string {
  const evidence = [...(material.sharedEvidence ?? []), ...material.candidates.flatMap((one) => one.evidence ?? [])];
  return delimiterOf(
    [
      material.task,
      material.context ?? "",
      ...material.candidates.flatMap(({ content, summary = "" }) => [content, summary]),
      ...evidence.flatMap(({ label, content }) => [label, content]),
    ],
    `selection ${seed}`,
  );
}

/** Part of a delimiter for tags: a judge has to copy it, and 32 bits are enough beside the fence. */
export function tagSuffix(delimiter: string): string {
  return delimiter.slice(0, 8);
}

export function systemMessage(note: string | undefined, delimiter: string): Message {
  const rules = GROUND_RULES.replaceAll("{{delimiter}}", delimiter);
  const told = note === undefined || note.trim() === "" ? DEFAULT_GROUND_TRUTH_NOTE : note.trim();
  return { role: "system", content: `${rules}\n\n${told}` };
}

/** The task, the context and the shared evidence, each in its fence. */
export function sharedSections(
  { task, context = "", sharedEvidence = [], candidates }: SelectionMaterial,
  delimiter: string,
) {
  const ids = candidates.map(({ id }) => id);
  return [
    fenced("task", neutralText(task), delimiter),
    ...(context.trim() === "" ? [] : [fenced("context", neutralText(context), delimiter)]),
    ...evidenceSections("shared evidence", sharedEvidence, ids, delimiter),
  ];
}

/** A candidate under a neutral name, with its evidence behind it. */
export function candidateSections(
  name: string,
  { content, summary = "", evidence = [] }: ShownCandidate,
  { candidates, showSummaries = false }: SelectionMaterial,
  delimiter: string,
): readonly string[] {
  const ids = candidates.map(({ id }) => id);
  const shown = showSummaries && summary.trim() !== "";
  return [
    fenced(name, neutralText(content), delimiter),
    ...(shown
      ? [fenced(`what the author of ${name} says of it`, neutralText(neutralSummary(summary, ids)), delimiter)]
      : []),
    ...evidenceSections(`evidence for ${name}`, evidence, ids, delimiter),
  ];
}

function evidenceSections(
  name: string,
  evidence: readonly ShownEvidence[],
  ids: readonly string[],
  delimiter: string,
): readonly string[] {
  return evidence.map(({ label, content }, index) => {
    const shown = neutralLabel(label, ids);
    const numbered = `${name} ${index + 1}`;
    return fenced(shown === null ? numbered : `${numbered}: ${shown}`, neutralText(content), delimiter);
  });
}

/** The last part of a prompt: all before it is equal for all criteria. */
export function criterionSection({ name, description }: ShownCriterion): string {
  return `Criterion: ${name}\n${description}\n\nJudge by this criterion alone; whatever else is good or bad is judged elsewhere.`;
}

/** Puts the parts together in the order that caches want: what all share first, what changes last. */
export function promptOf(
  system: Message,
  prefix: readonly string[],
  last: string,
  reply: {
    readonly form: ReplyForm;
    readonly schema: ReplySchema;
    readonly slots: readonly LetterSlot[];
  },
): SelectionPrompt {
  const start = prefix.join("\n\n");
  const { form, schema, slots } = reply;
  return {
    messages: [system, { role: "user", content: `${start}\n\n${last}` }],
    ...(form.schema ? { schema } : {}),
    ...(form.topLogprobs === null ? {} : { topLogprobs: form.topLogprobs }),
    slots,
    prefixKey: createHash("sha256")
      .update(JSON.stringify([system.content, start]))
      .digest("hex")
      .slice(0, 16),
  };
}
