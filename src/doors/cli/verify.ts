import { once } from "node:events";
import { createWriteStream, statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError, messageOf } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import type { VerifyResult } from "../../core/verify-result.ts";
import { choosePipeline, type PipelineChoice, type VerifiedRow, verifyRows } from "../../operations/verify/verify.ts";
import { openRows } from "../../operations/verify/verify-rows.ts";
import type { VerifyOptions } from "./commands/verify.ts";
import { printableAll } from "./printable.ts";
import { createProgress } from "./progress.ts";
import { errorDocument, tellError } from "./report.ts";
import { printJson } from "./run-operation.ts";
import type { Colors, Terminal } from "./terminal.ts";

/** One sample given by flags. */
export async function verifyOne(options: VerifyOptions, terminal: Terminal): Promise<number> {
  const pipeline = await choosePipeline(choiceOf(options), terminal.environment);
  const result = await pipeline.verify({
    question: options.question,
    prediction: options.prediction,
    groundTruth: options.groundTruth,
    ...(options.choices === undefined ? {} : { choices: options.choices }),
  });
  if (options.json) await printJson(wireOf(result), terminal);
  else await terminal.out(resultText(result, terminal.outColors));
  return options.failOn === "wrong" && !result.isCorrect ? 1 : 0;
}

type Counts = Record<VerifiedRow["outcome"], number>;

/** Rows from a file or stdin, one result line each, in order. */
export async function verifyFile(options: VerifyOptions, terminal: Terminal): Promise<number> {
  const { environment } = terminal;
  const pipeline = await choosePipeline(choiceOf(options), environment);
  const rows = await openRows(options.input ?? "-", terminal.input, environment);
  refuseSameFile(options, environment.folder);
  const sink = openSink(options.output, terminal, environment.folder);
  const progress = createProgress(terminal, options.quiet);
  const counts: Counts = { right: 0, wrong: 0, no_answer: 0, error: 0 };
  // Without a file for the lines, --json wraps them so that stdout is still one document.
  const wrapped = options.json === true && options.output === undefined;
  let done = 0;
  if (wrapped) await sink.write('{"results":[');
  try {
    for await (const row of verifyRows(pipeline, rows, environment)) {
      counts[row.outcome]++;
      const line = JSON.stringify(lineOf(row));
      await sink.write(wrapped ? `${done === 0 ? "\n" : ",\n"}${line}` : `${line}\n`);
      done++;
      progress.show({ type: "progress", label: "verified", done, total: null, errors: counts.error });
    }
  } catch (thrown) {
    progress.end();
    if (!wrapped) throw thrown;
    // The document has begun: the error ends it, because a second one behind it would make both unreadable.
    const exitCode = tellError(thrown, terminal);
    await sink.write(`\n],"error":${JSON.stringify(errorDocument(thrown, exitCode).error)}}\n`);
    return exitCode;
  } finally {
    progress.end();
  }
  const summary = { rows: done, ...counts };
  if (wrapped) await sink.write(`\n],"summary":${JSON.stringify(summary)}}\n`);
  await sink.close();
  if (options.json && !wrapped) await printJson(summary, terminal);
  if (!options.json && !options.quiet) terminal.err(`${countsText(done, counts)}\n`);
  return options.failOn === "wrong" && counts.right < done ? 1 : 0;
}

function choiceOf({ config, verifier, extractors }: VerifyOptions): PipelineChoice {
  return {
    ...(config === undefined ? {} : { config }),
    ...(verifier === undefined ? {} : { verifier }),
    ...(extractors === undefined ? {} : { extractors }),
  };
}

function wireOf({ score, isCorrect, rawOutput, metadata }: VerifyResult): Json {
  return { score, is_correct: isCorrect, raw_output: rawOutput, metadata };
}

function lineOf({ id, line, result }: VerifiedRow): Json {
  return { ...(id === null ? {} : { id }), line, ...(wireOf(result) as object) };
}

function countsText(rows: number, counts: Counts): string {
  return `${rows} rows: ${counts.right} right, ${counts.wrong} wrong, ${counts.no_answer} without an answer, ${counts.error} errors`;
}

function resultText(result: VerifyResult, colors: Colors): string {
  const { isCorrect, score, rawOutput, metadata } = printableAll(result);
  const verdict =
    "error" in metadata ? colors.yellow("not checked") : isCorrect ? colors.green("right") : colors.red("wrong");
  const sure = metadata["confident"] === true ? "sure" : "not sure";
  const answer = metadata["extracted_prediction"];
  const lines = [`${verdict} (${String(metadata["reason"])}, ${sure}), score ${score}`];
  lines.push(`answer: ${answer === null || answer === undefined ? colors.dim("none found") : String(answer)}`);
  if (rawOutput !== "") lines.push(colors.dim(rawOutput));
  return `${lines.join("\n")}\n`;
}

/** Opening the results for writing empties their file, so it must not be the one that the rows come from. */
function refuseSameFile({ input, output }: VerifyOptions, folder: string): void {
  if (input === undefined || input === "-" || output === undefined) return;
  const [from, to] = [input, output].map((path) => statSync(resolve(folder, path), { throwIfNoEntry: false }));
  if (from === undefined || to === undefined || !to.isFile()) return;
  if (from.dev !== to.dev || from.ino !== to.ino) return;
  throw new ConfigError("same_file", "the results would replace the rows", {
    place: "--output",
    expected: "another file than --input",
    got: output,
  });
}

interface Sink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

function openSink(output: string | undefined, terminal: Terminal, folder: string): Sink {
  if (output === undefined) return { write: (text) => terminal.out(text), close: async () => {} };
  const stream = createWriteStream(resolve(folder, output));
  let failed: Error | null = null;
  stream.on("error", (error) => {
    failed = error;
  });
  const check = () => {
    if (failed !== null) {
      throw new ConfigError("unwritable_file", `the results cannot be written: ${messageOf(failed)}`, {
        place: output,
      });
    }
  };
  return {
    write: async (text) => {
      check();
      // Whether it drained or failed is told below; what waits here leaves no listener behind, however often it waits.
      if (!stream.write(text)) await once(stream, "drain").catch(() => {});
      check();
    },
    close: async () => {
      await new Promise<void>((done) => stream.once("error", () => done()).end(() => done()));
      check();
    },
  };
}
