import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { collapseSpace } from "../../core/text.ts";
import type { Metadata } from "../../core/types.ts";
import { readChecks } from "./checks.ts";
import { readEvidence } from "./evidence.ts";
import { withoutNulls } from "./given.ts";
import type { GivenCandidate } from "./request.ts";
import { candidateOptions } from "./schema.ts";
import { filePath, fileText, inlineText, type Limit, type ReadFile } from "./text-source.ts";

export interface TextLimits {
  readonly candidate: Limit;
  readonly evidence: Limit;
}

/** As long as a path can be, which is the id of a file. Texts of candidates are searched for all of them. */
const MOST_ID_CHARS = 4_096;

export interface ReadCandidates {
  readonly candidates: readonly GivenCandidate[];
  readonly warnings: readonly string[];
}

/** The candidates, their files read one after the other. Two of one id are an error: a result could not tell them apart. */
export async function readCandidates(
  given: readonly unknown[],
  limits: TextLimits,
  place: string,
  readFile: ReadFile | undefined,
): Promise<ReadCandidates> {
  const candidates: GivenCandidate[] = [];
  const warnings: string[] = [];
  for (const [index, one] of given.entries()) {
    const at = `${place}[${index}]`;
    const read = await readCandidate(one, limits, at, readFile);
    const before = candidates.findIndex(({ id }) => id === read.candidate.id);
    if (before >= 0) {
      throw new ConfigError("duplicate_candidate", `two candidates have the id "${read.candidate.id}"`, {
        place: `${at}.id`,
        hint: `the other is ${place}[${before}]`,
      });
    }
    candidates.push(read.candidate);
    warnings.push(...read.warnings);
  }
  return { candidates, warnings };
}

async function readCandidate(
  given: unknown,
  limits: TextLimits,
  place: string,
  readFile: ReadFile | undefined,
): Promise<{ readonly candidate: GivenCandidate; readonly warnings: readonly string[] }> {
  const options = readOptions(candidateOptions, withoutNulls(given), place);
  const { content, path, summary, model, metadata } = options;
  const id = collapseSpace(options.id);
  if (id === "") throw new ConfigError("blank_id", "is blank", { place: `${place}.id` });
  if (id.length > MOST_ID_CHARS) {
    throw new ConfigError("long_id", `has ${id.length} characters`, {
      place: `${place}.id`,
      expected: `at most ${MOST_ID_CHARS}`,
      hint: "a short name will do; what the candidate says is its content",
    });
  }
  const warnings: string[] = [];
  if (path === undefined && content === undefined) {
    throw new ConfigError("empty_content", `candidate "${id}" has neither content nor path`, { place });
  }
  if (path !== undefined && content !== undefined) {
    warnings.push(`candidate ${id} has a path and content: the file was read and the content left aside`);
  }
  const { text, truncated } =
    path === undefined
      ? inlineText(content ?? "", limits.candidate, `${place}.content`)
      : { text: (await fileText(path, limits.candidate, `${place}.path`, readFile)).trim(), truncated: false };
  if (truncated) warnings.push(`candidate ${id} was cut to ${limits.candidate.chars} characters`);
  const evidence = await readEvidence(
    {
      evidence: options.evidence,
      evidencePaths: options.evidencePaths,
      evidenceText: options.evidenceText,
      inlineLabel: `${id}-inline-evidence`,
    },
    limits.evidence,
    place,
    readFile,
  );
  const candidate: GivenCandidate = {
    id,
    content: text,
    ...(summary === undefined || summary.trim() === "" ? {} : { summary: summary.trim() }),
    evidence: evidence.evidence,
    source: path === undefined ? null : filePath(path),
    truncated,
    ...(model === undefined || model.trim() === "" ? {} : { model: model.trim() }),
    ...readChecks(options.checks ?? [], `${place}.checks`),
    ...(metadata === undefined ? {} : { metadata: metadata as Metadata }),
  };
  return { candidate, warnings: [...warnings, ...evidence.warnings] };
}
