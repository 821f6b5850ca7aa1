import { limits } from "../curated/plausibility";

/** A dollar stablecoin by its own list's symbol, and what it costs in US dollars. */
interface Priced {
  symbol: string;
  priceUsd: number;
}

const off = (priceUsd: number): number => Math.abs(priceUsd - 1);

/** Whether a stablecoin is near enough to its dollar to count as one. */
export const isStable = (priceUsd: number): boolean => off(priceUsd) <= limits.depeg.stable;

/** `USDC $0.88` for each that is off its dollar, the farthest first. */
export const depegsOf = (stables: readonly Priced[]): string[] =>
  stables
    .filter(({ priceUsd }) => off(priceUsd) > limits.depeg.said)
    .toSorted((a, b) => off(b.priceUsd) - off(a.priceUsd))
    .map(({ symbol, priceUsd }) => `${symbol} $${Number(priceUsd.toPrecision(4))}`);

/** A sentence for the notes; none where all are at their dollar. */
export const depegNotes = (where: string, depegs: readonly string[]): string[] =>
  depegs.length === 0 ? [] : [`${where}: off their dollar are ${depegs.join(", ")}.`];
