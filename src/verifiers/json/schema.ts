import { createRequire } from "node:module";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { compilePattern } from "../../core/pattern/pattern.ts";
import { timeLimit } from "../../core/time-limit.ts";
import { isBeyondDouble } from "./decimal.ts";
import type { JsonNode } from "./reader.ts";

/** What of ajv is used. Its own types would make it a dependency of the whole entry. */
interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}
interface AjvModule {
  readonly default: new (options: object) => { compile(schema: object | boolean): Validate };
}

export interface SchemaOutcome {
  readonly valid: boolean;
  /** The first fault, with its place. */
  readonly told: string;
}

/** Milliseconds for one check: `uniqueItems` compares every pair, and patterns add up. */
const BUDGET = 1_000;

/**
 * Compiles a JSON Schema: draft 2020-12 or 2019-09 where `$schema` says so, else draft 7. Unknown keywords are refused,
 * as they are mostly slips; `format` is a remark and checks nothing. ajv is loaded here, when a schema is given.
 */
export function compileSchema(schema: object | boolean, backtracking: boolean, place: string) {
  const regExp = Object.assign((source: string) => compilePattern(source, { backtracking, dialect: "ecmascript" }), {
    code: "compilePattern",
  });
  let validate: Validate;
  try {
    const { default: Ajv } = loadAjv(schema);
    const options = {
      strictTypes: false,
      strictTuples: false,
      allowUnionTypes: true,
      validateFormats: false,
      // Else `required: ["toString"]` would hold for every object.
      ownProperties: true,
      logger: false,
      code: { regExp },
    };
    validate = new Ajv(options).compile(schema);
  } catch (thrown) {
    throw new ConfigError("invalid_schema", `the schema cannot be used: ${messageOf(thrown)}`, {
      place,
      cause: thrown,
    });
  }
  if ("$async" in validate) {
    throw new ConfigError("invalid_schema", "the schema is asynchronous", { place, hint: "remove $async" });
  }
  const limit = timeLimit(BUDGET);
  /** Throws a `TimeLimitExceeded`, a `PatternTimeout`, or a `RangeError` where a recursive schema goes too deep. */
  return (value: unknown): SchemaOutcome => {
    const valid = limit(() => validate(value));
    const [first] = validate.errors ?? [];
    return { valid, told: first === undefined ? "" : `$${first.instancePath} ${first.message ?? "is refused"}` };
  };
}

function loadAjv(schema: object | boolean): AjvModule {
  const require = createRequire(import.meta.url);
  const named = typeof schema === "object" && "$schema" in schema ? String(schema.$schema) : "";
  if (named.includes("2020-12")) return require("ajv/dist/2020") as AjvModule;
  return (named.includes("2019-09") ? require("ajv/dist/2019") : require("ajv")) as AjvModule;
}

/**
 * The plain value of a JSON text for a check by schema; `exact` is false where a number does not fit a double. Without
 * recursion. A key `__proto__` becomes a property like any other.
 */
export function toPlain(root: JsonNode): { readonly value: unknown; readonly exact: boolean } {
  let exact = true;
  const holder: { value?: unknown } = {};
  const todo: { readonly node: JsonNode; readonly into: object; readonly key: string | number }[] = [
    { node: root, into: holder, key: "value" },
  ];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { node, into, key } = next;
    let value: unknown;
    if (node.kind === "array") {
      const list: unknown[] = new Array(node.items.length);
      node.items.forEach((item, index) => {
        todo.push({ node: item, into: list, key: index });
      });
      value = list;
    } else if (node.kind === "object") {
      const object = {};
      for (const [name, member] of node.members) todo.push({ node: member, into: object, key: name });
      value = object;
    } else if (node.kind === "number") {
      exact &&= !isBeyondDouble(node.text);
      value = Number(node.text);
    } else value = node.value;
    Object.defineProperty(into, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return { value: holder.value, exact };
}
