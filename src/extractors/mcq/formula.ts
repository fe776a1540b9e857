import { isDigit, isWordCode } from "../../core/letters.ts";

/** Behind a letter these make a set or a product of it: `A \\cup B`. */
const COMMANDS = ["\\cup", "\\cap", "\\times", "\\setminus", "\\subset", "\\in ", "\\cdot"] as const;

/** `x_A`, `A'`, `A + B`, `E = mc²`, `C++`, `U.S.`: a letter of a formula or an abbreviation is no label. */
export function isInFormula(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (before === 94 || before === 64 || before === 92) return true;
  if (before === 95 && isWordCode(text.charCodeAt(start - 2))) return true;
  if (before === 46 && isWordCode(text.charCodeAt(start - 2)) && text.charCodeAt(end) === 46) return true;
  if (before === 34 && isKey(text, start, end)) return true;
  let at = end;
  while (text.charCodeAt(at) === 32) at++;
  switch (text.charCodeAt(at)) {
    case 39: // '
    case 0x2019:
      return at === end && isWordCode(text.charCodeAt(at + 1));
    case 46: // .
      return (
        at === end &&
        isWordCode(text.charCodeAt(at + 1)) &&
        (isDigit(text.charCodeAt(at + 1)) ? isDigit(text.charCodeAt(start)) : !isWordCode(text.charCodeAt(at + 2)))
      );
    case 37: // %
    case 44: // ,
      return isDigit(text.charCodeAt(start)) && (text.charCodeAt(at) === 37 || isDigit(text.charCodeAt(at + 1)));
    case 35: // #
      return at === end && text.charCodeAt(at + 1) !== 35;
    case 43: // +
    case 61: // =
    case 94: // ^
    case 62: // >
      return text.charCodeAt(at) !== 62 || at > end;
    case 60: // <, but not a tag or a special token
      return at > end && (text.charCodeAt(at + 1) === 32 || isDigit(text.charCodeAt(at + 1)));
    case 45: // -
      return at > end && isDigit(text.charCodeAt(at + 1));
    case 92: // backslash
      return COMMANDS.some((one) => text.startsWith(one, at));
    case 0x222a: // ∪
    case 0x2229: // ∩
    case 0xd7: // ×
      return true;
    case 95: // _
      return at === end && isWordCode(text.charCodeAt(at + 1));
  }
  return false;
}

/** The key of a JSON object, `{"A": 5}`: it names a field, and chooses nothing. */
function isKey(text: string, start: number, end: number): boolean {
  let after = end + 1;
  while (text.charCodeAt(after) === 32) after++;
  if (text.charCodeAt(end) !== 34 || text.charCodeAt(after) !== 58) return false;
  let before = start - 2;
  while (before >= 0 && text.charCodeAt(before) <= 32) before--;
  return before >= 0 && "{,".includes(text.charAt(before));
}
