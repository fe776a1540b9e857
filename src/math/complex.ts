/** A complex number in doubles. What has no value is not a number in both parts. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

export const NOTHING: Complex = { re: Number.NaN, im: Number.NaN };
export const I: Complex = { re: 0, im: 1 };

export function real(re: number): Complex {
  return { re, im: 0 };
}

export function isNumber({ re, im }: Complex): boolean {
  return Number.isFinite(re) && Number.isFinite(im);
}

export function size({ re, im }: Complex): number {
  return im === 0 ? Math.abs(re) : Math.hypot(re, im);
}

export function add(a: Complex, b: Complex): Complex {
  return { re: a.re + b.re, im: a.im + b.im };
}

export function negate({ re, im }: Complex): Complex {
  return { re: -re, im: im === 0 ? 0 : -im };
}

export function multiply(a: Complex, b: Complex): Complex {
  if (a.im === 0 && b.im === 0) return real(a.re * b.re);
  return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re };
}

export function divide(a: Complex, b: Complex): Complex {
  if (b.im === 0) return b.re === 0 ? NOTHING : { re: a.re / b.re, im: a.im === 0 ? 0 : a.im / b.re };
  const scale = b.re * b.re + b.im * b.im;
  return { re: (a.re * b.re + a.im * b.im) / scale, im: (a.im * b.re - a.re * b.im) / scale };
}

export function exp({ re, im }: Complex): Complex {
  const length = Math.exp(re);
  return im === 0 ? real(length) : { re: length * Math.cos(im), im: length * Math.sin(im) };
}

/** The principal value. */
export function ln(value: Complex): Complex {
  const length = size(value);
  return length === 0 ? NOTHING : { re: Math.log(length), im: Math.atan2(value.im, value.re) };
}

/** The principal value. A power that falls below the smallest double has no value: it is not 0. */
export function power(base: Complex, exponent: Complex): Complex {
  if (size(base) === 0) return exponent.im === 0 && exponent.re > 0 ? real(0) : NOTHING;
  if (base.im === 0 && exponent.im === 0 && (base.re > 0 || Number.isInteger(exponent.re))) {
    const value = base.re ** exponent.re;
    return value === 0 ? NOTHING : real(value);
  }
  if (exponent.im === 0 && Number.isInteger(exponent.re) && Math.abs(exponent.re) <= 64) {
    return integerPower(base, exponent.re);
  }
  return exp(multiply(exponent, ln(base)));
}

function integerPower(base: Complex, exponent: number): Complex {
  let value = real(1);
  for (let count = Math.abs(exponent); count > 0; count--) value = multiply(value, base);
  return exponent < 0 ? divide(real(1), value) : value;
}

export function sqrt(value: Complex): Complex {
  if (value.im === 0) return value.re >= 0 ? real(Math.sqrt(value.re)) : { re: 0, im: Math.sqrt(-value.re) };
  const length = size(value);
  const re = Math.sqrt((length + value.re) / 2);
  const im = Math.sqrt((length - value.re) / 2);
  return { re, im: value.im < 0 ? -im : im };
}

export function sin({ re, im }: Complex): Complex {
  if (im === 0) return real(Math.sin(re));
  return { re: Math.sin(re) * Math.cosh(im), im: Math.cos(re) * Math.sinh(im) };
}

export function cos({ re, im }: Complex): Complex {
  if (im === 0) return real(Math.cos(re));
  return { re: Math.cos(re) * Math.cosh(im), im: -Math.sin(re) * Math.sinh(im) };
}
