import { Command } from "commander";
import { given, withStore } from "../options.ts";
import { printJson } from "../run-operation.ts";
import type { Session } from "../session.ts";

interface DoctorOptions {
  readonly store?: string;
  readonly json?: boolean;
}

export function doctorCommand(session: Session): Command {
  const command = new Command("doctor").description(
    "Checks that veridic can work here: Node, the SQLite engine, the store, free disk space, optional parts.",
  );
  return withStore(command)
    .option("--json", "print one JSON document on stdout")
    .addHelpText(
      "after",
      `
Examples:
  veridic doctor
  veridic doctor --store /data/veridic.db --json

Exits with 2 when something that veridic needs is broken, else with 0. No key is read and no model is called.`,
    )
    .action(async ({ store, json }: DoctorOptions) => {
      const { examine } = await import("../../../operations/doctor/doctor.ts");
      const { doctorText } = await import("../doctor-text.ts");
      const { terminal } = session;
      const report = await examine(given({ store }), terminal.environment);
      if (json) await printJson(report, terminal);
      else await terminal.out(doctorText(report, terminal.outColors));
      session.exitCode = report.healthy ? 0 : 2;
    });
}
