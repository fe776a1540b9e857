import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeFrame, type Frame, FrameReader } from "../../src/sandbox/frame.ts";

const frames = fc.array(
  fc.record({
    kind: fc.constantFrom("A", "V", "\0", "\xff"),
    body: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  }),
  { maxLength: 8 },
);

test("frames come out as they went in, however the bytes are cut", () => {
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (given, sizes) => {
      const bytes = Buffer.concat(given.map(encodeFrame));
      const reader = new FrameReader(100);
      const read: Frame[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const end = at + (sizes[turn % sizes.length] ?? 1);
        read.push(...(reader.push(bytes.subarray(at, end)) ?? []));
        at = end;
      }
      expect(read.map(({ kind, body }) => [kind, body.toString("hex")])).toEqual(
        given.map(({ kind, body }) => [kind, body.toString("hex")]),
      );
    }),
  );
});

test("a frame that claims too much is refused before it is read, and so is all behind it", () => {
  const reader = new FrameReader(100);
  expect(reader.push(Buffer.from("A\xff\xff\xff\xff", "latin1"))).toBeNull();
  expect(reader.push(encodeFrame({ kind: "A", body: Buffer.alloc(0) }))).toBeNull();
});

test("a megabyte in single bytes is put together once", () => {
  const body = Buffer.alloc(1024 ** 2, "x");
  const reader = new FrameReader(body.length);
  const found: Frame[] = [];
  for (const byte of encodeFrame({ kind: "A", body })) found.push(...(reader.push(Buffer.from([byte])) ?? []));
  expect(found.map((frame) => frame.body.length)).toEqual([body.length]);
});
