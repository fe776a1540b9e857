/**
 * Finds where a text stops being JSON. The engine's own messages name no place for short texts, change between
 * versions, and quote the text; this says the place and what would have been right. Linear, without recursion.
 */
export function findJsonFault(text: string): { readonly offset: number; readonly problem: string } {
  const open: ("{" | "[")[] = [];
  let at = 0;
  let expected: "value" | "first value" | "key" | "first key" | "colon" | "next" = "value";
  const fault = (problem: string, offset = at) => ({ offset, problem });

  for (;;) {
    at = skip(SPACE, text, at);
    const character = text[at];
    const inside = open.at(-1);
    if (expected === "next") {
      if (inside === undefined) {
        return character === undefined ? fault("no fault was found") : fault("there is more text after the end");
      }
      const close = inside === "{" ? "}" : "]";
      if (character === close) open.pop();
      else if (character === ",") expected = inside === "{" ? "key" : "value";
      else return fault(`expected a comma or ${close}${found(text, at)}`);
      at++;
      continue;
    }
    if (expected === "colon") {
      if (character !== ":") return fault(`expected a colon after the key${found(text, at)}`);
      at++;
      expected = "value";
      continue;
    }
    if ((expected === "first value" && character === "]") || (expected === "first key" && character === "}")) {
      open.pop();
      at++;
      expected = "next";
      continue;
    }
    const wantsKey: boolean = expected === "key" || expected === "first key";
    if (character === '"') {
      const end = endOfString(text, at + 1);
      if (text[end] !== '"') return fault(stringProblem(text, end), end);
      at = end + 1;
      expected = wantsKey ? "colon" : "next";
      continue;
    }
    if (wantsKey) return fault(`expected a key in double quotes${found(text, at)}`);
    if (character === "{" || character === "[") {
      open.push(character);
      expected = character === "{" ? "first key" : "first value";
      at++;
      continue;
    }
    const end = skip(SCALAR, text, at);
    if (end === at) return fault(`expected a value${found(text, at)}`);
    at = end;
    expected = "next";
  }
}

const SPACE = /[ \t\r\n]*/y;
const PLAIN = /[^"\\\x00-\x1f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])|/y;
const WORD = /[\w.+-]+/y;

/** The offset after what the pattern matches at `from`. Every pattern here matches the empty text too. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** The offset of the closing quote, or of what may not stand in a string. */
function endOfString(text: string, from: number): number {
  for (let at = from; ; ) {
    const plain = skip(PLAIN, text, at);
    at = skip(ESCAPE, text, plain);
    if (at === plain) return at;
  }
}

/** What stands there, in few characters: a message is no place for a payload. */
function found(text: string, at: number): string {
  const character = text[at];
  if (character === undefined) return ", the text ends";
  const word = text.slice(at, Math.min(skip(WORD, text, at), at + 20));
  if (/^-?(NaN|Infinity|inf|nan)$/.test(word)) return `: ${word} is not JSON`;
  if (/^(True|False|None|undefined)$/.test(word)) return `: ${word} is not JSON`;
  if (character === "'") return ", found a single quote";
  return `, found ${JSON.stringify(word === "" ? character : word)}`;
}

function stringProblem(text: string, at: number): string {
  const character = text[at];
  if (character === undefined) return "a text is not closed";
  if (character === "\\") return "a backslash is followed by something that is no escape";
  if (character === "\n" || character === "\r") return "a text is not closed at the end of the line";
  return `a control character stands unescaped in a text (U+${text.charCodeAt(at).toString(16).padStart(4, "0").toUpperCase()})`;
}
