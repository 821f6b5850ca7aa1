import { json } from "../http/answer";
import { DAY, MINUTE } from "../market/calendar";
import { BASE_COINS, type Coin, coinPrice } from "../market/coins";
import { solanaCoins } from "../market/wallets";
import type { Provider } from "./provider";

/** DefiLlama's prices: asked in the path, echoed as asked; what has no price is absent, and old ones come with the rest. */
export const coinsLlama: Provider = {
  hosts: ["coins.llama.fi"],
  answer({ path }, { random, now }) {
    const changed = /^\/percentage\/(.+)$/.exec(path)?.[1];
    if (changed !== undefined) {
      // The change of each in percent, as asked; a coin that it does not know is absent.
      const known = [
        ...BASE_COINS.map((coin) => ["base", coin] as const),
        ...solanaCoins(random).map((coin) => ["solana", coin] as const),
      ];
      const rows = known
        .map(([chain, coin]) => [`${chain}:${coin.id}`, coin] as const)
        .filter(([id]) => changed.split(",").includes(id))
        .flatMap(([id, coin]) => {
          const [then, today] = [coinPrice(random, coin, now() - DAY), coinPrice(random, coin, now())];
          return then === undefined || today === undefined ? [] : [[id, 100 * (today / then - 1)] as const];
        });
      return json({ coins: Object.fromEntries(rows) as unknown });
    }
    const asked = /^\/prices\/current\/(.+)$/.exec(path)?.[1];
    if (asked === undefined) return undefined;
    const known = new Map<string, Coin>([
      ...BASE_COINS.map((coin) => [`base:${coin.id}`, coin] as const),
      ...solanaCoins(random).map((coin) => [`solana:${coin.id}`, coin] as const),
    ]);
    const at = Math.floor(now() / MINUTE) * MINUTE;
    const coins = asked.split(",").flatMap((id) => {
      const coin = known.get(id);
      const price = coin && coinPrice(random, coin, at);
      if (!coin || price === undefined) return [];
      const timestamp = at / 1_000 - random.integer(0, 240, "price age", id.length);
      return [[id, { decimals: coin.decimals, symbol: coin.symbol, price, timestamp, confidence: 0.99 }]];
    });
    return json({ coins: Object.fromEntries(coins) as unknown });
  },
};
