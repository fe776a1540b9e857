import { type InitInput, type InitReport, initEval } from "../../operations/init/init.ts";
import type { Terminal } from "./terminal.ts";

/** Asks where a person can answer and gave no options, then writes the eval; null where the person left. */
export async function runInit(input: InitInput, mayAsk: boolean, terminal: Terminal): Promise<InitReport | null> {
  if (!mayAsk || !isInteractive(terminal)) return initEval(input, terminal.environment);
  const { askInit } = await import("./init-questions.ts");
  const answered = await askInit(input, terminal);
  return answered === null ? null : initEval(answered, terminal.environment);
}

function isInteractive({ input, columns }: Terminal): boolean {
  return columns !== null && "isTTY" in input && input.isTTY === true;
}
