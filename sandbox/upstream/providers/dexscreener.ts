import { json } from "../http/answer";
import { standingAt, type Token, type TokenChain, tokensAt } from "../market/tokens";
import { priceAt } from "../market/prices";
import type { World } from "../world";
import type { Provider } from "./provider";

const CHAINS: readonly TokenChain[] = ["solana", "base"];
const PROFILES = 30;
const BATCH = 30;
const cents = (value: number): number => Math.round(value * 100) / 100;

const QUOTES = {
  solana: { address: "So11111111111111111111111111111111111111112", name: "Wrapped SOL", symbol: "SOL" },
  base: { address: "0x4200000000000000000000000000000000000006", name: "Wrapped Ether", symbol: "WETH" },
};

const linksOf = ({ address, trait }: Token) => ({
  websites: [
    { url: `https://${address.slice(0, 8).toLowerCase()}.example`, label: "Website" },
    ...(trait === "rugged" ? [{ url: "javascript:alert(1)", label: "Docs" }] : []),
  ],
  socials: [{ url: `https://x.com/${address.slice(0, 8)}`, type: "twitter" }],
});

function pairOf(world: World, token: Token) {
  const at = world.now();
  const standing = standingAt(world.random, token, at);
  const { chain, address, name, symbol, bornAt, pool, trait } = token;
  const quotePrice = priceAt(world.random, chain === "solana" ? "SOL-USD" : "ETH-USD", at);
  // For a young pair all windows are the same hour.
  const windows = <T>(hour: T, day: T) => ({ m5: hour, h1: hour, h6: hour, h24: day });
  const boosted = world.random.unit(`${address} boosted`) < 0.2;
  return {
    chainId: chain,
    dexId: standing.onCurve ? "pumpfun" : chain === "solana" ? "pumpswap" : "uniswap",
    url: `https://dexscreener.com/${chain}/${pool.toLowerCase()}`,
    pairAddress: pool,
    baseToken: { address, name, symbol },
    quoteToken: QUOTES[chain],
    priceNative: (standing.priceUsd / quotePrice).toFixed(18),
    priceUsd: standing.priceUsd.toPrecision(4),
    txns: windows(
      { buys: standing.buys1h, sells: standing.sells1h },
      { buys: standing.buys1h * 15, sells: standing.sells1h * 15 },
    ),
    volume: windows(cents(standing.volume1hUsd), cents(standing.volume24hUsd)),
    priceChange: windows(cents(standing.change1hPct), cents(standing.change24hPct)),
    ...(!standing.onCurve && {
      liquidity: {
        usd: cents(standing.liquidityUsd),
        base: standing.liquidityUsd / 2 / standing.priceUsd,
        quote: standing.liquidityUsd / 2 / quotePrice,
      },
    }),
    fdv: cents(standing.mcapUsd),
    marketCap: cents(standing.mcapUsd),
    pairCreatedAt: bornAt,
    ...(trait !== "thin" && { info: { imageUrl: "https://cdn.example/i.png", ...linksOf(token) } }),
    ...(boosted && { boosts: { active: 500 } }),
  };
}

/** What a token's makers paid to have shown. */
function profileOf(token: Token) {
  const { chain, address, name } = token;
  return {
    url: `https://dexscreener.com/${chain}/${address.toLowerCase()}`,
    chainId: chain,
    tokenAddress: address,
    icon: "JoEkYOrOAqhG-gX5",
    description: `${name.slice(0, 300)}: the last token that you will ever need`,
    links: [
      { url: `https://${address.slice(0, 8).toLowerCase()}.example` },
      { type: "telegram", url: "https://t.me/x" },
    ],
  };
}

/** DexScreener: pairs by token, and what makers paid to show. */
export const dexscreener: Provider = {
  hosts: ["api.dexscreener.com"],
  answer({ path }, world) {
    const at = world.now();
    const all = () => CHAINS.flatMap((chain) => tokensAt(world.random, chain, at));
    if (path === "/token-profiles/latest/v1")
      return json(
        all()
          .toSorted((a, b) => b.bornAt - a.bornAt)
          .slice(0, PROFILES)
          .map(profileOf),
      );
    if (/^\/token-boosts\/(?:latest|top)\/v1$/.test(path))
      return json(
        all()
          .slice(0, PROFILES)
          .map((token) => ({ ...profileOf(token), totalAmount: 500 })),
      );
    const [, name, list] = /^\/(?:tokens|token-pairs)\/v1\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (list === undefined) return undefined;
    const wanted = list.split(",").map((address) => address.toLowerCase());
    if (wanted.length > BATCH) return json({ message: "too many addresses" }, 400);
    const chain = CHAINS.find((one) => one === name);
    const tokens = chain === undefined ? [] : tokensAt(world.random, chain, at);
    return json(
      tokens
        .filter(({ address }) => wanted.includes(address.toLowerCase()))
        .map((token) => pairOf(world, token)),
    );
  },
};
