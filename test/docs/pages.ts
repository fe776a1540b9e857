import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** A fenced block of a page. */
export interface Block {
  /** `README.md:42`, for the names of tests. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
  /** The file that it shows, by a first line `# eval.yaml` or `// acme.ts`, or by `<!-- file: rows.jsonl -->` before it. */
  readonly file: string | null;
}

export interface Page {
  /** `README.md`, `docs/verify.md`. */
  readonly name: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The README and the pages of the docs; design notes hold no examples for users. */
export function pages(): readonly Page[] {
  const names = readdirSync(resolve("docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...names.sort().map((name) => `docs/${name}`)].map(readPage);
}

export function readPage(name: string): Page {
  const text = readFileSync(resolve(name), "utf8");
  return { name, text, blocks: blocksOf(name, text) };
}

const FENCED = /(?:<!-- file: (\S+) -->\n+)?^```(\w+)\n([\s\S]*?)^```$/gm;

function blocksOf(name: string, page: string): readonly Block[] {
  return [...page.matchAll(FENCED)].map((match) => {
    const [whole, said, language = "", text = ""] = match;
    const fence = match.index + whole.indexOf("```");
    const line = page.slice(0, fence).split("\n").length;
    const named = /^(?:#|\/\/) ([\w.-]+\.\w+)\n/.exec(text)?.[1];
    return { place: `${name}:${line}`, language, text, file: said ?? named ?? null };
  });
}

/** The text under a heading, up to the next one of its level or above. */
export function section(page: string, heading: string): string {
  const lines = page.split("\n");
  const start = lines.indexOf(heading);
  if (start < 0) return "";
  const level = heading.indexOf(" ");
  const end = lines.findIndex((line, index) => index > start && /^#+ /.test(line) && line.indexOf(" ") <= level);
  return lines.slice(start, end < 0 ? lines.length : end).join("\n");
}

/** The section of a type, on whichever page it stands; the page of its room comes first. */
export function sectionOf(type: string, room: string): string {
  const texts = [readPage(`docs/${room}.md`), ...pages()].map((page) => section(page.text, `## \`${type}\``));
  return texts.find((text) => text !== "") ?? "";
}
