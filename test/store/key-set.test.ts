import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeySet } from "../../src/store/key-set.ts";

test("a key set holds what was added and nothing else, near its block edges too", () => {
  const index = fc.oneof(
    fc.nat(100),
    fc.integer({ min: 65_500, max: 65_600 }),
    fc.constantFrom(2 ** 31, 2 ** 32 + 31, 2 ** 40),
  );
  const key = fc.record({ index, epoch: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(fc.array(key), fc.array(key), (added, others) => {
      const keys = createKeySet();
      for (const one of added) keys.add(one);
      const plain = new Set(added.map((one) => `${one.index}/${one.epoch}`));
      expect(keys.size).toBe(plain.size);
      for (const one of [...added, ...others]) expect(keys.has(one)).toBe(plain.has(`${one.index}/${one.epoch}`));
    }),
  );
});

test("a million samples take a few hundred kB", () => {
  const keys = createKeySet();
  const before = process.memoryUsage().arrayBuffers;
  for (let index = 0; index < 1_000_000; index++) keys.add({ index, epoch: 1 });
  expect(keys.size).toBe(1_000_000);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
});
