import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { readModelName } from "../../src/models/names.ts";
import { findProvider, providers } from "../../src/models/providers.ts";

interface NameCase {
  readonly why: string;
  readonly name: string;
  readonly id?: string;
  readonly error?: string;
  readonly says?: string;
}

const cases = JSON.parse(
  readFileSync(new URL("../cases/model-names.json", import.meta.url), "utf8"),
) as readonly NameCase[];

describe("a model's name", () => {
  test.each(cases)("$name: $why", ({ name, id, error, says }) => {
    if (error === undefined) {
      expect(readModelName(name).id).toBe(id);
      return;
    }
    expect(() => readModelName(name, "judge.model")).toThrow(
      expect.objectContaining({ code: error, place: "judge.model" }),
    );
    expect(() => readModelName(name)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(says ?? "") }),
    );
  });

  test("that was read is read the same again", () => {
    const parts = fc.constantFrom(
      "openai",
      "codex",
      "kimi",
      "k2",
      "gpt-5.5",
      ":",
      "-",
      " ",
      "mock",
      "replay",
      "x",
      "GLM-5.1",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), (words) => {
        let id: string;
        try {
          ({ id } = readModelName(words.join("")));
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ConfigError);
          return;
        }
        expect(readModelName(id).id).toBe(id);
      }),
    );
  });
});

describe("the table of providers", () => {
  test("has no name twice", () => {
    const names = providers.flatMap(({ id, otherNames }) => [id, ...otherNames]);
    expect(names.map((name) => findProvider(name)?.id)).toEqual(
      providers.flatMap(({ id, otherNames }) => [id, ...otherNames].map(() => id)),
    );
  });

  test("asks codex and pro models of OpenAI through responses, others through chat completions", () => {
    const path = (model: string) => findProvider("openai")?.format(model).path(model);
    for (const model of ["gpt-5-codex", "gpt-5.1-codex-mini", "o3-pro", "gpt-5.4-pro", "o3-deep-research"]) {
      expect([model, path(model)]).toEqual([model, "/responses"]);
    }
    for (const model of ["gpt-5.5", "gpt-4o", "o3-mini", "gpt-4.1-prose"]) {
      expect([model, path(model)]).toEqual([model, "/chat/completions"]);
    }
  });
});
