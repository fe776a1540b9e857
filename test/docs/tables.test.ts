import { expect, test } from "vitest";
import { COMMAND, markersOf, withTables } from "../../scripts/field-tables/markers.ts";
import { catalog } from "../../src/catalog.ts";
import { ConfigError } from "../../src/core/errors.ts";
import { readEvalConfig } from "../../src/evals/config.ts";
import { pages, readPage, section, sectionOf } from "./pages.ts";

test.each(pages())("the tables of $name are those of the code", ({ text }) => {
  expect(text === withTables(text), `the page is out of date; run: ${COMMAND}`).toBe(true);
});

test.each([
  ["extractors", catalog.extractors],
  ["verifiers", catalog.verifiers],
] as const)("every type of %s has a section with its options", (name, types) => {
  const undocumented = [...types.keys()].filter((type) => {
    return !markersOf(sectionOf(type, name)).includes(`fields: ${type}`);
  });
  expect(undocumented).toEqual([]);
});

test("every command has a table of its options", () => {
  const marked = pages().flatMap((page) => markersOf(page.text));
  const commands = ["verify", "eval", "compare", "audit", "track", "init", "doctor", "completion"];
  const runs = ["list", "show", "resume", "retry", "rescore", "diff", "export", "rm"].map((name) => `runs ${name}`);
  expect([...commands, ...runs].filter((command) => !marked.includes(`options: ${command}`))).toEqual([]);
});

test("the keys of a data set in the docs are those that are read", () => {
  const told = [...section(readPage("docs/datasets.md").text, "## The keys of `dataset`").matchAll(/^\| `(\w+)`/gm)];
  expect(told.map((match) => match[1]).sort()).toEqual(knownKeys());
});

/** The refusal of an unknown key names the known ones. */
function knownKeys(): readonly string[] {
  try {
    readEvalConfig({ dataset: { path: "rows.jsonl", none: 1 }, scorers: [{ type: "exact_match" }] }, "example");
  } catch (thrown) {
    if (thrown instanceof ConfigError) return (thrown.expected ?? "").replace("one of ", "").split(", ");
  }
  return [];
}
