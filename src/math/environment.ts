import { MOST_CELLS, OverBudget } from "./budget.ts";
import type { Node } from "./node.ts";
import { next, peek, type Reader, take, within } from "./reader.ts";
import { NotMaths, type Token } from "./scan.ts";
import { sequenceNode } from "./sequence.ts";

const MATRICES: ReadonlySet<string> = new Set(
  "matrix pmatrix bmatrix Bmatrix smallmatrix vmatrix Vmatrix array tabular".split(" "),
);
const ALIGNED: ReadonlySet<string> = new Set(
  "align aligned alignat gather gathered equation eqnarray split multline displaymath math center".split(" "),
);

/** Environments that only align are taken off; each of their rows is an item of its own. */
export function align(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ kind, text }) => kind === "begin" && ALIGNED.has(text))) return tokens;
  const kept: Token[] = [];
  const open: boolean[] = [];
  for (const token of tokens) {
    const aligned = open.at(-1) === true;
    if (token.kind === "begin") {
      open.push(ALIGNED.has(token.text));
      if (open.at(-1) === true) continue;
    } else if (token.kind === "end") {
      if (open.pop() === true) continue;
    } else if (aligned && token.kind === "cell") {
      continue;
    } else if (aligned && token.kind === "row") {
      kept.push({ kind: "separator", text: ",", spaced: true });
      continue;
    } else if (aligned && token.kind === "relation" && kept.at(-1)?.kind === "separator") {
      // A row that begins with `=` goes on with the row before it.
      kept.pop();
    }
    kept.push(token);
  }
  return kept;
}

/** A matrix, a determinant, or the cases of a piecewise function. */
export function readEnvironment(reader: Reader): Node {
  const { text: name } = next(reader);
  if (name === "cases" || name === "dcases" || name === "rcases") return readCases(reader);
  if (!MATRICES.has(name)) throw new NotMaths(`an environment that is not known: ${name}`);
  const rows: Node[][] = [[]];
  let cells = 0;
  while (!take(reader, "end", name)) {
    if (take(reader, "row")) rows.push([]);
    else if (take(reader, "cell")) continue;
    else {
      if (++cells > MOST_CELLS) throw new OverBudget("too many cells");
      rows.at(-1)?.push(within(reader, {}, () => reader.item()));
      const { kind } = peek(reader);
      if (kind !== "cell" && kind !== "row" && kind !== "end") throw new NotMaths("a cell that does not end");
    }
  }
  if (rows.at(-1)?.length === 0) rows.pop();
  if (rows.length === 0) throw new NotMaths("an empty matrix");
  const matrix: Node = { kind: "matrix", rows };
  return name === "vmatrix" ? { kind: "call", name: "det", inputs: [matrix] } : matrix;
}

function readCases(reader: Reader): Node {
  const rows: { value: Node; condition: Node | null }[] = [];
  while (!take(reader, "end")) {
    if (peek(reader).kind === "stop") throw new NotMaths("cases that never end");
    if (take(reader, "row")) continue;
    if (rows.length >= MOST_CELLS) throw new OverBudget("too many cases");
    const value = within(reader, {}, () => reader.item());
    while (take(reader, "separator") || take(reader, "cell") || take(reader, "condition"));
    const { kind } = peek(reader);
    if (kind === "row" || kind === "end") rows.push({ value, condition: null });
    else {
      const { items, separators } = within(reader, {}, () => reader.sequence());
      rows.push({
        value,
        condition: sequenceNode({ items, separators: separators.map((one) => (one === "or" ? "or" : "and")) }),
      });
    }
  }
  if (rows.length === 0) throw new NotMaths("no cases");
  // Without a single condition it is a system of equations, all of which hold.
  if (rows.every(({ condition, value }) => condition === null && value.kind === "relation")) {
    return rows.length === 1 && rows[0] !== undefined
      ? rows[0].value
      : { kind: "list", items: rows.map(({ value }) => value), link: "and" };
  }
  return { kind: "cases", rows };
}
