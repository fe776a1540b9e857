import { expect, test } from "vitest";
import { printable } from "../../../src/doors/cli/printable.ts";
import { jsonl, workplace } from "./command-line.ts";

const ESC = "\u001b";

test("what a terminal would obey is spelt out, and all else is left alone", () => {
  expect(printable(`${ESC}[31mred`)).toBe("\\u001b[31mred");
  expect(printable("a\u009b31m\u0007\rb\u202ec")).toBe("a\\u009b31m\\u0007\\u000db\\u202ec");
  expect(printable("half \ud800")).toBe("half \\ud800");
  expect(printable("two\nlines\t👩‍🚀 é שלום")).toBe("two\nlines\t👩‍🚀 é שלום");
});

test("no escape sequence out of data or a configuration reaches the terminal", async () => {
  await using place = workplace();
  const evil = (name: string) => `${name}${ESC}[2J\u009b31m\u0007`;
  await place.write({
    "rows.jsonl": jsonl([
      { id: evil("a"), output: evil("x"), label: evil("x"), topic: evil("t") },
      { id: evil("b"), output: evil("y"), label: evil("x"), topic: evil("t") },
    ]),
    "eval.json": JSON.stringify({
      name: evil("eval"),
      dataset: "rows.jsonl",
      group_by: "topic",
      scorers: [{ type: "exact_match", name: evil("s") }],
      gates: { [evil("s")]: ">= 0.9" },
    }),
    "other.json": JSON.stringify([{ type: "length", max: 1, name: evil("s") }]),
  });
  const commands = [
    ["eval", "eval.json"],
    ["runs", "list"],
    ["runs", "show", "latest"],
    ["runs", "rescore", "latest", "--scorers", "other.json"],
    ["runs", "diff", "latest", "latest", "--scorer", evil("q")],
    ["eval", "eval.json", "--sample-id", evil("zz")],
    ["verify", "--prediction", evil("x"), "--ground-truth", "y"],
    ["runs", "rm", "latest"],
  ];
  const codes: number[] = [];
  for (const argv of commands) {
    const { exitCode, out, err } = await place.run(argv);
    codes.push(exitCode);
    expect(`${out}${err}`).not.toMatch(/(?!\n)\p{Cc}/u);
  }
  expect(codes).toEqual([1, 0, 0, 0, 2, 2, 0, 0]);
  expect((await place.run(["runs", "show", "latest"])).out).toContain("t\\u001b[2J");
});
