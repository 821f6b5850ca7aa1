import type { ListedToken } from "@/lib/sources/listed-tokens";

/**
 * The most that one price of a thing may be of another of it, or that a dollar stablecoin may be off its dollar either way: one source's
 * may be two hours old. A unit or a decimal point that slipped is farther away.
 */
const MOST_APART = 5;

const agree = (one: number, other: number): boolean => one <= MOST_APART * other && other <= MOST_APART * one;

/** Whether another source's price of the same thing, or its dollar where it is a stablecoin, shows that a price is wrong. */
export function isContradicted(
  price: number | null,
  other: number | null,
  listed: ListedToken | undefined,
): boolean {
  const known = [other, listed?.stable === true ? 1 : null].filter((one) => one !== null);
  return price !== null && known.length > 0 && !known.some((one) => agree(price, one));
}

/** A sentence that names what has no price for that; none where there is nothing. Only names of the service's own list. */
export const noteOnContradicted = (chain: string, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [
        `${chain}: prices of ${names.join(", ")} contradict each other or a dollar; none is believed, and such holdings are in no total.`,
      ];
