import type { Json } from "../../core/types.ts";

/** Values of an instruction, as the row gives them. */
export type Values = Readonly<Record<string, Json>>;

/** Whether a response follows an instruction. Throws `BadInstruction` for values that it cannot work with. */
export type Check = (response: string, values: Values) => boolean;

/** The row does not say what the instruction asks for. It is the row's fault, so nothing is scored. */
export class BadInstruction extends Error {
  override readonly name = "BadInstruction";
  readonly code = "unusable_instruction";
}

export function textIn(values: Values, name: string): string {
  const value = values[name];
  if (typeof value === "string") return value;
  throw new BadInstruction(`the instruction has no text ${name}`);
}

export function countIn(values: Values, name: string): number {
  const value = values[name];
  // Some exports write whole numbers as 3.0 or as texts.
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw new BadInstruction(`the instruction has no number ${name}`);
}

export function textsIn(values: Values, name: string): readonly string[] {
  const value = values[name];
  if (Array.isArray(value) && value.every((one: Json) => typeof one === "string")) return value;
  throw new BadInstruction(`the instruction has no list of texts ${name}`);
}

/** `less than` or `at least`, the two relations that there are. */
export function holds(count: number, bound: number, relation: Json | undefined): boolean {
  if (relation === "less than") return count < bound;
  if (relation === "at least") return count >= bound;
  throw new BadInstruction('the relation of the instruction is neither "less than" nor "at least"');
}
