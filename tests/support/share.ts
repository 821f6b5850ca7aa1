/**
 * Which rows of a matrix are tried, where a row is a pair of two kinds of things and pairs repeat what each of the two
 * shows alone. MATRIX_ROWS: `all` (the default), or `some`, which is one in so many (SHARE, where a matrix does not say
 * another number): of every kind of either sort some. MATRIX_SEED chooses which; as many seeds in a row come to all.
 */
const WANTED = process.env.MATRIX_ROWS ?? "all";
const SEED = Number(process.env.MATRIX_SEED ?? 1);
if (WANTED !== "all" && WANTED !== "some") throw new Error(`MATRIX_ROWS takes all or some, not ${WANTED}`);
if (!Number.isInteger(SEED) || SEED < 0) throw new Error("MATRIX_SEED takes a whole number from 0");

const SHARE = 3;

/**
 * Whether a pair is in the share of a seed.
 * @param a the number of the first kind, of so many
 * @param b the number of the second, of as many or more
 * @param share of how many pairs one is tried
 */
export const isInShare = (a: number, of: number, b: number, seed: number, share = SHARE): boolean =>
  (a + b + seed) % Math.min(share, of) === 0;

/** Whether a pair is tried in this run. */
export const isTried = (a: number, of: number, b: number, share = SHARE): boolean =>
  WANTED === "all" || isInShare(a, of, b, SEED, share);
