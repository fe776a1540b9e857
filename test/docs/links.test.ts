import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { type Page, pages, readPage } from "./pages.ts";

const docs = pages().filter(({ name }) => name !== "README.md");

test.each(pages())("every link of $name leads to a file, and to a heading of it", (page) => {
  expect(linksOf(page).filter((link) => !leads(page, link))).toEqual([]);
});

test("the README leads to every page", () => {
  const links = linksOf(readPage("README.md")).filter((link) => link.startsWith("docs/"));
  const linked = new Set(links.map((link) => link.split("#")[0] ?? ""));
  expect([...linked].sort()).toEqual(docs.map(({ name }) => name).sort());
});

function linksOf({ text }: Page): readonly string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");
  return links.filter((link) => !/^https?:/.test(link));
}

function leads({ name }: Page, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? resolve(name) : resolve(join(dirname(name), path));
  if (!existsSync(file)) return false;
  return anchor === undefined || anchorsOf(readFileSync(file, "utf8")).includes(anchor);
}

/** The anchors that a page gets from its headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    return heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
  });
}
