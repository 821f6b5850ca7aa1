import { describe, expect, it } from "vitest";
import { CLOSES, meteoraCloses } from "@/lib/sources/meteora/closes";
import { poolRow, toPool } from "@/lib/sources/meteora/pool";
import { meteoraPool, meteoraPools, meteoraSearch, reducePools } from "@/lib/sources/meteora/pools";
import type { Reduced, Source } from "@/lib/sources/source";

const NOW = new Date("2026-10-07T14:20:00Z");
const ADDRESS = "5rCf1DM8LjKTw4YqhnoLcngyZYeNnQqztScTogYHAS6";
const failing = (failure: string) => expect.objectContaining({ failure });
const token = (symbol: string, over = {}) => ({
  address: "So11111111111111111111111111111111111111112",
  name: `${symbol} coin`,
  symbol,
  is_verified: true,
  freeze_authority_disabled: true,
  ...over,
});
const row = (over: Record<string, unknown> = {}) => ({
  address: ADDRESS,
  name: "SOL-USDC",
  token_x: token("SOL"),
  token_y: token("USDC", { freeze_authority_disabled: false }),
  created_at: 1_711_766_862_000,
  pool_config: { bin_step: 4, base_fee_pct: 0.04, protocol_fee_pct: 5 },
  dynamic_fee_pct: 0.001,
  tvl: 3_448_244.32,
  current_price: 63.5,
  apr: 0.339,
  apy: 243.89,
  volume: { "24h": 28_458_857 },
  fees: { "1h": 233.4, "24h": 11_688.6 },
  protocol_fees: { "24h": 1_295.4 },
  is_blacklisted: false,
  ...over,
});
const answering = <Value>(source: Source<Value>, body: unknown, now = NOW): Promise<Reduced<Value>> =>
  source.answer(
    (async function* () {
      yield new TextEncoder().encode(JSON.stringify(body));
    })(),
    now,
  );

describe("a pool", () => {
  it("keeps fees net to providers, the protocol's as they were taken, and neither of the source's rates as ours", () => {
    expect(toPool(poolRow.parse(row()))).toMatchObject({
      binStep: 4,
      feesDay: 11_688.6,
      protocolFeesDay: 1_295.4,
      providerApy: 243.89,
      createdAt: "2024-03-30T02:47:42.000Z",
      tokens: [
        { symbol: "SOL", freezable: false },
        { symbol: "USDC", freezable: true },
      ],
    });
  });

  it("takes numbers as strings of any length, and nothing that is no number", () => {
    const long = `0.${"1".repeat(70)}`;
    const pool = toPool(
      poolRow.parse(
        row({
          tvl: "1234567.5",
          current_price: long,
          apy: "NaN",
          fees: { "24h": "1e999" },
          volume: null,
          created_at: 1_711_766_862, // seconds
          dynamic_fee_pct: "0x10",
        }),
      ),
    );
    expect(pool).toMatchObject({ tvl: 1_234_567.5, feesDay: null, volumeDay: null, createdAt: null });
    expect(pool.price).toBeCloseTo(1 / 9, 12);
    expect([pool.providerApy, pool.dynamicFeePct]).toEqual([null, null]);
  });

  it("has nothing below zero and no TVL, price or bin step of zero", () => {
    const pool = toPool(
      poolRow.parse(row({ tvl: 0, current_price: -1, pool_config: { bin_step: 0 }, fees: { "24h": -5 } })),
    );
    expect(pool).toMatchObject({ tvl: null, price: null, binStep: null, feesDay: null });
    expect(toPool(poolRow.parse(row({ pool_config: { bin_step: 1e308 } }))).binStep).toBeNull();
  });

  it("may have tokens without names, and hostile ones are cleaned", () => {
    const named = row({ token_x: token("", { name: "" }), name: "<i>A</i>\u202e-USDC" });
    expect(toPool(poolRow.parse(named))).toMatchObject({ name: "A -USDC", tokens: [{ symbol: "" }, {}] });
  });
});

describe("the list", () => {
  it("asks for pools of some size only, and keeps none without fees, without TVL, or blacklisted", () => {
    const query = meteoraPools.address(NOW).query;
    expect(query).toMatchObject({ filter_by: "tvl>250000" });
    const { value } = reducePools({
      data: [
        row(),
        row({ tvl: 4e9, fees: { "24h": 0 } }),
        row({ tvl: null }),
        row({ is_blacklisted: true }),
        row({ tvl: 81_116, apy: 65_598 }),
      ],
    });
    expect(value).toHaveLength(1);
  });

  it("holds both what is largest and what pays most", () => {
    const pools = Array.from({ length: 400 }, (_, i) =>
      row({ name: `P${i}`, tvl: 300_000 + i * 1_000, fees: { "24h": 100 + (400 - i) * 100 } }),
    );
    const { value } = reducePools({ data: pools });
    expect(value).toHaveLength(200);
    expect(value[0]?.name).toBe("P399");
    expect(value.at(-1)?.name).toBe("P0");
  });

  it("empty is suspect, another shape an error", () => {
    expect(() => reducePools({ data: [] })).toThrow(failing("suspect_empty"));
    expect(() => reducePools([row()])).toThrow(failing("schema"));
    expect(() => reducePools({ data: [{ name: 1 }, { name: 2 }] })).toThrow(failing("schema"));
  });
});

describe("a hint", () => {
  it("that is an address gives that pool and no other", async () => {
    expect((await answering(meteoraPool(ADDRESS), row({ tvl: 90_000 }))).value).toHaveLength(1);
    const other = `${ADDRESS.slice(0, -1)}7`;
    await expect(answering(meteoraPool(other), row())).rejects.toThrow(failing("schema"));
    expect(meteoraPool(ADDRESS).absent).toEqual({ statuses: [400, 404], value: [] });
    expect(() => meteoraPool("../../admin")).toThrow(RangeError);
  });

  it("that is text finds only what holds all of its words", async () => {
    const body = {
      data: [
        row(),
        row({ name: "JUP-USDC", token_x: token("JUP") }),
        row({ name: "SOL-USDT", token_y: token("USDT") }),
      ],
    };
    const names = async (text: string) =>
      (await answering(meteoraSearch(text), body)).value.map(({ name }) => name);
    expect(await names("sol-usdc")).toEqual(["SOL-USDC"]);
    expect(await names("  USDC   Sol ")).toEqual(["SOL-USDC"]);
    expect(await names("jup coin")).toEqual(["JUP-USDC"]);
    expect(await names("bonk")).toEqual([]);
    expect((await answering(meteoraSearch("x"), { data: [] })).value).toEqual([]);
  });

  it("is one source however it is written", () => {
    expect(meteoraSearch(" ＳＯＬ  usdc").id).toBe(meteoraSearch("sol USDC").id);
    expect(meteoraSearch("a b").id).not.toBe(meteoraSearch("a+b").id);
  });
});

describe("hourly closes", () => {
  const HOUR = 3_600;
  const until = Math.floor(NOW.getTime() / 1_000 / HOUR) * HOUR;
  const candle = (at: number, close: unknown = 60) => ({
    timestamp: at,
    open: 1,
    high: 1,
    low: 1,
    close,
    volume: 0,
  });

  it("of 168 hours come in stretches short enough for the source, and the hour under way in none", () => {
    const spans = meteoraCloses(ADDRESS, NOW).map((source) => {
      const { start_time: from, end_time: to } = source.address(NOW).query ?? {};
      return [Number(from), Number(to)] as const;
    });
    for (const [from, to] of spans) expect(to - from).toBeLessThan(72 * HOUR);
    expect(spans[0]?.[0]).toBeLessThanOrEqual(until - CLOSES * HOUR);
    expect(spans.at(-1)?.[1]).toBe(until - 1);
    spans.slice(1).forEach(([from], i) => expect(from).toBe((spans[i]?.[1] ?? 0) + 1));
  });

  it("that are over are read once: the same source for days, while the open stretch is another", () => {
    const ids = (at: Date) => meteoraCloses(ADDRESS, at).map(({ id }) => id);
    const later = ids(new Date(NOW.getTime() + 5 * HOUR * 1_000));
    const shared = ids(NOW).filter((id) => later.includes(id) && !id.endsWith(":open"));
    expect(shared.length).toBeGreaterThanOrEqual(2);
    for (const source of meteoraCloses(ADDRESS, NOW)) {
      expect(source.freshMs).toBe(source.id.endsWith(":open") ? HOUR * 500 : 7 * 24 * HOUR * 1_000);
      expect(source.bucket).toEqual({ name: "meteora", perMinute: 180 });
    }
  });

  it("of every moment cover the week before it, whatever the hour", () => {
    for (let hour = 0; hour < 24 * 7; hour++) {
      const at = new Date(NOW.getTime() + hour * HOUR * 1_000);
      const sources = meteoraCloses(ADDRESS, at);
      const [first, last] = [sources[0]?.address(at).query, sources.at(-1)?.address(at).query];
      const end = Math.floor(at.getTime() / 1_000 / HOUR) * HOUR;
      expect(Number(first?.start_time)).toBeLessThanOrEqual(end - CLOSES * HOUR);
      expect(Number(last?.end_time)).toBe(end - 1);
    }
  });

  it("are sorted, each hour once, those of other hours left out; of only other hours it is an error", async () => {
    const open = meteoraCloses(ADDRESS, NOW).at(-1);
    if (open === undefined) throw new Error("there is an open stretch");
    const at = until - 2 * HOUR;
    const { value } = await answering(open, {
      data: [candle(at + HOUR, 61), candle(at, 60), candle(at, 60.5), candle(until, 99), candle(at + 7, 1)],
    });
    expect(value).toEqual([
      [at, 60.5],
      [at + HOUR, 61],
    ]);
    expect((await answering(open, { data: [] })).value).toEqual([]);
    await expect(answering(open, { data: [candle(1_000 * HOUR)] })).rejects.toThrow(failing("schema"));
    await expect(answering(open, { data: [candle(at, "60"), candle(at, 0)] })).rejects.toThrow(
      failing("schema"),
    );
  });
});
