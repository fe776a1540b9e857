import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { isCancel, log, select, text } from "@clack/prompts";
import { ConfigError } from "../../core/errors.ts";
import type { InitInput } from "../../operations/init/init.ts";
import { type DatasetLook, lookAtDataset } from "../../operations/init/look-at-dataset.ts";
import type { Terminal } from "./terminal.ts";

/** Thrown through the questions when the person leaves; nothing has been written by then. */
class Left extends Error {}

/** Asks for what was not given. Null where the person left with Ctrl-C or Escape. */
export async function askInit(given: InitInput, terminal: Terminal): Promise<InitInput | null> {
  try {
    return await ask(given, terminal);
  } catch (thrown) {
    if (!(thrown instanceof Left)) throw thrown;
    terminal.err("nothing was written\n");
    return null;
  }
}

async function ask(given: InitInput, terminal: Terminal): Promise<InitInput> {
  const streams = streamsOf(terminal);
  const folder =
    given.folder ??
    answered(await text({ ...streams, message: "Where should the eval be written?", initialValue: "." }));
  const own = answered(
    await select({
      ...streams,
      message: "Which rows?",
      options: [
        { value: false, label: "Sample rows", hint: "a dozen recorded outputs to try it with" },
        { value: true, label: "A file of mine", hint: "JSONL, JSON, CSV, TSV, parquet or YAML" },
      ],
    }),
  );
  const rows = own ? await askRows(terminal, streams) : {};
  const files = (own ? ["eval.yaml"] : ["eval.yaml", "rows.jsonl"]).filter((name) =>
    existsSync(join(resolve(terminal.environment.folder, folder), name)),
  );
  if (files.length === 0) return { folder, ...rows };
  const replace = answered(
    await select({
      ...streams,
      message: `${files.join(" and ")} ${files.length === 1 ? "is" : "are"} there already.`,
      options: [
        { value: false, label: "Leave everything as it is" },
        { value: true, label: "Replace" },
      ],
    }),
  );
  if (!replace) throw new Left();
  return { folder, ...rows, force: true };
}

type Streams = ReturnType<typeof streamsOf>;

/** The file, asked again until it can be read, and what its fields are. */
async function askRows(terminal: Terminal, streams: Streams): Promise<InitInput> {
  for (;;) {
    const path = answered(
      await text({
        ...streams,
        message: "Which file?",
        validate: (given) => (given?.trim() ? undefined : "A path is needed."),
      }),
    );
    let look: DatasetLook;
    try {
      look = await lookAtDataset(path.trim(), terminal.environment);
    } catch (thrown) {
      if (!(thrown instanceof ConfigError)) throw thrown;
      log.error(thrown.message, streams);
      continue;
    }
    const field = async (part: "input" | "output" | "target", message: string) => {
      const guess = look.guesses.find((one) => one.part === part)?.field;
      return answered(
        await select<string>({
          ...streams,
          message,
          maxItems: 10,
          options: look.fields.map((name) => ({
            value: name,
            label: name,
            ...(name === guess ? { hint: "a guess by its name" } : {}),
          })),
          ...(guess === undefined ? {} : { initialValue: guess }),
        }),
      );
    };
    return {
      dataset: path.trim(),
      outputField: await field("output", "Which field holds what the model wrote?"),
      targetField: await field("target", "Which field holds what is right?"),
    };
  }
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new Left();
  return answer as Exclude<Answer, symbol>;
}

/** Questions go where everything for people goes, so that stdout stays clean. */
function streamsOf({ input, err, columns, environment }: Terminal) {
  const output = new Writable({
    write(chunk, _encoding, done) {
      err(String(chunk));
      done();
    },
  });
  Object.assign(output, { columns: columns ?? 80, rows: 24, isTTY: true });
  return { input: input instanceof Readable ? input : Readable.from(input), output, signal: environment.signal };
}
