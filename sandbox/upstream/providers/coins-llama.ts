import { json } from "../http/answer";
import { MINUTE } from "../market/calendar";
import { BASE_COINS, type Coin, coinPrice } from "../market/coins";
import { solanaCoins } from "../market/wallets";
import type { Provider } from "./provider";

/** DefiLlama's prices: asked in the path, echoed as asked; what has no price is absent, and old ones come with the rest. */
export const coinsLlama: Provider = {
  hosts: ["coins.llama.fi"],
  answer({ path }, { random, now }) {
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
