import { readOptions } from "../../core/options.ts";
import { collapseSpace } from "../../core/text.ts";
import type { Evidence } from "../vote-types.ts";
import { textList, withoutNulls } from "./given.ts";
import { evidenceOptions } from "./schema.ts";
import { baseName, fileText, inlineText, type Limit, type ReadFile } from "./text-source.ts";

export interface GivenEvidence {
  readonly evidence: readonly unknown[] | undefined;
  readonly evidencePaths: readonly unknown[] | undefined;
  readonly evidenceText?: string | undefined;
  /** What `evidenceText` is called. */
  readonly inlineLabel: string;
}

export interface ReadEvidence {
  readonly evidence: readonly Evidence[];
  readonly warnings: readonly string[];
}

/** Evidence in the order given: maps or texts, one text, files. A blank piece is left out with a warning. */
export async function readEvidence(
  { evidence = [], evidencePaths = [], evidenceText, inlineLabel }: GivenEvidence,
  limit: Limit,
  place: string,
  readFile: ReadFile | undefined,
): Promise<ReadEvidence> {
  const found: Evidence[] = [];
  const warnings: string[] = [];
  const add = (label: string, content: string, at: string): void => {
    if (content.trim() === "") {
      warnings.push(`${at} is blank and was left out`);
      return;
    }
    const { text, truncated } = inlineText(content, limit, at);
    if (truncated) warnings.push(`${at} was cut to ${limit.chars} characters`);
    found.push({ label, content: text });
  };
  for (const [index, one] of evidence.entries()) {
    const at = `${place}.evidence[${index}]`;
    if (typeof one === "string") {
      add("evidence", one, at);
      continue;
    }
    const { label, content } = readOptions(evidenceOptions, withoutNulls(one), at);
    const name = collapseSpace(label);
    add(name === "" ? "evidence" : name, content, at);
  }
  if (evidenceText !== undefined) add(inlineLabel, evidenceText, `${place}.evidence_text`);
  const at = `${place}.evidence_paths`;
  for (const [index, path] of textList(evidencePaths, at).entries()) {
    found.push({ label: baseName(path), content: await fileText(path, limit, `${at}[${index}]`, readFile) });
  }
  return { evidence: found, warnings };
}
