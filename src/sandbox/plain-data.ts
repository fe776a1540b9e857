/**
 * Plain data as it crosses between sandboxes: Python's `marshal` format, version 2, which its interpreter reads and
 * writes without loading a module. That format can also carry code and references, and its reader trusts its input. So
 * what a candidate sent is walked here first, and only what consists of plain values, well-formed to the last byte,
 * reaches the tests.
 */

/** Bytes behind the letter, for values of a fixed size. `l` is a long whole number: a count of 15-bit digits. */
const FIXED: Readonly<Record<string, number>> = { N: 0, T: 0, F: 0, i: 4, g: 8, y: 16 };
/** A length in bytes, then these. */
const SIZED = "us";
/** A count, then so many values. */
const LISTS = "([<>";

/**
 * Less than the tests may hand over (150): an answer that they ask about again, as `f(f(x))` does, must not be too deep for
 * the question. The reader itself gives up at 2,000; nothing that a test compares is so deep.
 */
const MOST_DEPTH = 100;

/** Whether these bytes are one plain value and nothing else. Linear in their number. */
export function isPlainData(bytes: Buffer): boolean {
  /** Values that each open collection still waits for; `dict` ones wait for their end mark. */
  const open: { left: number; dict: boolean }[] = [];
  let at = 0;
  for (;;) {
    if (at >= bytes.length) return false;
    const letter = String.fromCharCode(bytes[at++] ?? 0);
    const holder = open.at(-1);
    if (letter === "0") {
      // The end of a dict, which stands where a key would.
      if (holder === undefined || !holder.dict || holder.left % 2 !== 0) return false;
      open.pop();
    } else if (letter === "{") {
      open.push({ left: 0, dict: true });
      if (open.length > MOST_DEPTH) return false;
      continue;
    } else if (LISTS.includes(letter)) {
      const count = lengthAt(bytes, at);
      at += 4;
      // Each value takes one byte at least, so a count beyond the rest is a lie that would cost memory.
      if (count === null || count > bytes.length - at) return false;
      if (count > 0) {
        open.push({ left: count, dict: false });
        if (open.length > MOST_DEPTH) return false;
        continue;
      }
    } else {
      const end = endOfScalar(letter, bytes, at);
      if (end === null) return false;
      at = end;
    }
    // A value is complete: so may be those that hold it.
    for (;;) {
      const outer = open.at(-1);
      if (outer === undefined) return at === bytes.length;
      if (outer.dict) {
        outer.left++;
        break;
      }
      if (--outer.left > 0) break;
      open.pop();
    }
  }
}

function endOfScalar(letter: string, bytes: Buffer, at: number): number | null {
  const fixed = Object.hasOwn(FIXED, letter) ? FIXED[letter] : undefined;
  if (fixed !== undefined) return within(bytes, at + fixed);
  const length = lengthAt(bytes, at);
  if (SIZED.includes(letter)) return length === null ? null : within(bytes, at + 4 + length);
  if (letter !== "l" || at + 4 > bytes.length) return null;
  return within(bytes, at + 4 + 2 * Math.abs(bytes.readInt32LE(at)));
}

function within(bytes: Buffer, end: number): number | null {
  return end <= bytes.length ? end : null;
}

/** A length is signed in this format, and never negative in what is well-formed. */
function lengthAt(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const length = bytes.readInt32LE(at);
  return length < 0 ? null : length;
}

/** Texts, and lists of texts, as a tuple of the format. */
export function encodeTexts(values: readonly (string | readonly string[])[]): Buffer {
  return Buffer.concat([
    lettered("(", values.length),
    ...values.map((value) => (typeof value === "string" ? encodeText(value) : encodeTexts(value))),
  ]);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return Buffer.concat([lettered("u", bytes.length), bytes]);
}

function lettered(letter: string, count: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.write(letter, 0, 1, "latin1");
  bytes.writeInt32LE(count, 1);
  return bytes;
}
