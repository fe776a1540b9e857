import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalog } from "../../src/catalog.ts";
import { readPage, section, sectionOf } from "./pages.ts";

const sources = list("src").map((path) => ({ path, text: readFileSync(path, "utf8") }));
const errors = readPage("docs/errors.md").text;

/** Where a code is given to an error: as its first argument, behind the stage of a broken check, in a table of kinds. */
const GIVEN = [
  /new (?:Config|Store|Pattern|Model)Error\(\s*([^,)]*)/g,
  /unknownName\(\s*([^,)]*)/g,
  /\bbroken\(\s*[\w"]+,\s*([^,)]*)/g,
  /\berrorOf\(\s*([^,)]*)/g,
  /#(?:addError|broken)\((\s*"\w+:\w+")/g,
  /\[("store_\w+"),/g,
  /\bcode(?: =|:) ("\w+"(?: \| "\w+")*)/g,
];

test("every code that an error is given is on the page, and no other", () => {
  const given = new Set<string>();
  for (const { text } of sources) {
    for (const pattern of GIVEN) {
      for (const [, argument = ""] of text.matchAll(pattern)) {
        for (const [, code = ""] of argument.matchAll(/"(?:\w+:)?([a-z_]+)"/g)) given.add(code);
      }
    }
  }
  // Not told by a literal: what a plug-in throws without a code of its own, and a check that was left out.
  for (const code of ["exception", "skipped"]) given.add(code);
  expect(given.size).toBeGreaterThan(50);
  const codes = errors.replace(section(errors, "## Stages"), "");
  const told = [...codes.matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1] ?? "");
  expect([...given].filter((code) => !told.includes(code)).sort(), "these codes are not on the page").toEqual([]);
  expect(told.filter((code) => !given.has(code)).sort(), "these codes are on the page alone").toEqual([]);
});

test("every stage of an error is on the page", () => {
  const types = readFileSync("src/core/types.ts", "utf8");
  const union = /export type Stage = (.*);/.exec(types)?.[1] ?? "";
  const stages = [...union.matchAll(/"(\w+)"/g)].map((match) => match[1]);
  expect(stages.length).toBeGreaterThan(3);
  const told = section(errors, "## Stages");
  expect(stages.filter((stage) => !told.includes(`\`${stage}\``))).toEqual([]);
});

test.each([...catalog.verifiers.keys()])("every reason of %s is explained in its section", (type) => {
  const own = `src/verifiers/${type.replaceAll("_", "-")}.ts`;
  // The types of judges are one file, and explain their reasons once.
  const source = readFileSync(existsSync(own) ? own : "src/verifiers/judge.ts", "utf8");
  const docstring = [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)]
    .map(([text]) => text)
    .find((text) => /Reasons:/.test(text));
  const page = readPage("docs/verifiers.md").text;
  // What is the same for all verifiers is told once.
  const told =
    sectionOf(type, "verifiers") +
    section(page, "## What holds for all") +
    (existsSync(own) ? "" : section(readPage("docs/judges.md").text, "## What a judge answers"));
  const words = [...(docstring?.split("Reasons:")[1] ?? "").matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(
    (match) => match[1],
  );
  expect(words.filter((word) => !told.includes(`\`${word}\``))).toEqual([]);
});

test.each([...catalog.extractors.keys()])("every rule of %s is named in its section", (type) => {
  const source = readFileSync(`src/extractors/${type.replaceAll("_", "-")}.ts`, "utf8");
  const rules = [...source.matchAll(/\brule(?::| =) "(\w+)"/g)].map((match) => match[1]);
  const told = section(readPage("docs/extractors.md").text, `## \`${type}\``);
  expect(rules.filter((rule) => !told.includes(`\`${rule}\``))).toEqual([]);
});

function list(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? list(path) : path.endsWith(".ts") ? [path] : [];
  });
}
