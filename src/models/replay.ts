import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { ConfigError } from "../core/errors.ts";
import { type Model, type ModelAbilities, ModelError, type ModelReply } from "../core/model.ts";
import { type Recorded, readLine } from "./recording.ts";
import { requestKey } from "./request-key.ts";

/**
 * A model that gives recorded replies to the requests they were given to; any other request is a `no_recording` error.
 * Of two replies to the same request the later one counts. `FILE#MODEL` picks the replies of one model out of a file
 * with several. Throws a `ConfigError` for a file that is missing, is no recording, or leaves open which model is meant.
 */
export async function replayModel(name: string, folder: string): Promise<Model> {
  const [, file = name, wanted = ""] = /^(.*\.[^#]*)#(.+)$/s.exec(name) ?? [];
  const recorded = await readRecording(resolve(folder, file));
  const models = [...new Set(recorded.map(({ model }) => model))];
  if (wanted !== "" && !models.includes(wanted)) {
    throw ConfigError.unknownName("unknown_model", "recorded model", wanted, models, `replay:${file}`);
  }
  if (wanted === "" && models.length > 1) {
    throw new ConfigError("ambiguous_recording", "the file holds replies of several models", {
      place: `replay:${file}`,
      expected: models.map((model) => `replay:${file}#${model}`).join(" or "),
    });
  }
  const replies = new Map<string, ModelReply>();
  let abilities: ModelAbilities = { images: true, schema: true, logprobs: true };
  for (const one of recorded) {
    if (wanted !== "" && one.model !== wanted) continue;
    replies.set(one.key, one.reply);
    abilities = one.abilities ?? abilities;
  }
  return {
    id: `replay:${name}`,
    abilities,
    ask: async (request, signal) => {
      signal.throwIfAborted();
      const reply = replies.get(requestKey(request));
      if (reply === undefined) {
        throw new ModelError(
          "no_recording",
          `${file} holds no reply to this request; it was recorded with another prompt or other settings`,
        );
      }
      return reply;
    },
  };
}

async function readRecording(path: string): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  let number = 0;
  let torn: number | null = null;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      number++;
      if (torn !== null) throw notARecording(path, torn);
      if (line.trim() === "") continue;
      const one = readLine(line);
      // The last line may be torn, where whoever wrote it was killed.
      if (one === null) torn = number;
      else recorded.push(one);
    }
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw thrown;
    const absent = thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
    throw new ConfigError("unreadable_file", absent ? "there is no such recording" : "the recording cannot be read", {
      place: path,
      hint: "the path of a recording counts from the working folder",
      cause: thrown,
    });
  }
  if (recorded.length === 0) throw notARecording(path, torn ?? 1);
  return recorded;
}

function notARecording(path: string, line: number): ConfigError {
  return new ConfigError("not_a_recording", "this is no recorded reply", {
    place: `${path}:${line}`,
    hint: "recordings are written with --record FILE",
  });
}
