import { cases } from "./cases.ts";
import { formats } from "./formats.ts";
import { BadInstruction, type Check, type Values } from "./instruction.ts";
import { keywords } from "./keywords.ts";
import { lengths } from "./lengths.ts";

/** Every kind of instruction of the benchmark. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(
  [keywords, lengths, formats, cases].flatMap((group) => Object.entries(group)),
);

export interface Instruction {
  readonly id: string;
  readonly values: Values;
}

/** Whether a response follows an instruction, to the letter. A blank one follows none. */
export function followsStrictly(response: string, { id, values }: Instruction): boolean {
  const check = CHECKS.get(id);
  if (check === undefined) throw new BadInstruction(`there is no instruction ${id}`);
  return response.trim() !== "" && check(response, values);
}

/** The same, where a greeting, a closing line or stars for bold text may be left out of the response. */
export function followsLoosely(response: string, instruction: Instruction): boolean {
  return looserForms(response).some((form) => followsStrictly(form, instruction));
}

/** The response; without its first line, its last, and both; and each of them without stars. */
function looserForms(response: string): readonly string[] {
  const lines = response.split("\n");
  const forms = [response, lines.slice(1), lines.slice(0, -1), lines.slice(1, -1)].map((form) =>
    typeof form === "string" ? form : form.join("\n").trim(),
  );
  return [...forms, ...forms.map((form) => form.replaceAll("*", ""))];
}
