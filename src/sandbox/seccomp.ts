import { ABSENT, DENIED } from "./system-calls.ts";

/** Values of linux/bpf_common.h, linux/seccomp.h and linux/audit.h. */
const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const RETURN = 0x06;
const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const FAIL_WITH = 0x0005_0000;
const EPERM = 1;
const ENOSYS = 38;

/** Offsets within `struct seccomp_data`. */
const NUMBER = 0;
const ARCHITECTURE = 4;

/** The second table of calls on x64 processors: the same kernel behind other numbers. */
const X32_BIT = 0x4000_0000;

const ARCHITECTURES: Readonly<Record<string, { readonly audit: number; readonly column: 1 | 2 }>> = {
  x64: { audit: 0xc000_003e, column: 1 },
  arm64: { audit: 0xc000_00b7, column: 2 },
};

/**
 * A seccomp filter as the kernel takes it: 8 bytes an instruction, little endian (linux/filter.h). Calls of another
 * architecture kill the process, denied ones fail with EPERM. Null for processors that it is not written for; the
 * namespaces and limits hold there without it.
 */
export function seccompFilter(architecture: string): Buffer | null {
  const known = Object.hasOwn(ARCHITECTURES, architecture) ? ARCHITECTURES[architecture] : undefined;
  if (known === undefined) return null;
  const { audit, column } = known;
  const numbers = (calls: typeof DENIED) => calls.flatMap((call) => call[column] ?? []);
  const program = [
    instruction(LOAD_WORD, 0, 0, ARCHITECTURE),
    instruction(JUMP_IF_EQUAL, 1, 0, audit),
    instruction(RETURN, 0, 0, KILL_PROCESS),
    instruction(LOAD_WORD, 0, 0, NUMBER),
  ];
  if (architecture === "x64") {
    program.push(instruction(JUMP_IF_AT_LEAST, 0, 1, X32_BIT), instruction(RETURN, 0, 0, KILL_PROCESS));
  }
  // A jump reaches 255 instructions at most; with the answer right behind each test none needs to reach far.
  for (const number of numbers(DENIED)) {
    program.push(instruction(JUMP_IF_EQUAL, 0, 1, number), instruction(RETURN, 0, 0, FAIL_WITH | EPERM));
  }
  for (const number of numbers(ABSENT)) {
    program.push(instruction(JUMP_IF_EQUAL, 0, 1, number), instruction(RETURN, 0, 0, FAIL_WITH | ENOSYS));
  }
  program.push(instruction(RETURN, 0, 0, ALLOW));
  return Buffer.concat(program);
}

function instruction(code: number, ifTrue: number, ifFalse: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
