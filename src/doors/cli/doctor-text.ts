import type { Check, CheckState } from "../../operations/doctor/check.ts";
import type { DoctorReport } from "../../operations/doctor/doctor.ts";
import type { Colors } from "./terminal.ts";

/** One line a check, and under what is not in order what to do about it. */
export function doctorText({ healthy, checks }: DoctorReport, colors: Colors): string {
  const widest = Math.max(...checks.map((check) => check.name.length));
  const lines = checks.flatMap((check) => {
    const line = `${paint(check.state, colors)}  ${check.name.padEnd(widest)}  ${check.found}`;
    return check.next === null ? [line] : [line, `${" ".repeat(STATE_WIDTH + widest + 4)}${colors.dim(check.next)}`];
  });
  lines.push("", healthy ? "veridic can work here." : colors.red(`veridic needs: ${broken(checks)}`));
  return `${lines.join("\n")}\n`;
}

const STATE_WIDTH = "problem".length;

function paint(state: CheckState, colors: Colors): string {
  const text = state.padEnd(STATE_WIDTH);
  switch (state) {
    case "ok":
      return colors.green(text);
    case "missing":
      return colors.yellow(text);
    case "problem":
      return colors.red(text);
    default:
      return state satisfies never;
  }
}

function broken(checks: readonly Check[]): string {
  return checks
    .filter((check) => check.needed && check.state !== "ok")
    .map((check) => check.name)
    .join(", ");
}
