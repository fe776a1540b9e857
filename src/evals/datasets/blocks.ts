import { isUtf8 } from "node:buffer";

/** Text of whole lines, or why one single line could not be read. The last block may lack its line end. */
export type Block =
  | { readonly text: string; readonly problem?: never }
  | { readonly problem: string; readonly text?: never };

/** A longer line is an error of that line. Memory is bounded by it. */
export const LONGEST_LINE = 64 * 1024 ** 2;

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Cuts bytes into blocks of whole lines, and drops a byte order mark. Cutting at line ends keeps characters whole, and
 * only LF counts: U+2028 may stand inside a JSON text. `longest` must not be smaller than a piece of the source.
 */
export async function* readBlocks(
  source: AsyncIterable<Buffer>,
  longest: number = LONGEST_LINE,
): AsyncGenerator<Block, void, void> {
  let carried: Buffer[] = [];
  let length = 0;
  let first = true;
  for await (let bytes of source) {
    if (first) {
      // A source hands on at least the first three bytes together, or is shorter than that.
      if (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) bytes = bytes.subarray(3);
      first = false;
    }
    const last = bytes.lastIndexOf(NEWLINE);
    if (last === -1) {
      length += bytes.length;
      if (length <= longest) carried.push(bytes);
      else carried = [];
      continue;
    }
    if (length > 0) {
      const end = bytes.indexOf(NEWLINE) + 1;
      if (length + end - 1 > longest) yield { problem: tooLong(longest) };
      else yield* decode(Buffer.concat([...carried, bytes.subarray(0, end)]));
      if (end <= last) yield* decode(bytes.subarray(end, last + 1));
    } else {
      yield* decode(bytes.subarray(0, last + 1));
    }
    const rest = bytes.subarray(last + 1);
    carried = rest.length > 0 ? [rest] : [];
    length = rest.length;
  }
  if (length > longest) yield { problem: tooLong(longest) };
  else if (length > 0) yield* decode(Buffer.concat(carried));
}

function tooLong(longest: number): string {
  return `the line is longer than ${Math.floor(longest / 1024 ** 2)} MB`;
}

/** Bytes that are no UTF-8 are never replaced in silence: each line that holds some is a problem of its own. */
function* decode(bytes: Buffer): Generator<Block, void, void> {
  if (isUtf8(bytes)) {
    yield { text: bytes.toString("utf8") };
    return;
  }
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    const line = bytes.subarray(start, end);
    yield isUtf8(line) ? { text: line.toString("utf8") } : { problem: "not UTF-8 text; save the file as UTF-8" };
    start = end;
  }
}
