import { limits } from "../curated/plausibility";
import type { Doubt } from "./doubt";

type Figure = number | null | undefined;
/** A known figure that is not 0: only of such an identity says anything. */
const known = (value: Figure): value is number => typeof value === "number" && value > 0;

const differ = (one: number, other: number): boolean => Math.abs(one / other - 1) > limits.token.identity;

/** The first letters of an address: enough to find the row by, and no stranger's word. */
const short = (address: string): string => address.slice(0, 8);

/** The figure if it is at most so much, else null and a doubt. */
export function atMost(
  what: string,
  address: string,
  got: Figure,
  most: number,
  doubts: Doubt[],
): number | null {
  if (got === null || got === undefined || got <= most) return got ?? null;
  doubts.push({
    ...{ path: `${what} of ${short(address)}`, rule: "bound", scope: "field", got },
    want: `above ${most}`,
  });
  return null;
}

/** A token's price, US dollars, with what it makes of its supplies. */
interface Caps {
  price: Figure;
  mcap: Figure;
  fdv: Figure;
  circulating: Figure;
  total: Figure;
}

/**
 * Price, market capitalisation and full valuation as far as they agree: mcap = price × circulating supply, fdv = price × total supply. The one
 * that is off is null; where nothing shows which is, all are.
 */
export function believedCaps(
  address: string,
  { price, mcap, fdv, circulating, total }: Caps,
  doubts: Doubt[],
): { priceUsd: number | null; mcapUsd: number | null; fdvUsd: number | null } {
  const { mostPrice, mostCap } = limits.token;
  const priceUsd = atMost("price", address, price, mostPrice, doubts);
  const mcapUsd = atMost("market capitalisation", address, mcap, mostCap, doubts);
  const fdvUsd = atMost("full valuation", address, fdv, mostCap, doubts);
  const fits = (cap: number | null, supply: Figure): boolean | null =>
    known(priceUsd) && known(cap) && known(supply) ? !differ(cap, priceUsd * supply) : null;
  const [mcapFits, fdvFits] = [fits(mcapUsd, circulating), fits(fdvUsd, total)];
  const doubted = (path: string, got: number | null, want: string): void => {
    const doubt = { path: `${path} of ${short(address)}`, rule: "identity", scope: "field" } as const;
    doubts.push({ ...doubt, got, want });
  };
  if (mcapFits !== false && fdvFits !== false) return { priceUsd, mcapUsd, fdvUsd };
  if (mcapFits === true) {
    doubted("full valuation", fdvUsd, "not the price times the total supply");
    return { priceUsd, mcapUsd, fdvUsd: null };
  }
  if (fdvFits === true) {
    doubted("market capitalisation", mcapUsd, "not the price times the circulating supply");
    return { priceUsd, mcapUsd: null, fdvUsd };
  }
  doubted("price", priceUsd, "supplies and valuations give another");
  return { priceUsd: null, mcapUsd: null, fdvUsd: null };
}

/** What a pool holds: US dollars, and how much of both tokens. */
interface Pool {
  address: string;
  usd?: Figure;
  base?: Figure;
  quote?: Figure;
  priceUsd: Figure;
  /** Of the base token, in the quote token. */
  priceNative: Figure;
}

/** Dollars in a pool, if both of its tokens at the pair's own prices give them; else null and a doubt. */
export function believedLiquidity(pool: Pool, doubts: Doubt[]): number | null {
  const usd = atMost("liquidity", pool.address, pool.usd, limits.token.mostLiquidity, doubts);
  const { base, quote, priceUsd, priceNative } = pool;
  if (!known(usd) || !known(base) || !known(quote) || !known(priceUsd) || !known(priceNative)) return usd;
  if (!differ(usd, base * priceUsd + (quote * priceUsd) / priceNative)) return usd;
  doubts.push({
    ...{ path: `liquidity of ${short(pool.address)}`, rule: "identity", scope: "field", got: usd },
    want: "not what its two tokens are worth",
  });
  return null;
}
