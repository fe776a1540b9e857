import { push, type Scan, type Token } from "./scan.ts";

const PREFIXES: ReadonlySet<string> = new Set(["k", "M", "m"]);
/** What ends an item, marks of formulas and closing braces aside. */
const END = /^(?:[\s}$.]|\\[)\]])*(?:[,;)/]|$|\\text|and|or)/;
const REACH = 24;

/**
 * A large omega: ohms where it stands alone behind a number, with or without a prefix (`5 \Omega`, `5\,\text{k}\Omega`);
 * else a name, as in `2\Omega t`.
 */
export function pushOmega(scan: Scan): void {
  const { tokens } = scan;
  const last = tokens.at(-1);
  const prefix = isPrefix(last) ? last : null;
  const number = tokens.length - (prefix === null ? 1 : 2);
  const alone = tokens[number]?.kind === "number" && startsItem(tokens[number - 1]);
  if (!alone || !END.test(scan.text.slice(scan.at, scan.at + REACH))) {
    push(scan, "letter", "Omega");
    return;
  }
  if (prefix !== null) tokens.pop();
  push(scan, "text", `${prefix?.text ?? ""}Ω`);
}

function isPrefix(token: Token | undefined): token is Token {
  return (token?.kind === "letter" || token?.kind === "text") && PREFIXES.has(token.text);
}

function startsItem(token: Token | undefined): boolean {
  if (token === undefined) return true;
  const { kind, text } = token;
  return kind === "separator" || kind === "relation" || kind === "open" || (kind === "operator" && text === "-");
}
