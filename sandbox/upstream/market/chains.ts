import { CHAIN_TABLE } from "./chain-table";
import { INSTRUMENTS, priceAt } from "./prices";
import type { Randomness } from "./random";
import { fluctuation } from "./fluctuation";

export interface Chain {
  name: string;
  /** US dollars. */
  tvl: number;
  geckoId: string | null;
  gas: string | null;
  symbol: string | null;
  cmcId: string | null;
  chainId: number | string | null;
}

/** How the whole of DeFi has moved against its level: half with bitcoin, a third with ether, the rest is dollars. */
export function trendAt(random: Randomness, at: number): number {
  const moved = (symbol: "BTC-USD" | "ETH-USD") =>
    Math.log(priceAt(random, symbol, at) / INSTRUMENTS[symbol].level);
  return Math.exp(0.5 * moved("BTC-USD") + 0.33 * moved("ETH-USD"));
}

/** Every chain's TVL at a moment, in the table's order. */
export function chainsAt(random: Randomness, at: number): Chain[] {
  const trend = trendAt(random, at);
  return CHAIN_TABLE.map(([name, tvlM, geckoId, gas, symbol, cmcId, chainId]) => {
    const own = Math.exp(fluctuation(random, `${name} TVL`, at, { daily: 0.012, memoryDays: 45 }));
    return { name, tvl: tvlM * 1e6 * trend * own, geckoId, gas, symbol, cmcId, chainId };
  });
}
