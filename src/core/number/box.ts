import { trimText } from "../text.ts";

const WRAPPER = /^\\(?:text|textbf|textit|textrm|mathrm|mathbf|mbox|boxed|fbox)\s*\{/;
/** Wrappers beyond this depth stay: taking them all off would be quadratic. */
const DEEPEST = 4;

/** The content of a box as it was written, without white space around it and `\text{…}` around the whole. */
export function boxContent(written: string): string {
  let content = trimText(written);
  for (let depth = 0; depth < DEEPEST; depth++) {
    const wrapper = WRAPPER.exec(content);
    if (wrapper === null || !isOneGroup(content, wrapper[0].length - 1)) return content;
    content = trimText(content.slice(wrapper[0].length, -1));
  }
  return content;
}

/** True where the group that opens at `at` closes with the last character. */
function isOneGroup(text: string, at: number): boolean {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    if (text[index] === "{") depth++;
    else if (text[index] === "}" && --depth === 0) return index === text.length - 1;
  }
  return false;
}
