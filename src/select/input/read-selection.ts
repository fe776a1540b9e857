import type { InferOutput } from "valibot";
import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { MOCK_WARNING } from "../mock-heuristic.ts";
import { BACKENDS, type BackendName, readBackend } from "./backends.ts";
import { readCandidates } from "./candidates.ts";
import { readCriteria } from "./criteria.ts";
import { readEvidence } from "./evidence.ts";
import { checkCount, wholeNumber, withoutNulls } from "./given.ts";
import { withNextStep } from "./next-step.ts";
import { type ModelId, readPanel } from "./panel.ts";
import type { GivenCandidate, JudgeModel, SelectionRequest } from "./request.ts";
import { selectionOptions } from "./schema.ts";
import type { ReadFile } from "./text-source.ts";

export interface SelectionTools {
  /** Absent where files may not be read. */
  readonly readFile?: ReadFile;
  /** Resolves names and aliases of models; without it a name stands for itself. */
  readonly modelId?: ModelId;
  /** What the command asks for; an input that says otherwise is an error. */
  readonly mode?: "compare" | "audit";
  /** Allows more than 6 candidates. */
  readonly allowMany?: boolean;
  /** Where the input stands, for errors; default `input`. */
  readonly place?: string;
}

const MOST_CANDIDATES = 6;
/** Where no number is given: with fewer looks, chance decides too often. */
const ENOUGH_VERIFICATIONS = 5;
const MOST_VERIFICATIONS = 8;

/**
 * Reads the input of a comparison or an audit in the spelling of the runner (snake_case) or of the tool (camelCase).
 * Throws a `ConfigError` with a code and a place for all that is missing, unknown, given twice or out of bounds: before
 * any model is asked.
 */
export async function readSelection(given: unknown, tools: SelectionTools = {}): Promise<SelectionRequest> {
  const { place = "input" } = tools;
  return withNextStep(place, () => readQuestion(given, place, tools));
}

async function readQuestion(given: unknown, place: string, tools: SelectionTools): Promise<SelectionRequest> {
  const { readFile, modelId = (name) => name } = tools;
  const options = readOptions(selectionOptions, withoutNulls(given), place);
  const task = options.task.trim();
  if (task === "") throw new ConfigError("empty_task", "the task is blank", { place: `${place}.task` });
  const mode = readMode(options.mode, tools.mode, options.candidates.length, place);
  checkCandidateCount(mode, options.candidates.length, tools.allowMany ?? false, `${place}.candidates`);
  wholeNumber(options.granularity, 20, { low: 20, high: 20, place: `${place}.granularity` });
  const limits = readLimits(options, place);
  const backend = readBackendFor(mode, options, place);
  if (options.calibrationPath !== undefined && backend !== "gemini-python" && options.backend !== undefined) {
    throw new ConfigError("calibration_refused", `backend ${backend} takes no calibration`, {
      place: `${place}.calibration_path`,
      hint: "use gemini-python",
    });
  }
  const panel = readPanel(
    { model: options.model, models: options.models, modelWeights: options.modelWeights, backend },
    place,
    modelId,
  );
  const verifications = readVerifications(options.nVerifications, panel.models.length, `${place}.n_verifications`);
  const { criteria, warnings: doubtful } = readCriteria(options.criteria, `${place}.criteria`);
  const { candidates, warnings: cut } = await readCandidates(
    options.candidates,
    limits,
    `${place}.candidates`,
    readFile,
  );
  const shared = await readEvidence(
    { evidence: options.evidence, evidencePaths: options.evidencePaths, inlineLabel: "shared evidence" },
    limits.evidence,
    place,
    readFile,
  );
  const { mock } = options;
  return {
    mode,
    task,
    context: options.context?.trim() ?? "",
    groundTruthNote: textOrNull(options.groundTruthNote),
    criteria,
    candidates,
    sharedEvidence: shared.evidence,
    backend,
    ...panel,
    ...verifications,
    showSummaries: options.showSummaries,
    mock,
    calibrationPath: textOrNull(options.calibrationPath),
    outputPath: textOrNull(options.outputPath),
    warnings: [
      ...(mock ? [MOCK_WARNING] : []),
      ...doubtful,
      ...cut,
      ...shared.warnings,
      ...(verifications.verifications < ENOUGH_VERIFICATIONS
        ? [
            `below ${ENOUGH_VERIFICATIONS} verifications (here ${verifications.verifications}) a result is a high-variance decision aid, not a verdict`,
          ]
        : []),
      ...(panel.models.length > 1 && !panel.weightsGiven
        ? ["the panel is unweighted: weak judges can outvote a strong one; weights from labelled pairs are better"]
        : []),
      ...kinshipWarnings(candidates, panel.models, modelId),
    ],
  };
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text.trim() === "" ? null : text.trim();
}

function readMode(
  given: string | undefined,
  wanted: "compare" | "audit" | undefined,
  candidates: number,
  place: string,
): "compare" | "audit" {
  const said = given?.trim().toLowerCase();
  if (said !== undefined && said !== "compare" && said !== "audit") {
    throw ConfigError.unknownName("unknown_mode", "mode", said.slice(0, 80), ["compare", "audit"], `${place}.mode`);
  }
  if (said !== undefined && wanted !== undefined && said !== wanted) {
    throw new ConfigError("other_mode", `the input asks for ${said}, not for ${wanted}`, { place: `${place}.mode` });
  }
  return said ?? wanted ?? (candidates === 1 ? "audit" : "compare");
}

function checkCandidateCount(mode: "compare" | "audit", count: number, allowMany: boolean, place: string): void {
  if (mode === "audit") {
    checkCount(
      count,
      "candidates in an audit",
      { low: 1, high: 1, place },
      count === 0 ? "no_candidates" : "one_candidate",
    );
    return;
  }
  if (count < 2) {
    throw new ConfigError(count === 0 ? "no_candidates" : "too_few_candidates", `${count} to compare`, {
      place,
      expected: "at least 2 candidates",
      hint: count === 1 ? "audit judges a single one" : "add some",
    });
  }
  if (count > MOST_CANDIDATES && !allowMany) {
    throw new ConfigError("too_many_candidates", `${count} candidates`, {
      place,
      expected: `2 to ${MOST_CANDIDATES}`,
      hint: "leave out the weakest, or say --allow-many for a tournament",
    });
  }
}

type Options = ReturnType<typeof readOptions<unknown, InferOutput<typeof selectionOptions.schema>>>;

function readLimits({ maxCandidateChars, maxEvidenceChars }: Options, place: string) {
  const [candidate, evidence] = [`${place}.max_candidate_chars`, `${place}.max_evidence_chars`];
  return {
    candidate: {
      chars: wholeNumber(maxCandidateChars, 12_000, { low: 1_000, high: 40_000, place: candidate }),
      option: "max_candidate_chars",
    },
    evidence: {
      chars: wholeNumber(maxEvidenceChars, 6_000, { low: 500, high: 20_000, place: evidence }),
      option: "max_evidence_chars",
    },
  };
}

/** A single candidate is audited by one strong judge, several are compared by a panel; a calibration is Gemini's. */
function readBackendFor(
  mode: "compare" | "audit",
  { backend, calibrationPath, models }: Options,
  place: string,
): BackendName {
  if (backend !== undefined) return readBackend(backend, `${place}.backend`);
  if (calibrationPath !== undefined) return "gemini-python";
  return mode === "audit" && (models?.length ?? 1) < 2 ? "zai-coding-plan" : "pi-model-ensemble";
}

function readVerifications(given: number | undefined, models: number, place: string) {
  const otherwise = Math.max(ENOUGH_VERIFICATIONS, models);
  return {
    verifications: wholeNumber(given, otherwise, { low: 1, high: MOST_VERIFICATIONS, place }),
    verificationsGiven: given !== undefined,
  };
}

/** Judges favour texts of their own family (arXiv 2410.21819). */
function kinshipWarnings(
  candidates: readonly GivenCandidate[],
  judges: readonly JudgeModel[],
  modelId: ModelId,
): readonly string[] {
  return candidates.flatMap(({ id, model }) => {
    const maker = model === undefined ? null : authorOf(model, modelId);
    const kin = judges.filter((judge) => maker !== null && makerOf(judge.id) === maker);
    return kin.map((judge) => `judge ${judge.id} is of the family that wrote candidate ${id}, and may favour it`);
  });
}

/** Null for what is no model that we know: an author may be a person, or anything. */
function authorOf(model: string, modelId: ModelId): string | null {
  try {
    return makerOf(modelId(model, "model"));
  } catch (thrown) {
    if (thrown instanceof ConfigError) return null;
    throw thrown;
  }
}

/** The provider of a full name; a deployment and a recording may be anyone's. */
function makerOf(id: string): string | null {
  const colon = id.indexOf(":");
  const maker = colon < 0 ? "" : id.slice(0, colon);
  return maker === "" || ["deployment", "mock", "replay"].includes(maker) ? null : maker;
}

/** Whether a backend's judges should be asked for log-probabilities. */
export function weighsLetters(backend: BackendName): boolean {
  return BACKENDS[backend].weigh;
}
