import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fromRational,
  minus,
  over,
  PRIME,
  plus,
  ROOT_OF_MINUS_ONE,
  times,
  toPower,
} from "../../src/math/finite-field.ts";
import { rational } from "../../src/math/rational.ts";

const element = fc.bigInt({ min: 0n, max: PRIME - 1n });
const unit = fc.bigInt({ min: 1n, max: PRIME - 1n });

test("the root of minus one is one", () => {
  expect(times(ROOT_OF_MINUS_ONE, ROOT_OF_MINUS_ONE)).toBe(PRIME - 1n);
});

test("what is added can be taken away, and what is multiplied divided", () => {
  fc.assert(
    fc.property(element, unit, (x, y) => {
      expect(minus(plus(x, y), y)).toBe(x);
      expect(over(times(x, y), y)).toBe(x);
    }),
  );
});

test("powers follow their laws, the negative ones too", () => {
  const exponent = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(unit, exponent, exponent, (x, m, n) => {
      expect(times(toPower(x, m) ?? 0n, toPower(x, n) ?? 0n)).toBe(toPower(x, m + n));
    }),
    { numRuns: 50 },
  );
});

test("nothing divided by zero, and no power of zero but a positive one, has a value", () => {
  expect(over(1n, 0n)).toBeNull();
  expect(toPower(0n, 0n)).toBeNull();
  expect(toPower(0n, -1n)).toBeNull();
  expect(toPower(0n, 3n)).toBe(0n);
});

test("fractions add as fractions do", () => {
  const whole = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  fc.assert(
    fc.property(whole, whole, unit, unit, (a, b, c, d) => {
      const [x, y, sum] = [rational(a, c), rational(b, d), rational(a * d + b * c, c * d)];
      const value = (one: typeof x) => (one === null ? null : fromRational(one));
      expect(plus(value(x) ?? 0n, value(y) ?? 0n)).toBe(value(sum));
    }),
  );
});
