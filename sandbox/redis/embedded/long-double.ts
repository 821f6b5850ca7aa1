/**
 * The 80-bit floating point that Redis adds with in INCRBYFLOAT and HINCRBYFLOAT on x86-64: `0.1 + 0.2` is `0.3`
 * there and 0.30000000000000004 in a double. The value is significand * 2^exponent.
 */
export interface LongDouble {
  significand: bigint;
  exponent: number;
}

/** Bits of an x87 significand. */
const PRECISION = 64;
/** Decimal exponents beyond this leave the format's range (about 1e±4932). */
const LARGEST_EXPONENT = 4900;

const bits = (n: bigint) => (n === 0n ? 0 : n.toString(2).length);
const shift = (n: bigint, by: number) => (by >= 0 ? n << BigInt(by) : n >> BigInt(-by));

/** The quotient of two positive integers, to the nearest, ties to even. */
function divideRounding(n: bigint, d: bigint): bigint {
  const quotient = n / d;
  const twice = 2n * (n - quotient * d);
  return twice > d || (twice === d && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

/** The nearest long double to numerator / denominator. */
function nearest(numerator: bigint, denominator: bigint): LongDouble {
  if (numerator === 0n) return { significand: 0n, exponent: 0 };
  const size = numerator < 0n ? -numerator : numerator;
  let scale = PRECISION - (bits(size) - bits(denominator));
  const scaled = (by: number): [bigint, bigint] =>
    by >= 0 ? [size << BigInt(by), denominator] : [size, denominator << BigInt(-by)];
  const [n, d] = scaled(scale);
  if (bits(n / d) > PRECISION) scale--;
  const significand = divideRounding(...scaled(scale));
  return { significand: numerator < 0n ? -significand : significand, exponent: -scale };
}

/** Reads a decimal number as strtold does. @returns undefined for anything else, infinities among it */
export function parseLongDouble(text: string): LongDouble | undefined {
  const match = /^([+-]?)(?=\.?[0-9])([0-9]*)\.?([0-9]*)(?:e([+-]?[0-9]{1,6}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", power = "0"] = match;
  const exponent = Number(power) - fraction.length;
  if (Math.abs(exponent) + whole.length > LARGEST_EXPONENT) return undefined;
  const all = BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`);
  return exponent >= 0 ? nearest(all * 10n ** BigInt(exponent), 1n) : nearest(all, 10n ** BigInt(-exponent));
}

export function addLongDoubles(a: LongDouble, b: LongDouble): LongDouble {
  const exponent = Math.min(a.exponent, b.exponent);
  const sum = shift(a.significand, a.exponent - exponent) + shift(b.significand, b.exponent - exponent);
  const rounded = nearest(sum, 1n);
  return { significand: rounded.significand, exponent: rounded.exponent + exponent };
}

/** As Redis prints it: `%.17Lf` without trailing zeros. */
export function formatLongDouble({ significand, exponent }: LongDouble): string {
  const scaled = (significand < 0n ? -significand : significand) * 10n ** 17n;
  const rounded =
    exponent >= 0 ? scaled << BigInt(exponent) : divideRounding(scaled, 1n << BigInt(-exponent));
  const all = rounded.toString().padStart(18, "0");
  const text = `${all.slice(0, -17)}.${all.slice(-17)}`.replace(/\.?0+$/, "");
  return significand < 0n && text !== "0" ? `-${text}` : text;
}
