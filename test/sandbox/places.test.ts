import { expect, test } from "vitest";
import { createPlaces } from "../../src/sandbox/places.ts";

/** Work that ends when it is told to, and a record of what ran beside what. */
function stage() {
  const running = new Set<string>();
  const seen: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      running.add(name);
      seen.push([...running].sort().join("+"));
      ends.set(name, () => {
        running.delete(name);
        resolve(name);
      });
    });
  // Places are taken and given on in the turn after.
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    await turn();
    ends.get(name)?.();
    await turn();
  };
  return { seen, work, end };
}

test("no more than so many run at once, and what wants to be alone waits and is waited for", async () => {
  const { seen, work, end } = stage();
  const places = createPlaces(2);
  const all = [places.run(work("a")), places.run(work("b")), places.alone(work("c")), places.run(work("d"))];
  for (const name of ["b", "a", "c", "d"]) await end(name);
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
  expect(seen).toEqual(["a", "a+b", "c", "d"]);
});

test("a failure gives its place back", async () => {
  const places = createPlaces(1);
  await expect(places.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await places.run(async () => 1)).toBe(1);
});

test("who leaves the line lets the next one in", async () => {
  const { seen, work, end } = stage();
  const places = createPlaces(2);
  const abort = new AbortController();
  const first = places.run(work("a"));
  const left = places.alone(work("b"), abort.signal);
  const next = places.run(work("c"));
  abort.abort(new Error("enough"));
  await expect(left).rejects.toThrow("enough");
  await end("a");
  await end("c");
  expect(await Promise.all([first, next])).toEqual(["a", "c"]);
  expect(seen).toEqual(["a", "a+c"]);
});
