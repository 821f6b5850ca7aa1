/** The forms in which wallets give a key's signature: r, s and v in 65 bytes, or r and s in 64, v's bit on top of s (EIP-2098). */
const IN_65_BYTES = /^0x([0-9a-f]{128})(00|01|1b|1c)$/i;
const IN_64_BYTES = /^0x([0-9a-f]{64})([0-9a-f]{64})$/i;

const TOP_BIT = 1n << 255n;

const written = (rs: string, isOdd: boolean): string => `0x${rs.toLowerCase()}${isOdd ? "1c" : "1b"}`;

/**
 * A key's signature in the one form that the token's contract takes: 65 bytes in hexadecimal, with a v of 27 or 28. Null for
 * what has no form of a key's signature. Whether the result is anybody's signature, it does not say.
 */
export function inTokenForm(signature: string): string | null {
  const [, rs, v] = IN_65_BYTES.exec(signature) ?? [];
  if (rs !== undefined) return written(rs, v === "01" || v?.toLowerCase() === "1c");
  const [, r, vs] = IN_64_BYTES.exec(signature) ?? [];
  if (r === undefined) return null;
  const value = BigInt(`0x${vs}`);
  const s = (value & ~TOP_BIT).toString(16).padStart(64, "0");
  return written(r + s, (value & TOP_BIT) !== 0n);
}
