import { ConfigError, describe } from "../core/errors.ts";

/** One of the runs that an eval with lists of models and prompts stands for. */
export interface Variant {
  /** What it differs by from the others, for people: the model, the prompt, or both. Empty where there is one alone. */
  readonly label: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Characters of a prompt without a name that its label shows. */
const LABEL_LENGTH = 40;

/**
 * Every model with every prompt, in the order of the file: `model` may be a list, and `prompt` a list of prompts, each a
 * text, a list of messages, or `{name, prompt}`. A list of messages alone is one prompt. Throws a `ConfigError`.
 */
export function variantsOf(config: Readonly<Record<string, unknown>>): readonly Variant[] {
  const models = modelsOf(config["model"]);
  const prompts = promptsOf(config["prompt"]);
  if (models === null && prompts === null) return [{ label: "", config }];
  const variants: Variant[] = [];
  for (const model of models ?? [null]) {
    for (const prompt of prompts ?? [null]) {
      const label = [model, prompt?.label].filter((part) => part !== undefined && part !== null).join(" · ");
      variants.push({
        label,
        config: {
          ...config,
          ...(model === null ? {} : { model }),
          ...(prompt === null ? {} : { prompt: prompt.content }),
        },
      });
    }
  }
  return variants;
}

/** Null where there is one model or none. */
function modelsOf(given: unknown): readonly string[] | null {
  if (!Array.isArray(given)) return null;
  const models = given.map((model: unknown, index) => {
    if (typeof model === "string" && model.trim() !== "") return model;
    throw new ConfigError("wrong_type", "is no model", {
      place: `model[${index}]`,
      expected: "a name such as openai:gpt-5.5",
      got: describe(model),
    });
  });
  return distinct(models, "model", models);
}

interface LabelledPrompt {
  readonly label: string;
  readonly content: unknown;
}

/** Null where there is one prompt or none. */
function promptsOf(given: unknown): readonly LabelledPrompt[] | null {
  if (!Array.isArray(given) || given.some(isMessage)) return null;
  const prompts = given.map((one: unknown, index): LabelledPrompt => {
    if (typeof one === "string") return { label: shorten(one), content: one };
    if (Array.isArray(one)) return { label: `prompt ${index + 1}`, content: one };
    const { name, prompt } = Object(one) as Readonly<Record<string, unknown>>;
    if (typeof name === "string" && name !== "" && prompt !== undefined) return { label: name, content: prompt };
    throw new ConfigError("wrong_type", "is no prompt", {
      place: `prompt[${index}]`,
      expected: "a text, a list of messages { role, content }, or { name, prompt }",
      got: describe(one),
    });
  });
  return distinct(
    prompts,
    "prompt",
    prompts.map(({ content }) => JSON.stringify(content)),
  );
}

function isMessage(value: unknown): boolean {
  return typeof value === "object" && value !== null && "role" in value;
}

function distinct<T>(values: readonly T[], place: string, keys: readonly string[]): readonly T[] {
  if (values.length === 0) {
    throw new ConfigError("wrong_type", "has nothing in it", { place, expected: "one or more", got: "an empty list" });
  }
  const again = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (again < 0) return values;
  throw new ConfigError("given_twice", "is there twice", {
    place: `${place}[${again}]`,
    got: describe(keys[again]),
    hint: "for several answers of one model use epochs",
  });
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= LABEL_LENGTH ? line : `${line.slice(0, LABEL_LENGTH - 1)}…`;
}
