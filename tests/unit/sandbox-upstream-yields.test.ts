import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { llamaYields, YIELD_GATE } from "@/lib/sources/llama-yields";
import { dailyVolatility } from "@/lib/desks/meteora/volatility";
import { meteoraCloses } from "@/lib/sources/meteora/closes";
import { meteoraPool, meteoraPools, meteoraSearch } from "@/lib/sources/meteora/pools";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { at, noStore, reader } from "../fixtures/test-source";

const NOW = new Date("2026-10-07T14:20:00Z");
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 5, protocolRows: 300, now: () => NOW.getTime() });
});
afterAll(() => upstream.close());

const HEADERS = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" };
const get = (path: string, headers: Record<string, string> = HEADERS) =>
  fetch(`${upstream.url}/${path}`, { headers });
async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const response = await get(path);
  expect(response.status).toBe(200);
  return schema.parse(await response.json());
}
const asking = () => reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000 });

describe("DefiLlama's yields", () => {
  const percent = z.number().nullable();
  const rowSchema = z.strictObject({
    chain: z.string(),
    project: z.string(),
    symbol: z.string(),
    tvlUsd: z.int(),
    apyBase: percent,
    apyReward: percent,
    apy: percent,
    rewardTokens: z.array(z.string()).nullable(),
    pool: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    apyPct1D: percent,
    apyPct7D: percent,
    apyPct30D: percent,
    stablecoin: z.boolean(),
    ilRisk: z.enum(["no", "yes"]),
    exposure: z.enum(["single", "multi"]),
    predictions: z.object({
      predictedClass: z.string(),
      predictedProbability: z.number(),
      binnedConfidence: z.number(),
    }),
    poolMeta: z.string().nullable(),
    mu: z.number(),
    sigma: z.number(),
    count: z.int(),
    outlier: z.boolean(),
    underlyingTokens: z.array(z.string()).nullable(),
    il7d: percent,
    apyBase7d: percent,
    apyMean30d: percent,
    volumeUsd1d: percent,
    volumeUsd7d: percent,
    apyBaseInception: percent,
  });
  const schema = z.strictObject({ status: z.literal("success"), data: z.array(rowSchema) });

  it("come under `data`, with nonsense, sums without parts, and pools of a few days among them", async () => {
    const { data } = await read("yields.llama.fi/pools", schema);
    expect(data).toHaveLength(3_000);
    expect(new Set(data.map(({ pool }) => pool)).size).toBe(3_000);
    expect(data.some(({ apy, outlier }) => (apy ?? 0) > 1_000 && outlier)).toBe(true);
    expect(data.some(({ apy, apyBase }) => apy !== null && apy > 0 && apyBase === null)).toBe(true);
    expect(data.some(({ count }) => count < YIELD_GATE.minDays)).toBe(true);
    expect(data.some(({ apyMean30d }) => apyMean30d === null)).toBe(true);
    expect(data.some(({ symbol }) => /script|ignore|\u202e/i.test(symbol))).toBe(true);
  });

  it("are what the source takes, with all chains that can be asked for and stablecoins enough", async () => {
    const { pools } = await asking()({ pools: llamaYields }, at(NOW));
    expect(pools.status).toBe("ok");
    const { largest, passed, listed } = pools.value ?? { largest: [], passed: 0, listed: 0 };
    expect(listed).toBe(3_000);
    expect(passed).toBeGreaterThan(500);
    for (const chain of ["Solana", "Ethereum", "Base", "Arbitrum"])
      expect(largest.some((pool) => pool.chain === chain)).toBe(true);
    expect(largest.filter(({ stablecoin }) => stablecoin).length).toBeGreaterThan(20);
    for (const { symbol } of largest) expect(symbol).not.toMatch(/<[a-z/]|[\u200b-\u200f\u202a-\u202e]/i);
  });
});

describe("Meteora", () => {
  const windows = z.strictObject({
    "30m": z.number(),
    "1h": z.number(),
    "2h": z.number(),
    "4h": z.number(),
    "12h": z.number(),
    "24h": z.number(),
  });
  const token = z.strictObject({
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    is_verified: z.boolean(),
    holders: z.int(),
    freeze_authority_disabled: z.boolean(),
    total_supply: z.number(),
    price: z.number(),
    market_cap: z.number(),
  });
  const pool = z.strictObject({
    address: z.string(),
    name: z.string(),
    token_x: token,
    token_y: token,
    reserve_x: z.string(),
    reserve_y: z.string(),
    token_x_amount: z.number(),
    token_y_amount: z.number(),
    created_at: z.int(),
    reward_mint_x: z.string(),
    reward_mint_y: z.string(),
    pool_config: z.strictObject({
      bin_step: z.int(),
      base_fee_pct: z.number(),
      max_fee_pct: z.number(),
      protocol_fee_pct: z.number(),
      collect_fee_mode: z.int(),
    }),
    dynamic_fee_pct: z.number(),
    tvl: z.number(),
    current_price: z.number(),
    apr: z.number(),
    apy: z.number(),
    has_farm: z.boolean(),
    farm_apr: z.number(),
    farm_apy: z.number(),
    volume: windows,
    fees: windows,
    protocol_fees: windows,
    fee_tvl_ratio: windows,
    cumulative_metrics: z.strictObject({ volume: z.number(), fees: z.number() }),
    is_blacklisted: z.boolean(),
    launchpad: z.string(),
    tags: z.array(z.string()),
  });
  const page = z.strictObject({
    total: z.int(),
    pages: z.int(),
    current_page: z.int(),
    page_size: z.int(),
    data: z.array(pool),
  });
  const HOST = "dlmm.datapi.meteora.ag";

  it("gives `apr` of one day, and compounds it to `apy`; the protocol takes a tenth, whatever is configured", async () => {
    const { data } = await read(`${HOST}/pools?page_size=1000&sort_by=tvl:desc`, page);
    expect(data.filter(({ fees }) => fees["24h"] > 0).length).toBeGreaterThan(10);
    for (const { apr, apy, fees, tvl, protocol_fees: taken } of data) {
      expect(apr).toBeCloseTo((fees["24h"] / tvl) * 100, 9);
      expect(apy / (((1 + apr / 100) ** 365 - 1) * 100 || 1)).toBeCloseTo(apr > 0 ? 1 : 0, 9);
      if (fees["24h"] > 0) expect(taken["24h"] / (taken["24h"] + fees["24h"])).toBeCloseTo(0.1, 9);
    }
    expect(data.every(({ pool_config: { protocol_fee_pct: reported } }) => reported !== 0.1)).toBe(true);
  });

  it("has what readers must look out for: dead billions, a small pool of thousands of percent, no names", async () => {
    const { data } = await read(`${HOST}/pools?page_size=1000&sort_by=tvl:desc`, page);
    expect(data[0]).toMatchObject({ fees: { "24h": 0 } });
    expect(data[0]?.tvl).toBeGreaterThan(1e9);
    expect(data.some(({ tvl, apy }) => tvl < 250_000 && apy > 10_000)).toBe(true);
    expect(data.some(({ token_x: { symbol } }) => symbol === "")).toBe(true);
    expect(data.some(({ is_blacklisted: listed }) => listed)).toBe(true);
    expect(data.some(({ volume, tvl }) => tvl > 250_000 && volume["24h"] / tvl > 20)).toBe(true);
  });

  it("filters, sorts, pages, and refuses what it does not know", async () => {
    const { data, total } = await read(
      `${HOST}/pools?page=2&page_size=5&sort_by=fee_tvl_ratio_24h:desc&filter_by=tvl>250000`,
      page,
    );
    expect(data).toHaveLength(5);
    expect(total).toBeGreaterThan(10);
    expect(data.every(({ tvl }) => tvl > 250_000)).toBe(true);
    expect(data.map(({ apr }) => apr)).toEqual(data.map(({ apr }) => apr).toSorted((a, b) => b - a));
    for (const query of ["sort_by=luck:desc", "filter_by=luck>1", "page_size=1001", "page=0"])
      expect((await get(`${HOST}/pools?${query}`)).status).toBe(400);
    expect((await get(`${HOST}/pools/nowhere`)).status).toBe(404);
    expect((await get(`${HOST}/pools`, { "user-agent": "" })).status).toBe(403);
  });

  it("gives hourly candles of at most a hundred hours, whose last close is the pool's price", async () => {
    const { data } = await read(`${HOST}/pools?page_size=1&query=sol-usdc&sort_by=volume_24h:desc`, page);
    const address = data[0]?.address ?? "";
    const now = Math.floor(NOW.getTime() / 1_000);
    const candle = z.strictObject({
      timestamp: z.int(),
      timestamp_str: z.string(),
      open: z.number(),
      high: z.number(),
      low: z.number(),
      close: z.number(),
      volume: z.number(),
    });
    const body = z.strictObject({
      start_time: z.int(),
      end_time: z.int(),
      timeframe: z.literal("1h"),
      data: z.array(candle),
    });
    const { data: candles } = await read(`${HOST}/pools/${address}/ohlcv?timeframe=1h`, body);
    expect(candles).toHaveLength(11);
    for (const { open, high, low, close } of candles) {
      expect(Math.max(open, close)).toBeLessThanOrEqual(high);
      expect(Math.min(open, close)).toBeGreaterThanOrEqual(low);
    }
    expect((candles.at(-1)?.close ?? 0) / (data[0]?.current_price ?? 1)).toBeCloseTo(1, 9);
    const long = `timeframe=1h&start_time=${now - 168 * 3_600}&end_time=${now}`;
    expect((await get(`${HOST}/pools/${address}/ohlcv?${long}`)).status).toBe(400);
    expect((await get(`${HOST}/pools/${address}/ohlcv?timeframe=7m`)).status).toBe(400);
  });

  it("prices bitcoin as the exchanges do", async () => {
    const { data } = await read(`${HOST}/pools?query=cbbtc-usdc&page_size=1`, page);
    const [{ price }] = [
      await read("api.exchange.coinbase.com/products/BTC-USD/ticker", z.object({ price: z.string() })),
    ];
    expect((data[0]?.token_x.price ?? 0) / Number(price)).toBeCloseTo(1, 3);
  });

  it("is what the sources take: the list, one pool, a search, and a week of closes", async () => {
    const read = asking();
    const { list } = await read({ list: meteoraPools }, at(NOW));
    expect(list.value?.length).toBeGreaterThan(15);
    const [first] = list.value ?? [];
    const address = first?.address ?? "";
    const got = await read({ one: meteoraPool(address), found: meteoraSearch("sol usdc") }, at(NOW));
    expect(got.one.value?.[0]?.address).toBe(address);
    expect(got.found.value?.length).toBeGreaterThan(3);
    const none = await read({ none: meteoraPool("1".repeat(40)) }, at(NOW));
    expect(none.none).toMatchObject({ status: "ok", value: [] });
    const stretches = meteoraCloses(address, NOW);
    const closes = await read(Object.fromEntries(stretches.map((source) => [source.id, source])), at(NOW));
    const all = stretches.flatMap(({ id }) => closes[id]?.value ?? []);
    expect(all.length).toBeGreaterThanOrEqual(168);
    expect(dailyVolatility(all, NOW)).toBeGreaterThan(0);
  });
});
