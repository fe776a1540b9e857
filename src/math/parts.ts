import type { Token } from "./scan.ts";

const LABELS: readonly (readonly string[])[] = [
  "a b c d e f g h".split(" "),
  "i ii iii iv v vi".split(" "),
  "1 2 3 4 5 6 7 8".split(" "),
];

/** The answers of `(a) 3 (b) 4`, in their order; null where no two labels stand before something each. */
export function splitParts(tokens: readonly Token[]): Token[][] | null {
  for (const labels of LABELS) {
    const parts = partsBehind(tokens, labels);
    if (parts !== null) return parts;
  }
  return null;
}

function partsBehind(tokens: readonly Token[], labels: readonly string[]): Token[][] | null {
  const parts: Token[][] = [];
  let [glued, listed] = [false, true];
  for (let at = 0; at < tokens.length; ) {
    const length = labelAt(tokens, at, labels[parts.length] ?? "");
    const token = tokens[at];
    if (length > 0) {
      // `(a) (b)` and `(a) + (b)` are operations with names.
      if (at > 0 && !endsPart(tokens[at - 1])) return null;
      // `(2)5` is a product, but not in `(1)3; (2)5`.
      glued ||= tokens[at + length]?.spaced !== true && tokens[at]?.kind === "open";
      listed &&= at === 0 || tokens[at - 1]?.kind === "separator";
      parts.push([]);
      at += length;
    } else {
      if (parts.length === 0 || token === undefined) return null;
      parts.at(-1)?.push(token);
      at++;
    }
  }
  return parts.length > 1 && parts.every(startsPart) && (listed || !glued) ? parts : null;
}

/** How many tokens the label takes with its brackets; 0 where it does not stand here with a blank or a digit behind it. */
function labelAt(tokens: readonly Token[], at: number, label: string): number {
  if (label !== "" && tokens[at]?.kind === "text" && tokens[at]?.text === `(${label})`) return 1;
  if (label === "" || tokens[at]?.kind !== "open" || tokens[at]?.text !== "(") return 0;
  for (let index = 0; index < label.length; index++) {
    const letter = tokens[at + 1 + index];
    if ((letter?.kind !== "letter" && letter?.kind !== "number") || letter.text !== label[index]) return 0;
  }
  const close = tokens[at + 1 + label.length];
  const behind = tokens[at + 2 + label.length];
  const apart = behind?.spaced === true || (/^\d$/.test(label) && behind?.kind === "number");
  return close?.text === ")" && apart ? label.length + 2 : 0;
}

function endsPart(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== "operator" && token.kind !== "relation" && token.kind !== "function";
}

function startsPart([first]: readonly Token[]): boolean {
  if (first === undefined) return false;
  return first.kind === "operator" ? first.text === "-" || first.text === "±" : first.kind !== "relation";
}
