import { multiply, type Rational, rational, whole } from "./rational.ts";

/** A unit by what it measures. Quantities of one dimension can be converted. */
export interface Unit {
  /** Powers of base units, as `kg m^1 s^-2` in a fixed order. */
  readonly dimension: string;
  /** How many base units one of it is. */
  readonly factor: Rational;
}

type Powers = Readonly<Record<string, number>>;

interface Known {
  readonly powers: Powers;
  readonly factor: Rational;
}

const TABLE: ReadonlyMap<string, Known> = new Map([
  ...unit({ m: 1 }, 1, 1, "m meter meters metre metres"),
  ...unit({ m: 1 }, 1000, 1, "km kilometer kilometers kilometre kilometres kms"),
  ...unit({ m: 1 }, 1, 100, "cm centimeter centimeters centimetre centimetres"),
  ...unit({ m: 1 }, 1, 10, "dm decimeter decimeters"),
  ...unit({ m: 1 }, 1, 1000, "mm millimeter millimeters millimetre millimetres"),
  ...unit({ m: 1 }, 1, 1_000_000, "μm µm um micrometer micrometers micron microns"),
  ...unit({ m: 1 }, 1, 1_000_000_000, "nm nanometer nanometers"),
  ...unit({ m: 1 }, 254, 10_000, "inch inches in"),
  ...unit({ m: 1 }, 3048, 10_000, "ft foot feet"),
  ...unit({ m: 1 }, 9144, 10_000, "yd yard yards yds"),
  ...unit({ m: 1 }, 1_609_344, 1000, "mi mile miles"),
  ...unit({ kg: 1 }, 1, 1, "kg kilogram kilograms kgs"),
  ...unit({ kg: 1 }, 1, 1000, "g gram grams"),
  ...unit({ kg: 1 }, 1, 1_000_000, "mg milligram milligrams"),
  ...unit({ kg: 1 }, 1000, 1, "tonne tonnes"),
  ...unit({ kg: 1 }, 45_359_237, 100_000_000, "lb lbs"),
  ...unit({ kg: 1 }, 45_359_237, 1_600_000_000, "oz ounce ounces"),
  ...unit({ s: 1 }, 1, 1, "s sec secs second seconds"),
  ...unit({ s: 1 }, 1, 1000, "ms millisecond milliseconds"),
  ...unit({ s: 1 }, 60, 1, "min mins minute minutes"),
  ...unit({ s: 1 }, 3600, 1, "h hr hrs hour hours"),
  ...unit({ s: 1 }, 86_400, 1, "day days"),
  ...unit({ s: 1 }, 604_800, 1, "week weeks"),
  ...unit({ year: 1 }, 1, 1, "yr yrs year years"),
  ...unit({ year: 1 }, 1, 12, "month months"),
  ...unit({ m: 3 }, 1, 1000, "l L liter liters litre litres"),
  ...unit({ m: 3 }, 1, 1_000_000, "ml mL milliliter milliliters millilitre millilitres cc"),
  ...unit({ m: 2 }, 10_000, 1, "ha hectare hectares"),
  ...unit({ m: 1, s: -1 }, 1_609_344, 3_600_000, "mph"),
  ...unit({ m: 1, s: -1 }, 1000, 3600, "kph kmph"),
  ...unit({ kg: 1, m: 1, s: -2 }, 1, 1, "N newton newtons"),
  ...unit({ kg: 1, m: 2, s: -2 }, 1, 1, "J joule joules"),
  ...unit({ kg: 1, m: 2, s: -2 }, 1000, 1, "kJ kilojoule kilojoules"),
  ...unit({ kg: 1, m: 2, s: -3 }, 1, 1, "W watt watts"),
  ...unit({ kg: 1, m: 2, s: -3 }, 1000, 1, "kW kilowatt kilowatts"),
  ...unit({ kg: 1, m: -1, s: -2 }, 1, 1, "Pa pascal pascals"),
  ...unit({ kg: 1, m: -1, s: -2 }, 1000, 1, "kPa"),
  ...unit({ s: -1 }, 1, 1, "Hz hertz"),
  ...unit({ A: 1 }, 1, 1, "A amp amps ampere amperes"),
  ...unit({ volt: 1 }, 1, 1, "V volt volts"),
  ...unit({ ohm: 1 }, 1, 1, "ohm ohms Ω Omega"),
  ...unit({ ohm: 1 }, 1000, 1, "kΩ kohm kOmega"),
  ...unit({ ohm: 1 }, 1_000_000, 1, "MΩ MOmega"),
  ...unit({ volt: 1 }, 1000, 1, "kV kilovolt kilovolts"),
  ...unit({ volt: 1 }, 1, 1000, "mV millivolt millivolts"),
  ...unit({ A: 1 }, 1, 1000, "mA milliamp milliamps"),
  ...unit({ s: 1 }, 1, 1_000_000, "μs µs microsecond microseconds"),
  ...unit({ s: 1 }, 1, 1_000_000_000, "ns nanosecond nanoseconds"),
  ...unit({ s: -1 }, 1000, 1, "kHz kilohertz"),
  ...unit({ s: -1 }, 1_000_000, 1, "MHz megahertz"),
  ...unit({ s: -1 }, 1_000_000_000, 1, "GHz gigahertz"),
  ...unit({ kg: 1, m: 2, s: -2 }, 1_000_000, 1, "MJ megajoule megajoules"),
  ...unit({ kg: 1, m: 2, s: -2 }, 3_600_000, 1, "kWh"),
  ...unit({ kg: 1, m: 2, s: -3 }, 1_000_000, 1, "MW megawatt megawatts"),
  ...unit({ kg: 1, m: -1, s: -2 }, 1_000_000, 1, "MPa megapascal megapascals"),
  ...unit({ kg: 1, m: 1, s: -2 }, 1000, 1, "kN kilonewton kilonewtons"),
  ...unit({ kg: 1 }, 1, 1_000_000_000, "μg µg mcg microgram micrograms"),
  ...unit({ mol: 1 }, 1, 1, "mol mole moles"),
  ...unit({ kelvin: 1 }, 1, 1, "K kelvin kelvins"),
  ...unit({ celsius: 1 }, 1, 1, "°C celsius"),
  ...unit({ fahrenheit: 1 }, 1, 1, "°F fahrenheit"),
  ...unit({ degree: 1 }, 1, 1, "° degree degrees deg"),
  ...unit({ radian: 1 }, 1, 1, "rad radian radians"),
  ...unit({ dollar: 1 }, 1, 1, "$ dollar dollars usd USD"),
  ...unit({ dollar: 1 }, 1, 100, "cent cents ¢"),
  ...unit({ euro: 1 }, 1, 1, "€ euro euros eur EUR"),
  ...unit({ pound: 1 }, 1, 1, "£ gbp GBP"),
  ...unit({ yen: 1 }, 1, 1, "¥ yen jpy JPY"),
  ...unit({ rupee: 1 }, 1, 1, "₹ rupee rupees inr INR"),
]);

function unit(powers: Powers, top: number, bottom: number, spellings: string): [string, Known][] {
  const factor = rational(BigInt(top), BigInt(bottom)) ?? whole(1);
  return spellings.split(" ").map((one) => [one, { powers, factor }]);
}

/** A single spelling that is a unit. Symbols keep their letter case; words do not. */
export function isUnitWord(word: string): boolean {
  return lookUp(word) !== undefined;
}

function lookUp(word: string): Known | undefined {
  return TABLE.get(word) ?? (word.length > 3 ? TABLE.get(word.toLowerCase()) : undefined);
}

const PART = /^(?:(square|sq\.?|cubic|cu\.?)\s+)?([^\s^/*·.\d]+)\.?\s*(?:\^?\{?(-?\d)\}?)?$/;

/** Reads `km/h`, `m/s^2`, `square feet`, `miles per hour`. Null for words that are no unit known here. */
export function readUnitText(text: string): Unit | null {
  if (text.length > 60) return null;
  const total = new Map<string, number>();
  let factor = whole(1);
  const tidy = text
    .trim()
    .replace(/\s+per\s+/g, "/")
    .replace(/^degrees? (?=celsius$|fahrenheit$)/i, "")
    .replace(/²/g, "^2")
    .replace(/³/g, "^3");
  for (const [index, quotient] of tidy.split("/").entries()) {
    for (const part of quotient.split(/[*·]/)) {
      const match = PART.exec(part.trim());
      const known = match === null ? undefined : lookUp(match[2] ?? "");
      if (match === null || known === undefined) return null;
      const prefix = match[1]?.startsWith("sq") ? 2 : match[1] === undefined ? 1 : 3;
      const times = Number(match[3] ?? 1) * prefix * (index === 0 ? 1 : -1);
      for (const [base, power] of Object.entries(known.powers)) total.set(base, (total.get(base) ?? 0) + power * times);
      for (let count = Math.abs(times); count > 0; count--) {
        const { top, bottom } = known.factor;
        factor = multiply(factor, times > 0 ? known.factor : { top: bottom, bottom: top });
      }
    }
  }
  const dimension = [...total]
    .filter(([, power]) => power !== 0)
    .sort()
    .map(([base, power]) => `${base}^${power}`);
  return { dimension: dimension.join(" "), factor };
}
