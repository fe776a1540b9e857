import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, workplace } from "../../doors/cli/command-line.ts";

const PNG = "\x89PNG\r\n\x1a\n";
const dataUrl = `data:image/png;base64,${Buffer.from(`${PNG}two`, "latin1").toString("base64")}`;

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ answer: () => "a cat" });
});
afterEach(() => server.close());

const config = (more: object = {}) =>
  JSON.stringify({
    dataset: "rows.jsonl",
    model: "deployment:m",
    prompt: "What is it?",
    deployments: { m: { provider: "openai-compatible", base_url: server.url, model: "m" } },
    scorers: [{ type: "exact_match", name: "answer" }],
    ...more,
  });

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

/** The parts of the messages of the n-th request. */
function partsOf(index: number): readonly (readonly (Part | string)[])[] {
  const messages = server.requests[index]?.body["messages"] as readonly {
    readonly content: string | readonly Part[];
  }[];
  return messages.map(({ content }) => (typeof content === "string" ? [content] : content));
}

async function placeWith(rows: readonly object[], more: object = {}) {
  const place = workplace();
  // Paths count from the eval's folder, wherever the command is run.
  await place.write({
    "evals/rows.jsonl": jsonl(rows),
    "evals/eval.json": config(more),
    "evals/pics/words.png": "these are words",
    "evals/pics/one.png": "",
  });
  await writeFile(`${place.folder}/evals/pics/one.png`, `${PNG}one`, "latin1");
  return place;
}

const urlOf = (text: string) => `data:image/png;base64,${Buffer.from(PNG + text, "latin1").toString("base64")}`;

test("the images of a row are sent with its question: a path, a data URL, and an address as it is", async () => {
  await using place = await placeWith([
    { images: ["pics/one.png", dataUrl, "https://example.org/c.png"], label: "a cat" },
    { images: "pics/one.png", label: "a dog" },
    { label: "a cat" },
  ]);
  const { exitCode, out, err } = await place.run(["eval", "evals/eval.json", "--concurrency", "1", "--json"]);
  expect(exitCode, err).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ scorers: { answer: { count: 3, error_count: 0 } } });
  const sent = [0, 1, 2].map((index) =>
    partsOf(index)[0]?.map((part) => (typeof part === "string" ? part : (part.image_url?.url ?? part.text))),
  );
  expect(sent).toEqual([
    [urlOf("one"), urlOf("two"), "https://example.org/c.png", "What is it?"],
    [urlOf("one"), "What is it?"],
    ["What is it?"],
  ]);
});

test("they may stand in a field of another name, and examples bring their own", async () => {
  const rows = [
    { picture: "pics/one.png", label: "a cat" },
    { picture: dataUrl, label: "a dog" },
  ];
  await using place = await placeWith(rows, { fields: { images: "picture" }, few_shot: 1 });
  await place.run(["eval", "evals/eval.json", "--concurrency", "1", "--limit", "1"]);
  expect(
    partsOf(0).map((parts) =>
      parts.map((part) => (typeof part === "string" ? part : (part.image_url?.url ?? part.text))),
    ),
  ).toEqual([[urlOf("two"), "What is it?"], ["a dog"], [urlOf("one"), "What is it?"]]);
});

test.each([
  ["one that is not there", "pics/none.png", ["row b", "pics/none.png", "cannot be read"]],
  ["one that is no image", "pics/words.png", ["row b", "pics/words.png", "begin like no image"]],
  ["data that are none", "data:image/png;base64,AAAA", ["row b", "begin like no image"]],
])("%s among the first rows ends the eval before the first call", async (_, image, says) => {
  await using place = await placeWith([
    { id: "a", images: "pics/one.png", label: "a cat" },
    { id: "b", images: [image], label: "a cat" },
  ]);
  const { exitCode, err } = await place.run(["eval", "evals/eval.json"]);
  for (const part of says) expect(err).toContain(part);
  expect(exitCode).toBe(2);
  expect(server.requests).toHaveLength(0);
});

test("a judge of recorded outputs is shown images too, so one that is none ends the eval before the first call", async () => {
  await using place = await placeWith(
    [
      { output: "a cat", shot: { pic: "pics/one.png" } },
      { output: "a cat", shot: { pic: "pics/words.png" } },
    ],
    {
      model: undefined,
      prompt: undefined,
      fields: { images: "shot.pic" },
      scorers: [{ type: "llm_judge", model: "deployment:m", rubric: "right" }],
    },
  );
  const { exitCode, err } = await place.run(["eval", "evals/eval.json"]);
  expect(err).toContain("begin like no image");
  expect(exitCode).toBe(2);
  expect(server.requests).toHaveLength(0);
});

test("one that is none far behind is an error of its row", async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({
    images: index === 110 ? "pics/words.png" : "pics/one.png",
    label: "a cat",
  }));
  await using place = await placeWith(rows);
  const { out } = await place.run(["eval", "evals/eval.json", "--json"]);
  expect(JSON.parse(out).scorers.answer).toMatchObject({ count: 119, mean: 1, errors: { "inference:bad_request": 1 } });
});
