import { json } from "../http/answer";
import { byFigure, type Standing, standingAt, type Token, type TokenChain, tokensAt } from "../market/tokens";
import { priceAt } from "../market/prices";
import type { World } from "../world";
import { numberFrom, type Provider } from "./provider";

/** Networks that are known and empty stand beside the two that tokens live on. */
const NETWORKS: Readonly<Record<string, TokenChain | null>> = {
  solana: "solana",
  base: "base",
  eth: null,
  bsc: null,
  arbitrum: null,
};
const PAGE = 20;
const QUOTES = {
  solana: "So11111111111111111111111111111111111111112",
  base: "0x4200000000000000000000000000000000000006",
};

/** A decimal as this provider writes it: up to 70 digits, most of them noise. */
function long({ random }: World, value: number, name: string): string {
  const noise = Array.from({ length: 44 }, (_, i) => random.integer(0, 9, `${name} digit`, i)).join("");
  return `${value.toFixed(20)}${noise}`;
}

function attributesOf(world: World, token: Token, standing: Standing) {
  const { address, pool, name, bornAt, trait, chain } = token;
  const { buys1h: buys, sells1h: sells, traders1h, netBuyers1h } = standing;
  const buyers = Math.round((traders1h + netBuyers1h) / 2);
  const hour = { buys, sells, buyers, sellers: traders1h - buyers };
  const windows = <T>(one: T, day: T) => ({ m5: one, m15: one, m30: one, h1: one, h6: one, h24: day });
  const reserve =
    trait === "garbage-pool" ? "0.000001" : standing.onCurve ? "0.0" : String(standing.liquidityUsd);
  return {
    base_token_price_usd: long(world, standing.priceUsd, address),
    base_token_price_native_currency: null,
    quote_token_price_usd: long(
      world,
      priceAt(world.random, chain === "solana" ? "SOL-USD" : "ETH-USD", world.now()),
      "quote",
    ),
    address: pool,
    name: `${name} / ${chain === "solana" ? "SOL" : "WETH"}`,
    pool_created_at: new Date(bornAt).toISOString().replace(".000Z", "Z"),
    fdv_usd: standing.mcapUsd.toFixed(10),
    market_cap_usd: world.random.unit(`${address} cap`) < 0.5 ? null : standing.mcapUsd.toFixed(10),
    price_change_percentage: windows(standing.change1hPct.toFixed(3), standing.change24hPct.toFixed(3)),
    transactions: windows(hour, hour),
    volume_usd: windows(standing.volume1hUsd.toFixed(10), standing.volume24hUsd.toFixed(10)),
    reserve_in_usd: trait === "thin" ? null : reserve,
  };
}

function poolOf(world: World, token: Token) {
  const standing = standingAt(world.random, token, world.now());
  const { chain, address, pool } = token;
  const related = (id: string, type: string) => ({ data: { id, type } });
  return {
    id: `${chain}_${pool}`,
    type: "pool",
    attributes: attributesOf(world, token, standing),
    relationships: {
      base_token: related(`${chain}_${address}`, "token"),
      quote_token: related(`${chain}_${QUOTES[chain]}`, "token"),
      dex: related(
        standing.onCurve ? "pump-fun" : chain === "solana" ? "pumpswap" : "uniswap-v4-base",
        "dex",
      ),
    },
  };
}

const volume = (world: World, token: Token): number =>
  standingAt(world.random, token, world.now()).volume1hUsd;

const MINUTE_SEC = 60;
const MOST_CANDLES = 1_000;

/** `[time (s), open, high, low, close, volume]`, newest first; now and then a minute without a trade, which has no row. */
function candles(world: World, token: Token, count: number) {
  const priceUsd = (at: number): number => standingAt(world.random, token, at).priceUsd;
  const newest = Math.floor(world.now() / 1000 / MINUTE_SEC) * MINUTE_SEC;
  const rows: number[][] = [];
  for (let at = newest; rows.length < count && at * 1000 > token.bornAt; at -= MINUTE_SEC) {
    if (world.random.unit(`${token.pool} quiet`, at) < 0.1) continue;
    const [open, close] = [priceUsd(at * 1000), priceUsd(Math.min(world.now(), (at + MINUTE_SEC) * 1000))];
    rows.push([at, open, Math.max(open, close), Math.min(open, close), close, 1_000]);
  }
  return rows;
}

const CANDLES = /^\/api\/v2\/networks\/solana\/pools\/([^/]+)\/ohlcv\/minute$/;

/** The candles of a pool, where they are asked for and it is known. */
function ohlcv(path: string, search: URLSearchParams, world: World) {
  const pool = CANDLES.exec(path)?.[1];
  const token = tokensAt(world.random, "solana", world.now()).find((one) => one.pool === pool);
  if (token === undefined) return undefined;
  const count = Math.min(MOST_CANDLES, numberFrom(search, "limit", 100));
  return json({ data: { attributes: { ohlcv_list: candles(world, token, count) } } });
}

/** GeckoTerminal's pools. The trending ones are led by those whose reserve is a millionth of a dollar. */
export const geckoterminal: Provider = {
  hosts: ["api.geckoterminal.com"],
  answer({ path, search }, world) {
    const found = ohlcv(path, search, world);
    if (found !== undefined) return found;
    const [, network = "", what, of] =
      /^\/api\/v2\/networks\/([^/]+)\/(new_pools|trending_pools|tokens\/([^/]+)\/pools)$/.exec(path) ?? [];
    if (what === undefined) return undefined;
    const notFound = json({ errors: [{ status: "404", title: "Not Found" }] }, 404);
    if (!Object.hasOwn(NETWORKS, network)) return notFound;
    const chain = NETWORKS[network] ?? null;
    const tokens = chain === null ? [] : tokensAt(world.random, chain, world.now());
    const list = (some: readonly Token[]) =>
      json({ data: some.slice(0, PAGE).map((token) => poolOf(world, token)) });
    if (what === "new_pools") return list(tokens.toSorted((a, b) => b.bornAt - a.bornAt));
    if (what === "trending_pools") return list(byFigure(tokens, (token) => volume(world, token)));
    const same = tokens.filter(({ address }) => address.toLowerCase() === of?.toLowerCase());
    return same.length === 0 ? notFound : list(same);
  },
};
