import { json } from "../http/answer";
import { addressOf, type Holding, solanaWallet } from "../market/wallets";
import { SOL } from "../market/coins";
import type { World } from "../world";
import type { Provider } from "./provider";

const MAX = 30;

/** What SOL costs in these pools. */
const SOL_USD = 150;

/** A pool of the token against SOL; on a bonding curve without its liquidity. */
function pair({ random }: World, { coin, priceUsd, poolsUsd }: Holding) {
  const pairAddress = addressOf(random, `pool of ${coin.id}`);
  const price = priceUsd ?? 0;
  return {
    chainId: "solana",
    dexId: poolsUsd === undefined ? "pumpfun" : "raydium",
    url: `https://dexscreener.com/solana/${pairAddress.toLowerCase()}`,
    pairAddress,
    baseToken: { address: coin.id, name: coin.symbol, symbol: coin.symbol },
    quoteToken: { address: SOL.id, name: "Wrapped SOL", symbol: "SOL" },
    priceNative: (price / SOL_USD).toFixed(18),
    priceUsd: price.toFixed(12),
    txns: { h1: { buys: 3, sells: 4 }, h24: { buys: 76, sells: 57 } },
    volume: { h24: 1_143.2, h1: 40.1 },
    priceChange: { h1: -2.1, h24: 4.4 },
    ...(poolsUsd !== undefined && {
      liquidity: {
        usd: poolsUsd,
        base: price === 0 ? 0 : poolsUsd / 2 / price,
        quote: poolsUsd / 2 / SOL_USD,
      },
    }),
  };
}

/** DexScreener's pools of tokens that strangers send to wallets. What has no pool is absent. */
export const dexscreenerTokens: Provider = {
  hosts: ["api.dexscreener.com"],
  answer({ path }, world) {
    const mints = /^\/tokens\/v1\/solana\/([^/]+)$/.exec(path)?.[1]?.split(",") ?? [];
    const known = new Map(
      solanaWallet(world, "anybody").holdings.map((holding) => [holding.coin.id, holding]),
    );
    if (mints.length === 0 || !mints.every((mint) => known.has(mint))) return undefined;
    const pools = mints.slice(0, MAX).flatMap((mint) => {
      const holding = known.get(mint);
      return holding && holding.poolsUsd !== 0 ? [pair(world, holding)] : [];
    });
    return json(pools);
  },
};
