import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { readLine, toLine } from "../src/models/recording.ts";
import { systemEnvironment } from "../src/operations/environment.ts";
import { runEval } from "../src/operations/eval/eval.ts";
import { startModelServer } from "../src/testing.ts";

/**
 * Writes `examples/judge/replies.jsonl` anew from the replies in `judgments.jsonl`, which were written by hand. A reply is
 * found by the request it answers, so this is to be run after a judge's prompt has changed: `npx jiti
 * scripts/demo-replies.ts`. A test of the example fails until then.
 */
const folder = resolve("examples/judge");
const scratch = mkdtempSync(join(tmpdir(), "veridic-demo-"));
const linesOf = (name: string) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n");

const questions = new Map<string, string>(
  linesOf("rows.jsonl")
    .map((line) => JSON.parse(line))
    .map(({ id, question }) => [id, question]),
);
const judgments = linesOf("judgments.jsonl").map((line): { readonly id: string; readonly reply: string } =>
  JSON.parse(line),
);

const server = await startModelServer({
  answer: (_prompt, { body }) => {
    // All messages: where the judge is asked once more, the question is not in the last one.
    const conversation = JSON.stringify(body);
    const judgment = judgments.find(({ id }) => conversation.includes(questions.get(id) ?? id));
    if (judgment === undefined) throw new Error(`nobody has written a reply to this request: ${conversation}`);
    return judgment.reply;
  },
});
try {
  const config = parse(readFileSync(join(folder, "eval.yaml"), "utf8").replace(/replay:\S+/, "deployment:hand"));
  const record = join(scratch, "recorded.jsonl");
  const deployments = { hand: { base_url: `${server.url}/v1`, model: "hand" } };
  const run = runEval(
    {
      config: { ...config, dataset: join(folder, "rows.jsonl"), deployments },
      record,
      store: join(scratch, "store.db"),
    },
    systemEnvironment(new AbortController().signal),
  );
  for await (const _ of run);
  const usage = { calls: 1, inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, costUsd: null };
  const lines = readFileSync(record, "utf8")
    .trimEnd()
    .split("\n")
    .map(readLine)
    .filter((recorded) => recorded !== null)
    .map(({ key, abilities, reply: { latencyMs: _latency, ...reply } }) =>
      toLine({ key, model: "written by hand", abilities, reply: { ...reply, model: null, usage, raw: null } }),
    )
    .sort();
  writeFileSync(join(folder, "replies.jsonl"), lines.join(""));
  process.stdout.write(`wrote ${lines.length} replies\n`);
} finally {
  await server.close();
  rmSync(scratch, { recursive: true });
}
