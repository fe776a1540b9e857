import type { Node } from "./node.ts";
import { expect, next, peek, type Reader, type Sequence, take, within } from "./reader.ts";
import { NotMaths } from "./scan.ts";
import { sequenceNode } from "./sequence.ts";

/** Whatever stands in brackets: a part of an expression, a tuple or an interval, a set, a rounded number. */
export function readBracket(reader: Reader): Node {
  const { text } = next(reader);
  switch (text) {
    case "(":
    case "[":
    case "]":
      return readGroup(reader, text);
    case "{":
      return readBraces(reader, "}");
    case "\\{":
      return readBraces(reader, "\\}");
    case "⟨": {
      const { items } = within(reader, {}, () => reader.sequence());
      expect(reader, "close", "⟩");
      return { kind: "group", open: "(", close: ")", items };
    }
    case "⌊":
    case "⌈": {
      const input = within(reader, {}, () => reader.expression(0));
      expect(reader, "close", text === "⌊" ? "⌋" : "⌉");
      return { kind: "call", name: text === "⌊" ? "floor" : "ceil", inputs: [input] };
    }
    default:
      throw new NotMaths(`${text} opens nothing`);
  }
}

/** `(a, b]` and `]a, b[` too: the side that a bracket turns to says whether the end belongs to it. */
function readGroup(reader: Reader, opening: "(" | "[" | "]"): Node {
  const intervals = opening === "(" ? 0 : 1;
  const content = within(reader, { intervals }, () => reader.sequence());
  const closing = next(reader);
  const { text } = closing;
  const closes =
    (closing.kind === "close" && (text === ")" || text === "]")) || (closing.kind === "open" && text === "[");
  if (!closes) throw new NotMaths("a bracket that never closes");
  const { items } = content;
  const [only] = items;
  const matched = (opening === "(") === (text === ")");
  if (items.length !== 2 && (!matched || opening === "]" || text === "[")) throw new NotMaths("brackets of two kinds");
  if (items.length === 1 && only !== undefined) {
    return only;
  }
  if (items.length === 0) throw new NotMaths("nothing in brackets");
  return {
    kind: "group",
    open: opening === "[" ? "[" : "(",
    close: text === "]" ? "]" : ")",
    items: items.every((item) => item.kind === "relation") ? items.map(assignedValue) : items,
  };
}

/** `(x = 1, y = 2)` is the point (1, 2). */
function assignedValue(node: Node): Node {
  if (node.kind !== "relation" || node.operators.some((operator) => operator !== "=")) return node;
  return node.sides.at(-1) ?? node;
}

function readBraces(reader: Reader, closing: "}" | "\\}"): Node {
  const before = peek(reader, -2);
  const belongs =
    before.kind === "command" ||
    before.kind === "function" ||
    (before.kind === "close" && before.text === "}") ||
    (before.kind === "operator" && (before.text === "^" || before.text === "_"));
  const builder = closing === "\\}" || startsSet(reader);
  const content = within(reader, { builder }, () => reader.sequence());
  if (builder && isDivider(reader)) {
    next(reader);
    const member = sequenceNode(content);
    const condition = within(reader, {}, () => reader.sequence());
    closeBraces(reader, closing);
    return {
      kind: "builder",
      member,
      condition: sequenceNode({ ...condition, separators: condition.separators.map(asAnd) }),
    };
  }
  closeBraces(reader, closing);
  // In plain text braces hold sets, but those of a power, an index or a command.
  return bracedNode(content, reader.plain && !belongs ? "\\}" : closing);
}

/** `\{` with a plain `}` is a slip that nobody misunderstands. */
function closeBraces(reader: Reader, closing: "}" | "\\}"): void {
  if (closing === "\\}" && take(reader, "close", "}")) return;
  expect(reader, "close", closing);
}

function bracedNode({ items, separators }: Sequence, closing: "}" | "\\}"): Node {
  const [only] = items;
  if (closing === "}" && items.length === 1 && only !== undefined) return only;
  if (closing === "}" && items.length > 1 && separators.every((one) => one === "quad")) {
    throw new NotMaths("several parts in braces");
  }
  return { kind: "set", items };
}

/** Commas in a condition mean that all of it holds. */
function asAnd(separator: string): string {
  return separator === "or" ? "or" : "and";
}

function isDivider(reader: Reader): boolean {
  const { kind, text } = peek(reader);
  return kind === "bar" ? text !== "‖" : kind === "operator" && text === ":";
}

/** `{x | x > 0}` in plain text: a letter and a divider. */
function startsSet(reader: Reader): boolean {
  const divider = peek(reader, 1);
  return (
    peek(reader).kind === "letter" &&
    ((divider.kind === "bar" && divider.text !== "‖") || (divider.kind === "relation" && divider.text === "∈"))
  );
}

/** The size of what stands between bars: of a number, a vector or a matrix. */
export function readBars(reader: Reader): Node {
  const { text } = next(reader);
  if (text === "mid") throw new NotMaths("a divider without a set");
  const bars = reader.bars + 1;
  const input = within(reader, { bars }, () => reader.expression(0));
  expect(reader, "bar", text);
  return { kind: "call", name: "abs", inputs: [input] };
}
