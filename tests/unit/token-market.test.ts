import { address, getBase64Decoder } from "@solana/kit";
import { getMintEncoder } from "@solana-program/token";
import { type ExtensionArgs, getExtensionEncoder } from "@solana-program/token-2022";
import { describe, expect, it } from "vitest";
import { objectionToMint } from "@/lib/chains/token-mint";
import { offerable, type MarketLimits, type TokenMarket } from "@/lib/payments/token/market";
import { reduceCandles } from "@/lib/sources/geckoterminal-candles";
import { hourAverage } from "@/lib/token/price/average";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "@/sandbox/chains/solana/network";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const MINUTE = 60_000;
const CENT = 10n ** 16n;

const MARKET: TokenMarket = {
  ...{ spot: 100n * CENT, average: 100n * CENT, liquidityUsd: 20_000, source: "somewhere" },
  ...{ at: NOW - 180_000, mint: null },
};
const LIMITS: MarketLimits = { maxAgeSec: 180, maxSpreadPct: 5, minLiquidityUsd: 20_000, dailyCapUsd: 1_000 };
const judge = (change: Partial<TokenMarket> = {}, soldToday: number | null = 0) =>
  offerable({ ...MARKET, ...change }, soldToday, NOW, LIMITS);

describe("an offer in the token", () => {
  it("rests on the lower of the price now and the last hour's", () => {
    expect(judge({ spot: 97n * CENT })).toEqual({ kind: "price", price: 97n * CENT });
    expect(judge({ average: 97n * CENT })).toEqual({ kind: "price", price: 97n * CENT });
  });

  it.each<[string, Partial<TokenMarket>, number | null, RegExp]>([
    ["is too old", { at: NOW - 180_001 }, 0, /too old/],
    ["has fallen by more than 5 % of the average", { spot: 95n * CENT - 1n }, 0, /too fast/],
    ["has risen by more than 5 % of the average", { spot: 105n * CENT + 1n }, 0, /too fast/],
    ["has too little behind it", { liquidityUsd: 19_999.99 }, 0, /too little/],
    ["is of a mint that can't be relied on", { mint: "The mint has a transfer fee." }, 0, /transfer fee/],
    ["has bought as much today as it may", {}, 1_000_000_000, /today/],
    ["has bought nobody knows how much today", {}, null, /not known how much/],
  ])("is not made while the price %s", (_, change, sold, why) => {
    expect(judge(change, sold)).toEqual({ kind: "none", why: expect.stringMatching(why) as unknown });
  });

  it("is made at each of those limits", () => {
    expect(judge({ spot: 95n * CENT }).kind).toBe("price");
    expect(judge({ spot: 105n * CENT }).kind).toBe("price");
    expect(judge({}, 999_999_999).kind).toBe("price");
  });

  it("is not made without a price", () => {
    expect(offerable(null, 0, NOW, LIMITS).kind).toBe("none");
  });
});

describe("the last hour's average", () => {
  const closes = (...of: [minutesAgo: number, close: number][]) =>
    of.map(([ago, close]) => ({ at: NOW - ago * MINUTE, close }));

  it("weighs each price by how long it stood", () => {
    expect(hourAverage(closes([90, 1], [30, 3]), NOW)).toBe(2);
    expect(hourAverage(closes([60, 1], [15, 5]), NOW)).toBe(2);
  });

  it("is moved little by what was traded for a minute", () => {
    expect(hourAverage(closes([90, 1], [1, 100]), NOW)).toBeCloseTo(1 + 99 / 60, 9);
  });

  it("is that of the last trade where there was none since", () => {
    expect(hourAverage(closes([110, 7]), NOW)).toBe(7);
  });

  it("is not known of a pool that is younger, or of a time to come", () => {
    for (const of of [closes(), closes([59, 1]), closes([-1, 1])]) expect(hourAverage(of, NOW)).toBeNull();
    expect(hourAverage(closes([60, 2], [-1, 100]), NOW)).toBe(2);
  });

  it("is read from candles in any order, without those that say nothing", () => {
    const rows = [
      [300, 1, 1, 1, 3, 9],
      [240, 1, 1, 1, 2, 9],
      [180, 1, 1, 1, 0, 9],
    ];
    expect(reduceCandles({ data: { attributes: { ohlcv_list: rows } } }).value).toEqual([
      { at: 240_000, close: 2 },
      { at: 300_000, close: 3 },
    ]);
  });
});

const SOMEBODY = address("4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw");

/** A mint as the chain holds it; `extensions` as Token-2022's own client writes them. */
function mint(
  change: { decimals?: number; freezeAuthority?: typeof SOMEBODY; isInitialized?: boolean } = {},
  extensions?: readonly ExtensionArgs[],
): string {
  const base = getMintEncoder().encode({
    ...{ mintAuthority: SOMEBODY, supply: 5n, decimals: 6, isInitialized: true, freezeAuthority: null },
    ...change,
  });
  if (extensions === undefined) return getBase64Decoder().decode(base);
  const behind = extensions.flatMap((extension) => [...getExtensionEncoder().encode(extension)]);
  const data = new Uint8Array(166 + behind.length);
  data.set(base);
  data[165] = 1;
  data.set(behind, 166);
  return getBase64Decoder().decode(data);
}

const POINTER: ExtensionArgs = { __kind: "MetadataPointer", authority: SOMEBODY, metadataAddress: SOMEBODY };
const FEE = { epoch: 0n, maximumFee: 1n, transferFeeBasisPoints: 1 };

describe("a mint", () => {
  const classic = { program: TOKEN_PROGRAM as string, decimals: 6 };
  const newer = { program: TOKEN_2022_PROGRAM as string, decimals: 6 };

  it("is taken of either program, also with a name", () => {
    expect(objectionToMint({ owner: TOKEN_PROGRAM, data: mint() }, classic)).toBeNull();
    expect(objectionToMint({ owner: TOKEN_2022_PROGRAM, data: mint() }, newer)).toBeNull();
    expect(objectionToMint({ owner: TOKEN_2022_PROGRAM, data: mint({}, [POINTER]) }, newer)).toBeNull();
  });

  it.each<[string, string, RegExp]>([
    ["other decimals", mint({ decimals: 9 }), /has 9 decimals, not 6/],
    ["a freeze authority", mint({ freezeAuthority: SOMEBODY }), /freeze/],
    ["no beginning", mint({ isInitialized: false }), /no mint/],
    ["the bytes of something else", getBase64Decoder().decode(new Uint8Array(165).fill(1)), /no mint/],
    ["extensions where there can be none", mint({}, [POINTER]), /no mint/],
  ])("of SPL Token is refused with %s", (_, data, why) => {
    expect(objectionToMint({ owner: TOKEN_PROGRAM, data }, classic)).toMatch(why);
  });

  it.each<[string, ExtensionArgs, RegExp]>([
    [
      "a transfer fee",
      {
        ...{ __kind: "TransferFeeConfig", transferFeeConfigAuthority: SOMEBODY },
        ...{
          withdrawWithheldAuthority: SOMEBODY,
          withheldAmount: 0n,
          olderTransferFee: FEE,
          newerTransferFee: FEE,
        },
      },
      /transfer fee/,
    ],
    ["a hook", { __kind: "TransferHook", authority: SOMEBODY, programId: SOMEBODY }, /hook/],
    ["a permanent delegate", { __kind: "PermanentDelegate", delegate: SOMEBODY }, /permanent delegate/],
    ["a pause", { __kind: "PausableConfig", authority: SOMEBODY, paused: false }, /pause/],
    ["an end", { __kind: "MintCloseAuthority", closeAuthority: SOMEBODY }, /close/],
    ["frozen accounts", { __kind: "DefaultAccountState", state: 2 }, /default state/],
    ["no transfers", { __kind: "NonTransferable" }, /can't be transferred/],
    [
      "scaled amounts",
      {
        ...{ __kind: "ScaledUiAmountConfig", authority: SOMEBODY, multiplier: 2 },
        ...{ newMultiplierEffectiveTimestamp: 0n, newMultiplier: 2 },
      },
      /scaled/,
    ],
    [
      "interest",
      {
        ...{ __kind: "InterestBearingConfig", rateAuthority: SOMEBODY, initializationTimestamp: 0n },
        ...{ preUpdateAverageRate: 0, lastUpdateTimestamp: 0n, currentRate: 1 },
      },
      /interest/,
    ],
  ])("of Token-2022 is refused with %s, also behind a harmless extension", (_, extension, why) => {
    for (const extensions of [[extension], [POINTER, extension]])
      expect(objectionToMint({ owner: TOKEN_2022_PROGRAM, data: mint({}, extensions) }, newer)).toMatch(why);
  });

  it("is refused with an extension that nobody knows yet", () => {
    const bytes = new Uint8Array([
      ...Uint8Array.from(atob(mint({}, [POINTER])), (c) => c.charCodeAt(0)),
      99,
      0,
      0,
      0,
    ]);
    const data = getBase64Decoder().decode(bytes);
    expect(objectionToMint({ owner: TOKEN_2022_PROGRAM, data }, newer)).toMatch(/extension 99/);
  });

  it("is refused where it is of the other program, or of none", () => {
    expect(objectionToMint({ owner: TOKEN_2022_PROGRAM, data: mint() }, classic)).toMatch(/belongs to/);
    expect(objectionToMint(null, classic)).toMatch(/no mint/);
  });
});
