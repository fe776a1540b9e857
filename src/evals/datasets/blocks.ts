import { isUtf8 } from "node:buffer";

/** Text of whole lines, or why one single line could not be read. The last block may lack its line end. */
export type Block =
  | { readonly text: string; readonly problem?: never }
  | { readonly problem: string; readonly text?: never };

/** A longer line is an error of that line. Memory is bounded by it. */
const LONGEST_LINE = 64 * 1024 ** 2;

const NEWLINE = 0x0a;

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
  let atStart = true;
  function* emit(whole: Buffer): Generator<Block, void, void> {
    for (const block of decode(whole)) {
      yield atStart && block.text?.startsWith("\ufeff") ? { text: block.text.slice(1) } : block;
      atStart = false;
    }
  }
  for await (const bytes of source) {
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
      else yield* emit(Buffer.concat([...carried, bytes.subarray(0, end)]));
      if (end <= last) yield* emit(bytes.subarray(end, last + 1));
    } else {
      yield* emit(bytes.subarray(0, last + 1));
    }
    const rest = bytes.subarray(last + 1);
    carried = rest.length > 0 ? [rest] : [];
    length = rest.length;
  }
  if (length > longest) yield { problem: tooLong(longest) };
  else if (length > 0) yield* emit(Buffer.concat(carried));
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
