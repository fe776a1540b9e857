import type { Check } from "./check.ts";
import type { Machine } from "./machine.ts";

/** Whether programs can be judged: two of them are, in the sandbox that an eval would use. Only `code` needs it. */
export async function sandboxCheck(
  machine: Machine,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Check> {
  const trial = await machine.trySandbox(variables);
  const check = { name: "sandbox", needed: false };
  if (trial.failure === null) return { ...check, state: "ok", found: `${trial.kind} judges programs`, next: null };
  const { absent, message, remedy } = trial.failure;
  return { ...check, state: absent ? "missing" : "problem", found: message, next: remedy };
}
