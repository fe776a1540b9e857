import fc from "fast-check";
import { expect, test } from "vitest";
import { createWaitingLine } from "../../../src/models/traffic/waiting-line.ts";

test("it serves as a plain list would, whoever joins and leaves", () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ kind: "join" as const, at: 0 }) },
    { weight: 2, arbitrary: fc.constant({ kind: "serve" as const, at: 0 }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("leave" as const), at: fc.nat(300) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const line = createWaitingLine<number>();
      let model: number[] = [];
      const leave: (() => void)[] = [];
      for (const { kind, at } of steps) {
        if (kind === "join") {
          model.push(leave.length);
          leave.push(line.join(leave.length));
        } else if (kind === "serve") expect(line.serve()).toBe(model.shift());
        else {
          leave[at]?.();
          model = model.filter((item) => item !== at);
        }
        expect(line.length).toBe(model.length);
        expect(line.first()).toBe(model[0]);
      }
    }),
  );
});

test("a hundred thousand can join, and leave or be served", () => {
  const line = createWaitingLine<number>();
  const leave = Array.from({ length: 100_000 }, (_, index) => line.join(index));
  for (let index = 0; index < 100_000; index += 2) leave[index]?.();
  let served = 0;
  for (let item = line.serve(); item !== undefined; item = line.serve()) {
    expect(item % 2).toBe(1);
    served++;
  }
  expect(served).toBe(50_000);
});
