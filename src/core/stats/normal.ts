/**
 * Algorithm AS 241 (Wichura, Applied Statistics 37, 1988): three fractions of polynomials, highest power first, with a
 * relative error of about 1e-16.
 */
interface Fraction {
  readonly over: readonly number[];
  readonly under: readonly number[];
}

const middle: Fraction = {
  over: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  under: [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
};

const tail: Fraction = {
  over: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  under: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
};

const farTail: Fraction = {
  over: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  under: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
};

/**
 * The value below which a standard normal variable falls with this probability: 1.96 for 0.975. Throws a `RangeError`
 * outside 0..1; 0 and 1 give the infinities.
 */
export function normalQuantile(probability: number): number {
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`expected a probability in 0..1, got ${probability}`);
  }
  const distance = probability - 0.5;
  if (Math.abs(distance) <= 0.425) return distance * at(middle, 0.180625 - distance * distance);
  const outside = Math.min(probability, 1 - probability);
  if (outside === 0) return distance < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const depth = Math.sqrt(-Math.log(outside));
  const size = depth <= 5 ? at(tail, depth - 1.6) : at(farTail, depth - 5);
  return distance < 0 ? -size : size;
}

function at({ over, under }: Fraction, place: number): number {
  const polynomial = (coefficients: readonly number[]) => coefficients.reduce((sum, next) => sum * place + next, 0);
  return polynomial(over) / polynomial(under);
}
