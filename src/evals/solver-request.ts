import type { ModelRequest } from "../core/model.ts";
import type { SolverRequest } from "../core/solver.ts";
import type { Json } from "../core/types.ts";
import type { SolverChoice } from "../models/solver/choice.ts";
import { type FieldMapping, readField } from "./datasets/fields.ts";
import type { InferencePlan } from "./inference.ts";
import type { Prompt } from "./prompt.ts";
import type { Work } from "./work.ts";

/**
 * What a solver is told of a row: the input, what the prompt makes of it, and the fields that the eval names. Nothing
 * else of the row: its target may stand under any name. Where the row lacks a field that the solver cannot be asked
 * without, that field instead.
 */
export function solverRequestFor(
  work: Work,
  plan: InferencePlan,
  { messages, seed }: ModelRequest,
  mapping: FieldMapping,
): { readonly request: SolverRequest } | { readonly missing: string } {
  const named: [string, Json][] = [];
  for (const field of plan.solver?.fields ?? []) {
    const value = work.row === null ? undefined : readField(work.row, field, mapping);
    if (value !== undefined) named.push([field, value]);
    else if (plan.solver?.required.includes(field) === true) return { missing: field };
  }
  const { input, choices, images } = work.sample;
  if (input === null && plan.solver !== null && needsInput(plan.solver, plan.prompt)) return { missing: "input" };
  const conversation =
    messages.length === 0
      ? {}
      : {
          prompt: messages.findLast(({ role }) => role === "user")?.content ?? "",
          // A path of an image says nothing within a text; it stands beside it.
          messages: messages.map(({ role, content }) => ({ role, content })),
        };
  return {
    request: {
      id: work.sampleId,
      epoch: work.epoch,
      input,
      ...conversation,
      ...(choices === undefined ? {} : { choices }),
      ...(images === undefined ? {} : { images: images.filter((image) => typeof image === "string") }),
      ...(seed === undefined ? {} : { seed }),
      metadata: Object.fromEntries(named),
    },
  };
}

/** Whether the input is all that tells the solver what is asked, or has a place in what it is sent. */
export function needsInput(solver: SolverChoice, prompt: Prompt): boolean {
  if (solver.kind === "endpoint" && solver.body !== null) return solver.body.input;
  return prompt.messages.length === 0 && solver.fields.length === 0;
}
