import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  dexscreenerPairs,
  dexscreenerProfiles,
  dexscreenerTokens,
  reducePairs,
  reducePairsOf,
  reduceProfiles,
} from "@/lib/sources/dexscreener";
import { webAddress } from "@/lib/sources/fetcher/address";
import {
  geckoNewPools,
  geckoPoolsOf,
  geckoTrendingPools,
  reducePools,
  reducePoolsOf,
} from "@/lib/sources/geckoterminal";
import {
  jupiterRecent,
  jupiterToken,
  jupiterTrending,
  reduceToken,
  reduceTokens,
} from "@/lib/sources/jupiter";
import { reduceVerified } from "@/lib/sources/jupiter-verified";
import { reduceReport, rugcheckReport } from "@/lib/sources/rugcheck";
import type { Source } from "@/lib/sources/source";
import { pastTime } from "@/lib/sources/token-fields";

const NOW = new Date("2026-10-08T15:38:00Z");
const MINT = "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump";
const OTHER = "DoVAVzViX8Bjy3r15nwikSaSbzE6dV4ovd28aWpJpump";
const WSOL = "So11111111111111111111111111111111111111112";
const failing = (failure: string) => expect.objectContaining({ failure });

describe("RugCheck's report", () => {
  const report = (over: object = {}) => ({
    mint: MINT,
    tokenProgram: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
    creator: "Creator",
    creatorBalance: 60,
    token: { supply: 1_000 },
    tokenMeta: { name: "<b>Gary</b>\u202e the Cat", symbol: "Gary" },
    token_extensions: { nonTransferable: false, permanentDelegate: null, transferHook: null },
    mintAuthority: null,
    freezeAuthority: null,
    topHolders: [
      { owner: "Pool", address: "a", pct: 40 },
      { owner: "Locker", address: "b", pct: 10 },
      { owner: "Whale", address: "c", pct: 4 },
      { owner: "Whale", address: "d", pct: 3 },
      { owner: "Small", address: "e", pct: 5 },
    ],
    risks: [],
    score: 1,
    score_normalised: 1,
    markets: [{ pubkey: "Pool2", marketType: "pump_fun_amm", lp: lp(100, 0) }],
    totalHolders: 30,
    totalMarketLiquidity: 74_193,
    rugged: false,
    transferFee: { pct: 0 },
    knownAccounts: { Pool: { type: "AMM" }, Locker: { type: "LOCKER" }, Whale: { type: "CREATOR" } },
    detectedAt: "2026-10-08T13:28:27.372426812Z",
    ...over,
  });
  const lp = (lpLocked: number, lpUnlocked: number, usd = 10) => ({
    lpLocked,
    lpUnlocked,
    lpLockedPct: 100,
    quoteUSD: usd,
    baseUSD: usd,
  });
  const reduced = (over: object = {}) => reduceReport(report(over), MINT, NOW).value.report;

  it("lists holders without pools and lockers, an owner's accounts together, largest first", () => {
    expect(reduced()?.holders).toEqual([
      { owner: "Whale", pct: 7 },
      { owner: "Small", pct: 5 },
    ]);
  });

  it("takes for a pool what the report itself names as one, known or not", () => {
    const markets = [{ pubkey: "Small", liquidityAAccount: { owner: "Whale" }, lp: lp(1, 0) }];
    expect(reduced({ markets, knownAccounts: null })?.holders).toEqual([
      { owner: "Pool", pct: 40 },
      { owner: "Locker", pct: 10 },
    ]);
  });

  it.each([
    ["none listed", []],
    ["null", null],
    ["shares that can't be", [{ owner: "A", pct: 3e9 }, { owner: "B", pct: "7" }, null]],
    [
      "one whose share can't be read",
      [
        { owner: "A", pct: "NaN" },
        { owner: "B", pct: 0.4 },
      ],
    ],
    ["one whose owner nobody names", [{ pct: 30 }, { owner: "B", pct: 0.4 }]],
    ["a row that is none", [null, { owner: "B", pct: 0.4 }]],
  ])("doesn't know the holders when there are %s", (_, topHolders) => {
    expect(reduced({ topHolders })?.holders).toBeNull();
  });

  it("does not lose the one holder of all there is to a division that came out a hair over 100", () => {
    const topHolders = [{ owner: "Maker", pct: 100.00000000000001 }];
    expect(reduced({ topHolders })?.holders).toEqual([{ owner: "Maker", pct: 100 }]);
  });

  it("needs no share of a pool", () => {
    const topHolders = [{ owner: "Pool" }, { owner: "Small", pct: 5 }];
    expect(reduced({ topHolders })?.holders).toEqual([{ owner: "Small", pct: 5 }]);
  });

  it("distinguishes a revoked authority from one that was not read", () => {
    expect(reduced()).toMatchObject({ mintAuthority: false, freezeAuthority: false });
    expect(reduced({ mintAuthority: "Creator" })?.mintAuthority).toBe(true);
    expect(reduced({ mintAuthority: undefined })?.mintAuthority).toBeNull();
  });

  it("reads extensions: null and false are none, anything else is one, no block is unknown", () => {
    expect(reduced()).toMatchObject({
      nonTransferable: false,
      permanentDelegate: false,
      transferHook: false,
    });
    const token_extensions = {
      nonTransferable: true,
      permanentDelegate: { delegate: "X" },
      transferHook: {},
    };
    expect(reduced({ token_extensions })).toMatchObject({
      nonTransferable: true,
      permanentDelegate: true,
      transferHook: true,
    });
    const original = { tokenProgram: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA" };
    expect(reduced({ token_extensions: null, ...original })?.permanentDelegate).toBe(false);
    expect(reduced({ token_extensions: null })?.permanentDelegate).toBeNull();
    expect(reduced({ token_extensions: undefined })?.permanentDelegate).toBeNull();
    expect(reduced({ tokenProgram: undefined })?.permanentDelegate).toBeNull();
  });

  it("takes the worst of what names an authority: the report, the mint, a risk, a pause", () => {
    expect(reduced({ token: { supply: 1_000, mintAuthority: "X" } })?.mintAuthority).toBe(true);
    const risks = [{ name: "Freeze Authority still enabled", level: "danger" }];
    expect(reduced({ risks })?.freezeAuthority).toBe(true);
    const token_extensions = { pausableConfig: { authority: "X", paused: false } };
    expect(reduced({ token_extensions })?.freezeAuthority).toBe(true);
  });

  it("counts a risk of an unknown level, without a level or without a name as a danger", () => {
    const risks = [
      { name: "New kind", level: "critical" },
      { name: "No level" },
      { level: "warn" },
      "odd",
      { name: "Low Liquidity", level: "warn" },
      { name: "Verified", level: "good" },
    ];
    expect(reduced({ risks })).toMatchObject({
      dangers: ["New kind", "No level", "unnamed risk", "unreadable risk"],
      warnings: 1,
    });
  });

  it("knows no holders whose percentages contradict their amounts and the supply", () => {
    const holder = (pct: number) => [{ owner: "Whale", address: "c", pct, amount: 270 }];
    expect(reduced({ topHolders: holder(27) })?.holders).toEqual([{ owner: "Whale", pct: 27 }]);
    for (const pct of [0.27, 2.7, 54, 0])
      expect(reduced({ topHolders: holder(pct) })?.holders, String(pct)).toBeNull();
  });

  it("flags a name with bidirectional controls, whatever it looks like once cleaned", () => {
    expect(reduced()?.nameProblem).toBe("control");
    expect(reduced({ tokenMeta: { name: "Gary", symbol: "GARY" } })?.nameProblem).toBe("none");
  });

  it("ignores lpLockedPct, which is 100 on a curve too, and takes the deepest pool's amounts", () => {
    const curve = { marketType: "pump_fun", lp: lp(100, 0, 1e6) };
    const shallow = { marketType: "raydium", lp: lp(100, 0, 1) };
    const deep = { marketType: "raydium", lp: lp(10, 90, 50) };
    expect(reduced({ markets: [curve] })?.lpUnlockedShare).toBeNull();
    expect(reduced({ markets: [curve, shallow, deep] })?.lpUnlockedShare).toBe(0.9);
    expect(
      reduced({ markets: [{ marketType: "orca_whirlpool", lp: lp(0, 0) }] })?.lpUnlockedShare,
    ).toBeNull();
    expect(reduced({ markets: null })?.lpUnlockedShare).toBeNull();
  });

  it("keeps its own score as it is: higher is riskier; and of the risks only what it calls dangers", () => {
    const risks = [
      { name: "Large Amount of LP Unlocked", level: "danger" },
      { name: "Low Liquidity", level: "warn" },
    ];
    expect(reduced({ risks, score_normalised: 62 })).toMatchObject({
      dangers: ["Large Amount of LP Unlocked"],
      normalised: 62,
    });
  });

  it("knows the creator's share only with a supply, and no count of holders that is 0", () => {
    expect(reduced()?.creatorPct).toBe(6);
    expect(reduced({ token: { supply: 0 } })?.creatorPct).toBeNull();
    expect(reduced({ creatorBalance: 2_000 })?.creatorPct).toBeNull();
    expect(reduced({ totalHolders: 0 })?.totalHolders).toBeNull();
  });

  it("is plain text where its makers wrote", () => {
    expect(reduced()).toMatchObject({ name: "Gary the Cat", detectedAt: "2026-10-08T13:28:27.372Z" });
  });

  it("of another mint, or of another shape, is no answer; 400 says that it knows nothing", () => {
    expect(() => reduceReport(report({ mint: OTHER }), MINT, NOW)).toThrow(failing("schema"));
    expect(() => reduceReport({ error: "unable to generate report" }, MINT, NOW)).toThrow(failing("schema"));
    expect(rugcheckReport(MINT).absent).toEqual({ statuses: [400, 404], value: { report: null } });
  });

  it("is named by its mint, and counted in the provider's bucket", () => {
    const source = rugcheckReport(MINT);
    expect(source.id).toBe(`rugcheck.report:${MINT}`);
    expect(source.bucket).toEqual({ name: "rugcheck", perMinute: 60 });
    expect(webAddress(source.address(NOW)).href).toBe(`https://api.rugcheck.xyz/v1/tokens/${MINT}/report`);
  });
});

describe("Jupiter's tokens", () => {
  const row = (over: object = {}) => ({ id: MINT, name: "Gary", symbol: "GARY", ...over });
  const one = (over: object = {}) => reduceToken([row(over)], MINT, NOW).value.token;

  it("leave unknown what has no key, and never make it 0", () => {
    expect(one()).toMatchObject({
      holders: null,
      liquidityUsd: null,
      mintAuthority: null,
      freezeAuthority: null,
      suspicious: null,
      devMints: null,
      organicScore: null,
      hour: { volumeUsd: null, organicVolumeUsd: null, traders: null, netBuyers: null, changePct: null },
    });
  });

  it("add up both sides of the volume; a side without a key traded nothing", () => {
    const stats1h = { buyVolume: 10, sellVolume: 5, buyOrganicVolume: 2 };
    expect(one({ stats1h })?.hour).toMatchObject({ volumeUsd: 15, organicVolumeUsd: 2 });
  });

  it("take for unknown what is so large that a sum or a share of it would be no number", () => {
    const stats24h = { buyVolume: 1e308, sellVolume: 1e308, buyOrganicVolume: 1e308, priceChange: -1e308 };
    expect(one({ stats24h, mcap: 1e308 })).toMatchObject({
      mcapUsd: null,
      day: { volumeUsd: null, organicVolumeUsd: null, changePct: null },
    });
  });

  it("tell authorities the other way round", () => {
    const audit = { mintAuthorityDisabled: true, freezeAuthorityDisabled: false, isSus: true };
    expect(one({ audit })).toMatchObject({ mintAuthority: false, freezeAuthority: true, suspicious: true });
  });

  it("are on the curve of their launchpad until they graduate", () => {
    expect(one()?.onCurve).toBeNull();
    expect(one({ launchpad: "pump.fun" })?.onCurve).toBe(true);
    expect(one({ launchpad: "pump.fun", graduatedAt: "2026-10-08T13:28:26Z" })?.onCurve).toBe(false);
  });

  it("trust no figure that is a text, not finite, negative or out of range", () => {
    const odd = {
      liquidity: "33279",
      mcap: -1,
      organicScore: 4_000,
      holderCount: 1.5,
      audit: "x",
      stats1h: [],
    };
    expect(one(odd)).toMatchObject({ liquidityUsd: null, mcapUsd: null, organicScore: null, holders: null });
  });

  it("a search that finds only others has found nothing", () => {
    expect(reduceToken([row({ id: OTHER })], MINT, NOW).value.token).toBeNull();
    expect(reduceToken([], MINT, NOW).value.token).toBeNull();
    expect(() => reduceToken({ error: "x" }, MINT, NOW)).toThrow(failing("schema"));
  });

  it("come once each, in the provider's order, and an id that is no mint is no token", () => {
    const rows = [row(), ...Array.from({ length: 30 }, () => row({ id: OTHER })), row({ id: "<script>" })];
    expect(reduceTokens(rows, NOW).value.map(({ mint }) => mint)).toEqual([MINT, OTHER]);
  });

  it("are asked for on the host that is not deprecated", () => {
    const { href } = webAddress(jupiterToken(MINT).address(NOW));
    expect(href).toBe(`https://api.jup.ag/tokens/v2/search?query=${MINT}`);
  });
});

describe("Jupiter's verified tokens", () => {
  const chunks = async function* (rows: unknown) {
    yield new TextEncoder().encode(JSON.stringify(rows));
  };
  const row = (over: object = {}) => ({ id: MINT, name: "Gary", symbol: "GARY", liquidity: 20_000, ...over });

  it("are kept by mint and names, the deepest first, without those that nobody trades", async () => {
    const rows = [
      row(),
      row({ id: OTHER, name: "B\u200b", liquidity: 9e6 }),
      row({ id: WSOL, liquidity: 9_999 }),
    ];
    expect((await reduceVerified(chunks(rows))).value).toEqual([
      [OTHER, "B", "GARY"],
      [MINT, "Gary", "GARY"],
    ]);
  });

  it("are never none: an empty list would let every impostor pass", async () => {
    await expect(reduceVerified(chunks([]))).rejects.toMatchObject(failing("suspect_empty"));
    await expect(reduceVerified(chunks([row({ liquidity: null })]))).rejects.toMatchObject(
      failing("suspect_empty"),
    );
  });
});

describe("Jupiter's key", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  const headersWith = async (key: string) => {
    vi.stubEnv("JUPITER_API_KEY", key);
    vi.resetModules();
    const { jupiterRecent } = await import("@/lib/sources/jupiter");
    return jupiterRecent.address(NOW).headers;
  };
  const quotaWith = async (key: string, perMinute: string) => {
    vi.stubEnv("JUPITER_API_KEY", key);
    vi.stubEnv("JUPITER_PER_MINUTE", perMinute);
    vi.resetModules();
    const { jupiterRecent } = await import("@/lib/sources/jupiter");
    return typeof jupiterRecent.bucket === "function" ? jupiterRecent.bucket() : jupiterRecent.bucket;
  };

  it("says how often may be asked: its plan's quota with one, the keyless rate without", async () => {
    expect(await quotaWith("", "600")).toEqual({ name: "jupiter", perMinute: 30 });
    expect(await quotaWith("k-1", "")).toEqual({ name: "jupiter", perMinute: 60 });
    expect(await quotaWith("k-1", "600")).toEqual({ name: "jupiter", perMinute: 600 });
  });

  it("goes along as a header when there is one", async () => {
    expect(await headersWith("k-1")).toEqual({ "x-api-key": "k-1" });
    expect(await headersWith("")).toEqual({});
  });
});

describe("DexScreener's pairs", () => {
  const pair = (over: object = {}) => ({
    chainId: "solana",
    dexId: "pumpswap",
    url: "https://dexscreener.com/solana/x",
    pairAddress: "x",
    baseToken: { address: MINT, name: "Gary", symbol: "GARY" },
    quoteToken: { address: WSOL },
    priceUsd: "0.0008832",
    txns: { h1: { buys: 76, sells: 57 } },
    volume: { h1: 100, h24: 1_000 },
    priceChange: { h1: -2.1 },
    liquidity: { usd: 500 },
    marketCap: 855_186,
    pairCreatedAt: 1_791_117_376_000,
    ...over,
  });
  const of = (...pairs: object[]) => reducePairsOf(pairs, "solana", MINT, NOW).value.token;

  it("on a curve name no liquidity: it is unknown, not 0", () => {
    expect(of(pair({ liquidity: undefined }))?.liquidityUsd).toBeNull();
    expect(of(pair({ liquidity: undefined }), pair())?.liquidityUsd).toBe(500);
  });

  it("are summed up, the price taken from the deepest, the age from the oldest", () => {
    const deep = pair({ liquidity: { usd: 9_000 }, priceUsd: "0.001", pairCreatedAt: 1_791_217_376_000 });
    expect(of(pair(), deep)).toMatchObject({
      pairs: 2,
      priceUsd: 0.001,
      liquidityUsd: 9_500,
      volume1hUsd: 200,
      createdAt: "2026-10-04T12:36:16.000Z",
    });
  });

  it("of another chain, or in which the token is only the quote, are not its own", () => {
    expect(of(pair({ chainId: "base" }))).toBeNull();
    expect(of(pair({ baseToken: { address: OTHER }, quoteToken: { address: MINT } }))).toBeNull();
  });

  it("make no price of a text that is none, and no time of a zero or of tomorrow", () => {
    expect(of(pair({ priceUsd: "1e999", pairCreatedAt: 0 }))).toMatchObject({
      priceUsd: null,
      createdAt: null,
    });
    expect(of(pair({ pairCreatedAt: NOW.getTime() + 86_400_000 }))?.createdAt).toBeNull();
  });

  it("show web links only, each once, as plain text", () => {
    const info = {
      websites: [
        { url: "javascript:alert(1)", label: "Docs" },
        { url: "https://x.example/?utm_source=a" },
        null,
      ],
      socials: [
        { url: "https://x.com/gary", type: "<b>twitter</b>" },
        { url: "https://x.com/gary", type: "x" },
      ],
    };
    expect(of(pair({ info }))?.links).toEqual([
      { type: "website", url: "https://x.example/" },
      { type: "twitter", url: "https://x.com/gary" },
    ]);
  });

  it("spell an EVM address one way", () => {
    const address = `0x${"aB".repeat(20)}`;
    const base = pair({ chainId: "base", baseToken: { address, name: "B", symbol: "B" } });
    expect(reducePairs([base], "base", NOW).value[0]?.address).toBe(address.toLowerCase());
  });

  it("are asked for by 30 at most, in an order of their own, so that one batch is one source", () => {
    const mints = Array.from({ length: 40 }, (_, i) => `mint${100 + i}`);
    const source = dexscreenerTokens("solana", mints);
    expect(dexscreenerTokens("solana", mints.toReversed()).id).toBe(source.id);
    expect(source.address(NOW).path.split(",")).toHaveLength(30);
    expect(dexscreenerTokens("solana", mints.slice(1, 31)).id).not.toBe(source.id);
    expect(source.id).toMatch(/^dexscreener\.tokens:solana:[0-9a-f]{32}$/);
    expect(dexscreenerTokens("base", mints).id).not.toBe(source.id);
    expect(dexscreenerTokens("solana", ["b", "a"]).id).toBe(dexscreenerTokens("solana", ["a", "b"]).id);
    expect(dexscreenerPairs("base", "0xab").address(NOW).path).toBe("/token-pairs/v1/base/0xab");
  });

  it("profiles keep what makers wrote as plain text, and nothing of what they paid", () => {
    const [profile] = reduceProfiles([
      {
        chainId: "solana",
        tokenAddress: MINT,
        description: "<i>hi</i>",
        totalAmount: 500,
        links: [{ url: "ftp://x" }],
      },
    ]).value;
    expect(profile).toEqual({ chain: "solana", address: MINT, description: "hi", url: null, links: [] });
  });
});

describe("GeckoTerminal's pools", () => {
  const LONG = "0.000000000980250380515856223029124428523525793825202188191565748287673388";
  const pool = (over: object = {}, base = `solana_${MINT}`) => ({
    id: "solana_p",
    type: "pool",
    attributes: {
      base_token_price_usd: LONG,
      address: "p",
      name: "Gary / SOL",
      pool_created_at: "2026-10-08T15:31:31Z",
      fdv_usd: "25421.1981111165",
      market_cap_usd: null,
      price_change_percentage: { h1: "-99.355", h24: "-99.355" },
      transactions: { h1: { buys: 19, sells: 12, buyers: 14, sellers: 11 } },
      volume_usd: { h1: "139.0891388002", h24: "139.0891388002" },
      reserve_in_usd: "1.30974124283537",
      ...over,
    },
    relationships: { base_token: { data: { id: base, type: "token" } }, dex: { data: { id: "meteora" } } },
  });
  const first = (over: object = {}) => reducePools({ data: [pool(over)] }, "solana", NOW).value[0];

  it("write numbers of 70 digits, in texts", () => {
    expect(first()).toMatchObject({
      address: MINT,
      name: "Gary",
      priceUsd: 9.802503805158561e-10,
      reserveUsd: 1.30974124283537,
      change1hPct: -99.355,
      mcapUsd: null,
      buyers1h: 14,
    });
  });

  it.each([
    [null, null],
    ["0.0", 0],
    ["-5", null],
    ["1e400", null],
    ["NaN", null],
    ["9".repeat(500), null],
  ])("a reserve of %j is %j", (reserve_in_usd, expected) => {
    expect(first({ reserve_in_usd })?.reserveUsd).toBe(expected);
  });

  it("whose base is a quote, or of another network, price no token", () => {
    const rows = [pool({}, `solana_${WSOL}`), pool({}, `base_${MINT}`), pool()];
    expect(reducePools({ data: rows }, "solana", NOW).value).toHaveLength(1);
  });

  it("in which a token is what is paid with say nothing of it", async () => {
    const other = "Other111111111111111111111111111111111111111";
    const deep = pool({ base_token_price_usd: "9.5", reserve_in_usd: "5000000" }, `solana_${other}`);
    const answer = new TextEncoder().encode(JSON.stringify({ data: [deep, pool()] }));
    const { value } = await geckoPoolsOf("solana", MINT).answer(
      (async function* () {
        yield await Promise.resolve(answer);
      })(),
      NOW,
    );
    expect(value.map(({ address, reserveUsd }) => [address, reserveUsd])).toEqual([[MINT, 1.30974124283537]]);
  });

  it("of a token that it doesn't know are none, with status 404", () => {
    expect(geckoPoolsOf("ethereum", "0xab").absent).toEqual({ statuses: [404], value: [] });
    expect(geckoNewPools("ethereum").absent).toBeUndefined();
    expect(geckoPoolsOf("ethereum", "0xab").address(NOW).path).toBe("/api/v2/networks/eth/tokens/0xab/pools");
    expect(() => reducePools({ errors: [] }, "solana", NOW)).toThrow(failing("schema"));
  });
});

describe("a list that always holds something", () => {
  async function* bytes(answer: object) {
    yield await Promise.resolve(new TextEncoder().encode(JSON.stringify(answer)));
  }
  const lists: readonly (readonly [string, Source<unknown>, object])[] = [
    ["Jupiter's new tokens", jupiterRecent, []],
    ["Jupiter's trending tokens", jupiterTrending, []],
    ["DexScreener's profiles", dexscreenerProfiles, []],
    ["GeckoTerminal's new pools", geckoNewPools("solana"), { data: [] }],
    ["GeckoTerminal's trending pools", geckoTrendingPools("base"), { data: [] }],
  ];
  it.each(lists)("%s: without anything it is no answer", async (_, { answer }, empty) => {
    await expect(answer(bytes(empty), NOW)).rejects.toThrow(failing("suspect_empty"));
  });

  it("one token's pools may be none", async () => {
    const none = await geckoPoolsOf("solana", MINT).answer(bytes({ data: [] }), NOW);
    expect(none).toEqual({ value: [], asOf: null });
  });
});

it("a time before any token, ahead of the clock, or none, is unknown", () => {
  for (const odd of ["", "yesterday", 0, -1, Number.NaN, "1970-01-01", NOW.getTime() + 3_600_000, null])
    expect(pastTime(odd, NOW), String(odd)).toBeNull();
  expect(pastTime("2026-10-08T13:28:27.372426812Z", NOW)).toBe("2026-10-08T13:28:27.372Z");
});

it("whatever a provider answers is a value of the kept shape or a SourceError", () => {
  const answers = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.record({ id: fc.constant(MINT), name: fc.anything() })),
  );
  fc.assert(
    fc.property(answers, (answer) => {
      for (const [source, reduce] of [
        [rugcheckReport(MINT), () => reduceReport(answer, MINT, NOW).value],
        [jupiterToken(MINT), () => reduceToken(answer, MINT, NOW).value],
        [dexscreenerPairs("solana", MINT), () => reducePairsOf(answer, "solana", MINT, NOW).value],
        [geckoPoolsOf("solana", MINT), () => reducePoolsOf(answer, "solana", MINT, NOW).value],
      ] as const) {
        try {
          expect(source.kept.safeParse(reduce()).success).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: "SourceError" });
        }
      }
    }),
  );
});
