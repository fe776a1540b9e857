import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeTexts, isPlainData } from "../../src/sandbox/plain-data.ts";
import { describeSandbox } from "./needs-sandbox.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const int = "i\x02\0\0\0";

describe("what may cross between sandboxes", () => {
  test.each([
    ["nothing", "N"],
    ["a truth value", "T"],
    ["a whole number", int],
    ["a long whole number", "l\x02\0\0\0\x01\0\x01\0"],
    ["a negative long whole number", "l\xfe\xff\xff\xff\x01\0\x01\0"],
    ["a fraction", "g\0\0\0\0\0\0\xf0?"],
    ["a text", "u\x02\0\0\0ab"],
    ["an empty list", "[\0\0\0\0"],
    ["a tuple of values", `(\x02\0\0\0${int}N`],
    ["a dict", `{${int}u\x01\0\0\0a0`],
    ["an empty dict in a list", "[\x01\0\0\0{0"],
    ["a set", `<\x01\0\0\0${int}`],
  ])("%s does", (_what, text) => {
    expect(isPlainData(bytes(text))).toBe(true);
  });

  test.each([
    ["no bytes", ""],
    ["two values", "NN"],
    ["a value with bytes behind it", `${int}x`],
    ["a cut number", "i\x02\0\0"],
    ["a text longer than the rest", "u\x09\0\0\0ab"],
    ["a text of negative length", "u\xff\xff\xff\xffab"],
    ["a list that claims more than there is", "[\xff\xff\xff\x7f"],
    ["a list of negative length", "[\xff\xff\xff\xff"],
    ["a list that ends early", `[\x02\0\0\0${int}`],
    ["an end mark alone", "0"],
    ["an end mark in a list", "[\x01\0\0\x000"],
    ["a dict without an end", `{${int}N`],
    ["a dict with a key alone", `{${int}0`],
    ["code", "c\0\0\0\0"],
    ["a reference", "r\0\0\0\0"],
    ["a list that is kept for references", `\xdb\x01\0\0\0${int}`],
    ["an interned text", "t\x01\0\0\0a"],
    ["an ellipsis", "."],
    ["a stop of iteration", "S"],
    ["a fraction as text", "f\x031.5"],
    ["a name that every object has", "constructor"],
  ])("%s does not", (_what, text) => {
    expect(isPlainData(bytes(text))).toBe(false);
  });

  test("values nested 100 deep do, deeper ones do not", () => {
    const nested = (depth: number) => bytes(`${"[\x01\0\0\0".repeat(depth)}N`);
    expect(isPlainData(nested(100))).toBe(true);
    expect(isPlainData(nested(101))).toBe(false);
    expect(isPlainData(bytes(`${"{N".repeat(200_000)}N`))).toBe(false);
  });

  test("any bytes get an answer, and a cut never makes a plain value of one", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (given) => typeof isPlainData(Buffer.from(given)) === "boolean"),
    );
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), fc.nat(), (texts, at) => {
        const whole = encodeTexts([texts]);
        expect(isPlainData(whole)).toBe(true);
        expect(isPlainData(whole.subarray(0, at % whole.length))).toBe(false);
      }),
    );
  });

  test("a megabyte is walked once", () => {
    expect(isPlainData(Buffer.concat([bytes("[\0\0\x10\0"), Buffer.alloc(1024 ** 2, "N")]))).toBe(true);
    expect(isPlainData(Buffer.concat([bytes("{"), Buffer.alloc(1024 ** 2, "N")]))).toBe(false);
  });
});

describeSandbox("Python and this side mean the same", () => {
  test("what Python writes is plain, and the texts written here are read there", () => {
    const source = `
import marshal, sys
values = [None, True, 1, -1, 2**40, -2**90, 0.5, 1j, "a\\u00e4", "\\ud800", b"x", [1, (2,)], {"a": {3: set()}}, frozenset([1])]
sys.stdout.write("\\n".join(marshal.dumps(value, 2).hex() for value in [*values, values]) + "\\n")
sys.stdout.write(repr(marshal.loads(sys.stdin.buffer.read())))
`;
    const given = ["a\0b", ["東京", ""], []];
    const { stdout } = spawnSync("/usr/bin/python3", ["-c", source], { input: encodeTexts(given), encoding: "utf8" });
    const lines = stdout.split("\n");
    expect(lines.pop()).toBe("('a\\x00b', ('東京', ''), ())");
    expect(lines.length).toBe(15);
    for (const line of lines) expect(isPlainData(Buffer.from(line, "hex")), line).toBe(true);
  });
});
