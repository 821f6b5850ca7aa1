/**
 * Bytes as a string whose code units are 0 to 255: keeps every byte, serves as a Map key, and `<` on two of them
 * orders as memcmp does.
 */
export type Bytes = string;

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

export const isInt64 = (n: bigint): boolean => n >= INT64_MIN && n <= INT64_MAX;

/** A 64-bit integer in its one canonical spelling (no sign `+`, space or leading zero), else undefined. */
export function parseInteger(text: Bytes): bigint | undefined {
  if (text.length > 20 || !/^(0|-?[1-9][0-9]*)$/.test(text)) return undefined;
  const n = BigInt(text);
  return isInt64(n) ? n : undefined;
}

/** An integer as a reply: a number while that is exact. */
export const integerReply = (n: bigint): number | bigint => (Number.isSafeInteger(Number(n)) ? Number(n) : n);

/** What C's strtod takes as a whole string and Redis accepts: decimal, hexadecimal integer or infinity. */
export function parseDouble(text: Bytes): number | undefined {
  const match =
    /^([+-]?)(?:(inf|infinity)|(0x[0-9a-f]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?))$/i.exec(text);
  if (match === null) return undefined;
  const size = match[2] === undefined ? Number(match[3]) : Infinity;
  if (match[2] === undefined && size === Infinity) return undefined;
  return match[1] === "-" ? -size : size;
}

/** Significant decimal digits and the exponent of the first: 0.00123 is `["123", -3]`. Finite numbers only. */
function digits(n: number): [string, number] {
  const [mantissa = "", exponent = "0"] = Math.abs(n).toExponential().split("e");
  return [mantissa.replace(".", ""), Number(exponent)];
}

const sign = (n: number) => (n < 0 || Object.is(n, -0) ? "-" : "");

const scientific = (all: string, exponent: number): string => {
  const fraction = all.length > 1 ? `.${all.slice(1)}` : "";
  return `${all.slice(0, 1)}${fraction}e${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
};

function positional(all: string, exponent: number): string {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${all}`;
  const whole = all.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const rest = all.slice(exponent + 1);
  return rest === "" ? whole : `${whole}.${rest}`;
}

const special = (n: number): string | undefined =>
  Number.isNaN(n) ? "nan" : Number.isFinite(n) ? undefined : `${sign(n)}inf`;

/**
 * A score, or a script's number given to a command, as Redis 7.2 and later print it: the shortest digits that read
 * back as the same double. Where it turns to exponents is fpconv's rule, except for whole numbers below 2^62, which
 * are printed as integers.
 */
export function formatDouble(n: number): string {
  const named = special(n);
  if (named !== undefined) return named;
  if (Number.isInteger(n) && Math.abs(n) < 2 ** 62) return sign(n) + BigInt(Math.abs(n)).toString();
  const [all, exponent] = digits(n);
  const last = exponent - all.length + 1;
  const plain = last >= 0 ? exponent < all.length + 7 : last > -7 || Math.abs(exponent) < 4;
  return sign(n) + (plain ? positional(all, exponent) : scientific(all, exponent));
}
