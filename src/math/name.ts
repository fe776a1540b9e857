import { readOperand } from "./atom.ts";
import type { Node } from "./node.ts";
import { next, peek, type Reader, take } from "./reader.ts";

/** Names that are functions where a bracket follows; any other letter before a bracket is a factor. */
const FUNCTION_NAMES: ReadonlySet<string> = new Set("f g h F G H phi psi".split(" "));

/** A letter with its index and primes, a function of that name, or letters that stand together. */
export function readName(reader: Reader): Node {
  const run = peek(reader).run ?? 1;
  if (run > 1 && !(reader.integrand && holdsDifferential(reader, run)) && !bindsLast(reader, run))
    return readWord(reader, run);
  return readLetter(reader);
}

/** `ab^2` raises b alone, so the letters are read one by one. */
function bindsLast(reader: Reader, run: number): boolean {
  const { kind, text } = peek(reader, run);
  if (kind === "prime") return true;
  if (kind === "open" && text === "(") return FUNCTION_NAMES.has(peek(reader, run - 1).text);
  return kind === "operator" && (text === "^" || text === "_" || text === "!");
}

function holdsDifferential(reader: Reader, run: number): boolean {
  for (let index = 0; index < run - 1; index++) if (peek(reader, index).text === "d") return true;
  return false;
}

function readWord(reader: Reader, run: number): Node {
  const parts: Node[] = [];
  let text = "";
  for (let index = 0; index < run; index++) {
    const letter = next(reader).text;
    text += letter;
    parts.push(letterNode(letter));
  }
  return { kind: "word", text, parts };
}

/** A letter as a name, or as the constant that it is. */
export function letterNode(letter: string): Node {
  if (letter === "e" || letter === "i") return { kind: "constant", name: letter };
  return { kind: "symbol", name: letter };
}

function readLetter(reader: Reader): Node {
  const letter = next(reader).text;
  let name = letter;
  let index: Node | null = null;
  if (peek(reader).kind === "operator" && peek(reader).text === "_") {
    next(reader);
    index = readIndex(reader);
  } else if (reader.plain && isIndex(reader, letter)) index = readOperand(reader);
  while (take(reader, "prime")) name += "'";
  if (FUNCTION_NAMES.has(letter) || name !== letter) {
    const inputs = readInputs(reader);
    if (inputs !== null) {
      const own: Node[] = index === null ? inputs : [index, ...inputs];
      return { kind: "apply", name, inputs: own };
    }
  }
  if (index !== null) return { kind: "indexed", name, index };
  return name === letter ? letterNode(letter) : { kind: "symbol", name };
}

/** `x1` as it is typed: nobody writes a number behind the letter that it is multiplied with. */
function isIndex(reader: Reader, letter: string): boolean {
  const { kind, text, spaced, decimals } = peek(reader);
  return kind === "number" && !spaced && decimals === -1 && /^\d{1,2}$/.test(text) && letter !== "e" && letter !== "i";
}

/** An index may be a sign or the name of a function: `u_*`, `x_{\\max}`. */
function readIndex(reader: Reader): Node {
  const braced = peek(reader).kind === "open" && peek(reader).text === "{";
  const sign = peek(reader, braced ? 1 : 0);
  const alone = !braced || peek(reader, 2).text === "}";
  if (!alone || (sign.kind !== "operator" && sign.kind !== "function")) return readOperand(reader);
  for (let count = braced ? 3 : 1; count > 0; count--) next(reader);
  return { kind: "text", text: sign.text };
}

/** `(x, y)` right behind the name. */
function readInputs(reader: Reader): Node[] | null {
  const { kind, text } = peek(reader);
  if (kind !== "open" || text !== "(") return null;
  const at = reader.at;
  next(reader);
  const { items } = reader.sequence();
  if (items.length > 0 && take(reader, "close", ")")) return [...items];
  reader.at = at;
  return null;
}
