import { describe, expect, test } from "vitest";
import { seccompFilter } from "../../src/sandbox/seccomp.ts";
import { ABSENT, DENIED } from "../../src/sandbox/system-calls.ts";

const ALLOW = 0x7fff_0000;
const KILL = 0x8000_0000;
const EPERM = 0x0005_0001;
const ENOSYS = 0x0005_0026;

/** What the kernel would answer: the few instructions that a filter here is made of. */
function answer(filter: Buffer, call: { readonly audit: number; readonly number: number }): number {
  let loaded = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const code = filter.readUInt16LE(at);
    const value = filter.readUInt32LE(at + 4);
    if (code === 0x20) loaded = value === 4 ? call.audit : call.number;
    else if (code === 0x06) return value;
    else {
      const holds = code === 0x15 ? loaded === value : loaded >= value;
      at += 8 * filter.readUInt8(at + (holds ? 2 : 3));
    }
  }
  throw new Error("the filter has no end");
}

describe.each([
  ["x64", 0xc000_003e, 1, 0],
  ["arm64", 0xc000_00b7, 2, 63],
] as const)("the filter for %s", (architecture, audit, column, read) => {
  const filter = seccompFilter(architecture) ?? Buffer.alloc(0);

  test("refuses each call that is denied", () => {
    for (const call of DENIED) {
      const number = call[column];
      if (number !== null) expect(answer(filter, { audit, number }), call[0]).toBe(EPERM);
    }
  });

  test("says of what can be done otherwise that it is not there", () => {
    for (const call of ABSENT) expect(answer(filter, { audit, number: call[column] ?? 0 })).toBe(ENOSYS);
  });

  test("lets reading, and what comes with later kernels, pass", () => {
    for (const number of [read, 500]) expect(answer(filter, { audit, number })).toBe(ALLOW);
  });

  test("kills a call by another table", () => {
    expect(answer(filter, { audit: 0x4000_0003, number: 1 })).toBe(KILL);
  });

  test("is whole instructions, within what the kernel takes", () => {
    expect(filter.length % 8).toBe(0);
    expect(filter.length / 8).toBeLessThanOrEqual(4_096);
  });
});

test("the second table of x64 processors kills", () => {
  expect(answer(seccompFilter("x64") ?? Buffer.alloc(0), { audit: 0xc000_003e, number: 0x4000_0029 })).toBe(KILL);
});

test("there is none for other processors", () => {
  for (const name of ["ia32", "riscv64", "constructor"]) expect(seccompFilter(name)).toBeNull();
});
