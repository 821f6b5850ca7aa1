import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { deskWith } from "@/lib/desks/desk";
import { momentumDesk } from "@/lib/desks/momentum/handler";
import { trenchesScreenDesk } from "@/lib/desks/trenches-screen/handler";
import { trenchesDesk } from "@/lib/desks/trenches/handler";
import { cleanText } from "@/lib/sources/text/clean-text";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken, standingAt, TRAITS, tokensAt } from "@/sandbox/upstream/market/tokens";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { noStore, reader } from "../fixtures/test-source";

const NOW = new Date("2026-10-07T18:30:00Z");
const SEED = 7;
const random = randomness(SEED);
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: SEED, now: () => NOW.getTime() });
});
afterAll(() => upstream.close());

const get = (path: string): Promise<Response> => fetch(`${upstream.url}/${path}`);
const read = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> =>
  schema.parse(await (await get(path)).json());

const jupiterRows = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    usdPrice: z.number(),
    stats1h: z.record(z.string(), z.number()),
    audit: z.looseObject({ mintAuthorityDisabled: z.boolean(), isSus: z.literal(true).optional() }),
  }),
);
const pairs = z.array(
  z.looseObject({
    chainId: z.string(),
    dexId: z.string(),
    baseToken: z.strictObject({ address: z.string(), name: z.string(), symbol: z.string() }),
    priceUsd: z.string(),
    priceNative: z.string(),
    liquidity: z.strictObject({ usd: z.number(), base: z.number(), quote: z.number() }).optional(),
    pairCreatedAt: z.int(),
  }),
);
const pools = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      type: z.literal("pool"),
      attributes: z.looseObject({
        base_token_price_usd: z.string().min(60),
        reserve_in_usd: z.string().nullable(),
        market_cap_usd: z.string().nullable(),
        volume_usd: z.record(z.string(), z.string()),
      }),
      relationships: z.record(
        z.string(),
        z.strictObject({ data: z.strictObject({ id: z.string(), type: z.string() }) }),
      ),
    }),
  ),
});

describe("a token of the simulated market", () => {
  const plain = establishedToken(random, "solana", "plain");

  it("has one price on every provider", async () => {
    const { priceUsd } = standingAt(random, plain, NOW.getTime());
    const [onJupiter] = await read(`api.jup.ag/tokens/v2/search?query=${plain.address}`, jupiterRows);
    const [onDex] = await read(`api.dexscreener.com/token-pairs/v1/solana/${plain.address}`, pairs);
    const onGecko = await read(
      `api.geckoterminal.com/api/v2/networks/solana/tokens/${plain.address}/pools`,
      pools,
    );
    const report = (await (await get(`api.rugcheck.xyz/v1/tokens/${plain.address}/report`)).json()) as {
      price: number;
    };
    const prices = [
      onJupiter?.usdPrice,
      Number(onDex?.priceUsd),
      Number(onGecko.data[0]?.attributes.base_token_price_usd),
      report.price,
    ];
    for (const price of prices) expect((price ?? NaN) / priceUsd).toBeCloseTo(1, 3);
  });

  it("shows in every provider: each trait leads to the verdict that it should", async () => {
    const ask = deskWith(trenchesDesk)(reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000 }));
    const context = { now: NOW, signal: new AbortController().signal, headers: new Headers() };
    const verdicts: Record<string, string> = {};
    // As many as Jupiter's bucket allows at once, beside the lists.
    for (const trait of TRAITS.slice(0, 12)) {
      const { answer } = await ask({ address: establishedToken(random, "solana", trait).address }, context);
      verdicts[trait] = answer.safety.verdict;
    }
    expect(verdicts).toEqual({
      plain: "clear",
      mintable: "danger",
      freezable: "danger",
      rugged: "danger",
      delegate: "danger",
      "non-transferable": "danger",
      fee: "danger",
      hook: "caution",
      whale: "danger",
      "top-heavy": "caution",
      "creator-heavy": "danger", // its name in this market holds bidirectional controls
      unlocked: "caution",
    });
  });

  it("is unknown to RugCheck in its first minutes, and as long as it doesn't exist", async () => {
    const youngest = tokensAt(random, "solana", NOW.getTime()).toSorted((a, b) => b.bornAt - a.bornAt)[0];
    const early = await startUpstream({ port: 0, seed: SEED, now: () => (youngest?.bornAt ?? 0) + 60_000 });
    const response = await fetch(`${early.url}/api.rugcheck.xyz/v1/tokens/${youngest?.address}/report`);
    await early.close();
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: "unable to generate report" });
    expect((await get("api.rugcheck.xyz/v1/tokens/So1/report")).status).toBe(400);
    expect((await get("api.geckoterminal.com/api/v2/networks/solana/tokens/So1/pools")).status).toBe(404);
    expect(await (await get("api.dexscreener.com/token-pairs/v1/solana/So1")).json()).toEqual([]);
    expect(await (await get("api.jup.ag/tokens/v2/search?query=So1")).json()).toEqual([]);
  });
});

describe("lists", () => {
  it("hold tokens on curves without liquidity, and stats without the keys that have no figure", async () => {
    const recent = await read("api.jup.ag/tokens/v2/recent", jupiterRows);
    expect(recent).toHaveLength(50);
    expect(recent.some(({ audit }) => audit.isSus === undefined)).toBe(true);
    const mints = recent.slice(0, 30).map(({ id }) => id);
    const batch = await read(`api.dexscreener.com/tokens/v1/solana/${mints.join(",")}`, pairs);
    expect(batch).toHaveLength(30);
    expect(batch.some(({ dexId, liquidity }) => dexId === "pumpfun" && liquidity === undefined)).toBe(true);
    expect((await get(`api.dexscreener.com/tokens/v1/solana/${[...mints, "x"].join(",")}`)).status).toBe(400);
  });

  it("of trending pools are led by reserves of a millionth of a dollar", async () => {
    const { data } = await read("api.geckoterminal.com/api/v2/networks/solana/trending_pools?page=1", pools);
    const leading = data.slice(0, 3).find(({ attributes }) => attributes.reserve_in_usd === "0.000001");
    expect(Number(leading?.attributes.volume_usd.h24)).toBeGreaterThan(1e6);
    const fresh = await read("api.geckoterminal.com/api/v2/networks/base/new_pools", pools);
    expect(fresh.data.length).toBeGreaterThan(0);
    expect((await read("api.geckoterminal.com/api/v2/networks/eth/new_pools", pools)).data).toEqual([]);
  });

  it("hold names that are written against their readers", async () => {
    const names = (await read("api.jup.ag/tokens/v2/recent", jupiterRows)).map(({ name }) => name);
    const all = [
      ...names,
      ...(await read("api.jup.ag/tokens/v2/toptrending/1h", jupiterRows)).map(({ name }) => name),
    ];
    expect(all.some((name) => name.includes("<"))).toBe(true);
    expect(all.some((name) => name.length > 1_000)).toBe(true);
    expect(all.some((name) => name.includes("\u202e"))).toBe(true);
  });
});

it("whatever tokens are called, what the desks say of them is plain text of bounded length", async () => {
  const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000 });
  const context = { now: NOW, signal: new AbortController().signal, headers: new Headers() };
  const all = { chain: "solana", limit: 50, maxMcapUsd: 1e12 } as const;
  const screen = await deskWith(trenchesScreenDesk)(read)(all, context);
  const moving = await deskWith(momentumDesk)(read)({ limit: 50, includeInsider: true }, context);
  const named = [...screen.answer.candidates.map(({ token }) => token), ...moving.answer.candidates];
  expect(named.length).toBeGreaterThan(60);
  for (const text of named.flatMap(({ name, symbol }) => [name, symbol ?? "x"])) {
    expect(text).toBe(cleanText(text));
    expect(text).not.toMatch(/[\p{C}]|<[a-z/!?]/iu);
    expect(text).not.toBe("");
  }
  expect(moving.answer.summary.length).toBeLessThanOrEqual(200);
  expect(JSON.stringify(moving.answer).length).toBeLessThan(200_000);
}, 20_000);

it("the same seed and clock make the same tokens, another seed others", () => {
  const addresses = (seed: number) =>
    tokensAt(randomness(seed), "solana", NOW.getTime()).map(({ address }) => address);
  expect(addresses(SEED)).toEqual(addresses(SEED));
  expect(addresses(SEED).slice(0, 17)).not.toEqual(addresses(8).slice(0, 17));
  expect(new Set(addresses(SEED)).size).toBe(addresses(SEED).length);
  expect(addresses(SEED).every((address) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address))).toBe(true);
});
