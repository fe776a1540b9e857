import { isDifferential, readOperand } from "./atom.ts";
import { mapChildren, type Node } from "./node.ts";
import { nested, next, peek, type Reader, take } from "./reader.ts";
import { NotMaths } from "./scan.ts";

const FACTOR = 39;
const TERM = 28;

/** A sum, a product or a definite integral. One without both bounds has no value here, and is refused. */
export function readSeries(reader: Reader, operator: "sum" | "product" | "integral"): Node {
  let lower: Node | null = null;
  let upper: Node | null = null;
  for (let part = 0; part < 2; part++) {
    if (take(reader, "operator", "_")) lower = readBound(reader);
    else if (take(reader, "operator", "^")) upper = readOperand(reader);
  }
  if (lower === null || upper === null) throw new NotMaths(`a ${operator} without bounds`);
  if (operator === "integral") return readIntegral(reader, lower, upper);
  if (lower.kind !== "relation" || lower.operators[0] !== "=")
    throw new NotMaths(`a ${operator} without a first index`);
  const [variable, from] = lower.sides;
  const name = variable?.kind === "symbol" ? variable.name : variable?.kind === "constant" ? variable.name : null;
  if (name === null || from === undefined) throw new NotMaths(`a ${operator} without an index`);
  const body = reader.expression(FACTOR);
  return {
    kind: "series",
    operator,
    variable: name,
    from,
    to: upper,
    body: name === "i" || name === "e" ? bind(body, name) : body,
  };
}

function readBound(reader: Reader): Node {
  if (!take(reader, "open", "{")) return readOperand(reader);
  const bound = nested(reader, () => reader.item());
  if (!take(reader, "close", "}")) throw new NotMaths("a bound that never ends");
  return bound;
}

function readIntegral(reader: Reader, from: Node, to: Node): Node {
  const outer = reader.integrand;
  reader.integrand = true;
  const body = reader.expression(TERM);
  if (!isDifferential(reader)) throw new NotMaths("an integral without its variable");
  next(reader);
  const variable = next(reader).text;
  reader.integrand = outer;
  if (peek(reader).kind === "letter" && outer) throw new NotMaths("an integral within an integral");
  return { kind: "series", operator: "integral", variable, from, to, body };
}

/** `i` as an index is no imaginary unit. */
function bind(node: Node, name: string): Node {
  if (node.kind === "constant" && node.name === name) return { kind: "symbol", name };
  return mapChildren(node, (child) => bind(child, name));
}
