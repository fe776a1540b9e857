import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { Folder } from "./program.ts";

/** One row of a recorded eval: right, wrong, without an answer, or without an output, by its number. */
function rowOf(index: number): object {
  const sum = index + (index % 97);
  const row = {
    id: `q-${index}`,
    input: `What is ${index} plus ${index % 97}?`,
    target: String(sum),
    topic: index % 3,
  };
  if (index % 1_009 === 500) return row;
  const said = index % 7 === 0 ? sum + 1 : sum;
  const output = index % 211 === 50 ? "I would rather not say." : `<think>add them</think>The answer is ${said}.`;
  return { ...row, output };
}

const config = {
  name: "sums",
  dataset: "rows.jsonl",
  group_by: "topic",
  scorers: [
    { type: "exact_match", name: "exact" },
    {
      type: "pipeline",
      name: "checked",
      extractors: [{ type: "strip_reasoning" }, { type: "number" }],
      target_extractors: [{ type: "number" }],
      verifier: { type: "numeric" },
    },
  ],
};

/** Writes `eval.json` and `rows.jsonl`: so many recorded answers with two rule scorers. */
export async function writeRecordedEval(folder: Folder, rows: number): Promise<void> {
  await folder.write("eval.json", JSON.stringify(config));
  const file = createWriteStream(folder.at("rows.jsonl"));
  for (let from = 0; from < rows; from += 1_000) {
    let text = "";
    for (let index = from; index < Math.min(rows, from + 1_000); index++) text += `${JSON.stringify(rowOf(index))}\n`;
    if (!file.write(text)) await once(file, "drain");
  }
  file.end();
  await finished(file);
}
