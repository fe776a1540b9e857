/** One record as it stands in the file, without its line end; or what is wrong with it. Lines and columns from 1. */
export type CsvRecord =
  | { readonly line: number; readonly text: string; readonly fault?: never }
  | { readonly line: number; readonly fault: CsvFault; readonly text?: never };

export interface CsvFault {
  readonly line: number;
  readonly column: number;
  /** 0-based cell of the record. */
  readonly cell: number;
  readonly problem: string;
}

export interface CsvSplitter {
  /** Takes whole lines; only the last text may lack its line end. */
  push(text: string): Generator<CsvRecord, void, void>;
  /** What is left when the text ends. */
  finish(): Generator<CsvRecord, void, void>;
  /** The number of the line that comes next; of use where a line could not be given. */
  skipLine(): number;
}

/** A quoted cell may not be longer: without its closing quote it would take in the rest of the file. */
const LONGEST_RECORD = 64 * 1024 ** 2;

/**
 * Cuts CSV text into records and checks every quote (RFC 4180; line ends are LF, CRLF or CR). After a faulty quote it
 * goes on with the line after the one where that quote stands, so a quote that is never closed costs one row and not
 * the rest of the file. Linear: from inside an open cell, the next quote that could open another one ends the scan.
 */
export function createCsvSplitter(delimiter: string, longest: number = LONGEST_RECORD): CsvSplitter {
  let text = "";
  let start = 0;
  let line = 1;
  let finder = createFinder("", delimiter);

  function* split(ended: boolean): Generator<CsvRecord, void, void> {
    while (start < text.length) {
      const first = line;
      const end = finder.lineEnd(start);
      if (finder.quote(start) >= end) {
        const record = text.slice(start, end);
        start = afterLineEnd(text, end);
        line++;
        yield { line: first, text: record };
        continue;
      }
      const walked = walk(text, start, delimiter, finder);
      if (typeof walked === "number") {
        const record = text.slice(start, walked);
        step(walked);
        yield { line: first, text: record };
        continue;
      }
      if (walked.open && !ended && text.length - start <= longest) return;
      const fault = { ...place(walked.offset), cell: walked.cell, problem: walked.problem };
      step(finder.lineEnd(walked.quote));
      yield { line: first, fault };
    }
    text = "";
    start = 0;
  }

  /** Goes on after the line end at `end`. */
  const step = (end: number): void => {
    line += countLineEnds(text, start, end) + 1;
    start = afterLineEnd(text, end);
  };

  const place = (offset: number) => {
    // Only the record is looked at: a search back through the whole text for each fault would be quadratic.
    const before = text.slice(start, offset);
    const lineStart = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
    return { line: line + countLineEnds(before, 0, lineStart), column: before.length - lineStart + 1 };
  };

  return {
    *push(more) {
      text = start < text.length ? text.slice(start) + more : more;
      start = 0;
      finder = createFinder(text, delimiter);
      yield* split(false);
    },
    finish: () => split(true),
    skipLine: () => line++,
  };
}

interface Finder {
  /** Offsets at or after `from`; the text's length where there is none. */
  delimiter(from: number): number;
  quote(from: number): number;
  lineEnd(from: number): number;
}

/** Searches forward and keeps what it found, so that many short cells do not each search the whole text. */
function createFinder(text: string, delimiter: string): Finder {
  const search = (needle: string) => {
    let since = 0;
    let found = -1;
    return (from: number): number => {
      if (from > found) {
        const at = text.indexOf(needle, from);
        found = at === -1 ? text.length : at;
        since = from;
      } else if (from < since) {
        // Back before what was searched, after a fault: only the part between can hold an earlier one.
        const at = text.slice(from, since).indexOf(needle);
        if (at !== -1) found = from + at;
        since = from;
      }
      return found;
    };
  };
  const lineFeed = search("\n");
  const carriageReturn = search("\r");
  return {
    delimiter: search(delimiter),
    quote: search('"'),
    lineEnd: (from) => Math.min(lineFeed(from), carriageReturn(from)),
  };
}

interface WalkFault {
  /** Where the fault shows, and the quote that is to blame. */
  readonly offset: number;
  readonly quote: number;
  readonly cell: number;
  readonly problem: string;
  /** Whether more text could still close the cell. */
  readonly open: boolean;
}

/** The offset of the record's line end, or the fault that was met first. */
function walk(text: string, start: number, delimiter: string, find: Finder): number | WalkFault {
  let at = start;
  for (let cell = 0; ; cell++) {
    if (text[at] !== '"') {
      const end = Math.min(find.delimiter(at), find.lineEnd(at));
      const quote = find.quote(at);
      if (quote < end) {
        const problem = "a quote in the middle of a cell that does not begin with one";
        return { offset: quote, quote, cell, problem, open: false };
      }
      if (end === text.length || text[end] !== delimiter) return end;
      at = end + 1;
      continue;
    }
    const close = closingQuote(text, at, find);
    if (close === text.length) {
      return { offset: at, quote: at, cell, problem: "this quote is never closed", open: true };
    }
    const after = text[close + 1];
    if (after === undefined || after === "\n" || after === "\r") return close + 1;
    if (after !== delimiter) {
      // On one line the text after the quote is the slip; over several the opening quote more likely is.
      return find.lineEnd(at) > close
        ? { offset: close + 1, quote: at, cell, problem: "text after the closing quote of a cell", open: false }
        : { offset: at, quote: at, cell, problem: "this quote is not closed before other text follows", open: false };
    }
    at = close + 2;
  }
}

/** The quote that ends the cell that opens at `open`; doubled ones belong to the cell. */
function closingQuote(text: string, open: number, find: Finder): number {
  let quote = find.quote(open + 1);
  while (text[quote + 1] === '"') quote = find.quote(quote + 2);
  return quote;
}

function afterLineEnd(text: string, end: number): number {
  return end + (text.startsWith("\r\n", end) ? 2 : 1);
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    // CRLF counts once, at its LF.
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) count++;
  }
  return count;
}
