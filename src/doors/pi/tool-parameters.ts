import { BACKENDS } from "../../select/input/backends.ts";

const text = (description: string) => ({ type: "string", description });
const paths = (description: string) => ({ type: "array", items: { type: "string" }, description });
const count = (description: string) => ({ type: "integer", description });

/**
 * What the tool takes, for the agent's model. Bounds stand in the descriptions alone: the reader of inputs knows them,
 * and its refusals have a code, a hint, and a place in the output file.
 */
export const toolParameters = {
  type: "object",
  required: ["task", "criteria", "candidates"],
  properties: {
    task: text("What the candidates were asked to do."),
    mode: text("compare (2 to 6 candidates) or audit (1 candidate); default by their number."),
    context: text("What the judges should know beside the task."),
    groundTruthNote: text("What counts as true; default: what was observed counts more than what is told."),
    criteria: {
      type: "array",
      description: "1 to 6 narrow questions that do not overlap; 3 to 5 are best.",
      items: {
        type: "object",
        required: ["name", "description"],
        properties: {
          id: text("Default: made of the name."),
          name: text("A short label."),
          description: text("What to inspect, what is strong evidence, what is failure."),
          weight: { type: "number", description: "How much it counts beside the others; default 1." },
        },
      },
    },
    candidates: {
      type: "array",
      description: "Rival artefacts, each with path or content. Keep outputs of separate lanes separate.",
      items: {
        type: "object",
        required: ["id"],
        properties: {
          id: text("A name that no other candidate has; judges never see it."),
          path: text("The file that holds it; wins over content."),
          content: text("The text itself."),
          summary: text("One line for the result."),
          evidencePaths: paths("Files with evidence for this candidate: test output, logs."),
          evidenceText: text("Evidence for this candidate as text."),
          model: text("The model that wrote it, where that is known."),
        },
      },
    },
    evidencePaths: paths("Files with evidence about all candidates."),
    nVerifications: count(
      "1 to 8 looks at each pair and criterion, exactly. Leave it out for up to 5, fewer where they decide.",
    ),
    granularity: count("The letters of the scale: 20."),
    backend: text(`${Object.keys(BACKENDS).join(", ")}. Leave it out for the default.`),
    model: text("The judge; short for models with one name."),
    models: paths("1 to 8 judges as provider:model, or pi:provider/model for one that Pi is set up with."),
    modelWeights: {
      type: "array",
      description: "How much each judge counts.",
      items: {
        type: "object",
        required: ["model", "weight"],
        properties: { model: text("One of the judges."), weight: { type: "number", description: "At least 0." } },
      },
    },
    calibrationPath: text("A file with the weights of the judges."),
    outputPath: text("Where the whole result is written as JSON."),
    maxCandidateChars: count("1000 to 40000, default 12000: longer text is cut, a longer file is an error."),
    maxEvidenceChars: count("500 to 20000, default 6000: the same for each piece of evidence."),
    mock: { type: "boolean", description: "Asks no model and counts words: for smoke tests only." },
  },
} as const;

/** Models write null for what they leave out, which Pi would turn into 0 or an empty text before it is read. */
export function withoutNulls(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutNulls);
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, withoutNulls(value)]),
  );
}
