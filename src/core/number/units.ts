/**
 * Units and scale words after a number. A unit is known here or it is none: "42 apples" and "42 oranges" do not
 * conflict, as no list of things could be complete. Units are told apart, never converted.
 */
const UNITS: Readonly<Record<string, string>> = {
  km: "km kilometer kilometers kilometre kilometres",
  m: "m meter meters metre metres",
  cm: "cm centimeter centimeters centimetre centimetres",
  mm: "mm millimeter millimeters millimetre millimetres",
  µm: "µm μm um micrometer micrometers micrometre micrometres",
  nm: "nm nanometer nanometers nanometre nanometres",
  mi: "mi mile miles",
  yd: "yd yds yard yards",
  ft: "ft foot feet",
  in: "inch inches",
  kg: "kg kgs kilogram kilograms kilo kilos",
  g: "g gram grams",
  mg: "mg milligram milligrams",
  t: "t ton tons tonne tonnes",
  lb: "lb lbs pound-mass",
  oz: "oz ounce ounces",
  l: "l L liter liters litre litres",
  ml: "ml mL milliliter milliliters millilitre millilitres",
  gal: "gal gallon gallons",
  ms: "ms millisecond milliseconds",
  s: "s sec secs second seconds",
  min: "min mins minute minutes",
  h: "h hr hrs hour hours",
  day: "day days",
  week: "week weeks",
  month: "month months",
  year: "yr yrs year years",
  "km/h": "kmh kph kmph",
  "mi/h": "mph",
  "°C": "°C celsius",
  "°F": "°F fahrenheit",
  "°": "° degree degrees",
  rad: "rad rads radian radians",
  J: "J joule joules",
  kJ: "kJ kilojoule kilojoules",
  cal: "cal calorie calories",
  kcal: "kcal",
  W: "W watt watts",
  kW: "kW kilowatt kilowatts",
  kWh: "kWh",
  V: "V volt volts",
  mA: "mA",
  A: "A amp amps ampere amperes",
  Hz: "Hz hertz",
  kHz: "kHz",
  MHz: "MHz",
  GHz: "GHz",
  N: "N newton newtons",
  Pa: "Pa pascal pascals",
  kPa: "kPa",
  mol: "mol mole moles",
  K: "K kelvin kelvins",
  kB: "kB KB kilobyte kilobytes",
  MB: "MB megabyte megabytes",
  GB: "GB gigabyte gigabytes",
  TB: "TB terabyte terabytes",
  byte: "byte bytes",
  bit: "bit bits",
  px: "px pixel pixels",
  eV: "eV",
  keV: "keV",
  MeV: "MeV",
  GeV: "GeV",
  Ω: "Ω Ω ohm ohms",
  kΩ: "kΩ kΩ",
  mV: "mV",
  kV: "kV",
  MW: "MW megawatt megawatts",
  GW: "GW gigawatt gigawatts",
  MPa: "MPa",
  GPa: "GPa",
  kN: "kN",
  MJ: "MJ",
  mmol: "mmol",
  µg: "µg μg mcg",
  µs: "µs μs",
  ns: "ns nanosecond nanoseconds",
  ha: "ha hectare hectares",
  acre: "acre acres",
  $: "dollar dollars usd USD bucks",
  "¢": "¢ cent cents",
  "€": "€ euro euros eur EUR",
  "£": "£ gbp GBP",
  "¥": "¥ yen jpy JPY 円",
  "₹": "₹ rupee rupees inr INR",
  "%": "% percent pct",
};

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(UNITS).flatMap(([unit, spellings]) => spellings.split(" ").map((one) => [one, unit] as const)),
);

/** Powers of ten. `hundred` is one too; a dozen is none. */
const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 2],
  ["thousand", 3],
  ["thousands", 3],
  ["lakh", 5],
  ["lakhs", 5],
  ["million", 6],
  ["millions", 6],
  ["mn", 6],
  ["crore", 7],
  ["crores", 7],
  ["billion", 9],
  ["billions", 9],
  ["bn", 9],
  ["trillion", 12],
  ["trillions", 12],
  ["tn", 12],
  ...scales(3, "tausend duizend mille mila тысяча тысячи тысяч тыс ribu"),
  ...scales(
    6,
    "mio millionen millón millones milhão milhões milione milioni miljoen млн миллион миллиона миллионов juta",
  ),
  ...scales(9, "mrd milliarde milliarden milliard milliards bilhão bilhões miliardo miliardi miljard"),
  ...scales(9, "млрд миллиард миллиарда миллиардов"),
]);

function scales(power: number, words: string): [string, number][] {
  return words.split(" ").map((word) => [word, power]);
}

/** Characters that scale in scripts without blanks: 3千万 is thirty million. */
const SCALE_CHARACTERS: ReadonlyMap<string, number> = new Map([
  ["百", 2],
  ["千", 3],
  ["万", 4],
  ["萬", 4],
  ["亿", 8],
  ["億", 8],
  ["백", 2],
  ["천", 3],
  ["만", 4],
  ["억", 8],
]);
/** 千米 and 千克 are units, and 百分 is a percentage. */
const NO_SCALES: ReadonlySet<string> = new Set("千米 千克 千瓦 千卡 百分".split(" "));

/** The power of ten that the character at an offset stands for, or undefined. */
export function characterScale(text: string, at: number): number | undefined {
  const power = SCALE_CHARACTERS.get(text.charAt(at));
  return power !== undefined && NO_SCALES.has(text.slice(at, at + 2)) ? undefined : power;
}

/** Letters that scale only when glued to the digits: `5k`, `$3M`. */
const SCALE_LETTERS: ReadonlyMap<string, number> = new Map([
  ["k", 3],
  ["K", 3],
  ["M", 6],
  ["B", 9],
]);

/** What is said per something else and still is an amount of itself: `5 hours per day` are hours. */
const AMOUNTS: ReadonlySet<string> = new Set("ms s min h day week month year $ ¢ € £ ¥ ₹ % byte bit px".split(" "));

/** Whether a rate of this unit is another unit, as the speed `km/h` is another one than `km`. */
export function hasRates(unit: string): boolean {
  return !AMOUNTS.has(unit);
}

/** Units of which a smaller one goes on where a larger one stops: `5 feet 3 inches`. */
const FAMILIES = ["km m cm mm mi yd ft in", "year month week day h min s ms", "t kg g mg lb oz", "$ € £ ¢"].map(
  (units): ReadonlySet<string> => new Set(units.split(" ")),
);

/** Whether amounts of both units side by side make up one amount. */
export function isCompound(one: string, other: string): boolean {
  return one !== other && FAMILIES.some((units) => units.has(one) && units.has(other));
}

export const CURRENCIES: ReadonlySet<string> = new Set("$€£¥₹₩₽₿¢");

const LONGEST = 14;

/** The unit that a word names in its one spelling, or undefined. Symbols keep their case: mW is not MW. */
export function unitOf(word: string): string | undefined {
  if (word.length > LONGEST) return undefined;
  return SPELLINGS.get(word) ?? (word.length > 3 ? SPELLINGS.get(word.toLowerCase()) : undefined);
}

/** Every word behind a number is looked up: most of them are told apart by their first letter. */
const SCALE_STARTS = "htlmcbdrjHTLMCBDRJтмТМ";

/** The power of ten that a word stands for, or undefined. */
export function scaleOf(word: string, glued: boolean): number | undefined {
  if (word.length > LONGEST || (!glued && !SCALE_STARTS.includes(word.charAt(0)))) return undefined;
  return (glued ? SCALE_LETTERS.get(word) : undefined) ?? SCALES.get(word.toLowerCase());
}
