import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noInsider } from "@/lib/desks/candidate";
import { composeMomentum } from "@/lib/desks/momentum/compose";
import { momentumDocumentation } from "@/lib/desks/momentum/documentation";
import { momentumEntry } from "@/lib/desks/momentum/entry";
import type { MomentumInputs } from "@/lib/desks/momentum/gather";
import { directionOf, type Motion, momentumScore } from "@/lib/desks/momentum/score";
import { rotationOf } from "@/lib/desks/momentum/theme";
import { dexscreenerProfiles, dexscreenerTokens, type Profile } from "@/lib/sources/dexscreener";
import { coindesk, cointelegraph, decrypt, type Feed, theBlock } from "@/lib/sources/feeds";
import { geckoNewPools, type GeckoPool, geckoTrendingPools } from "@/lib/sources/geckoterminal";
import { jupiterRecent, jupiterTrending } from "@/lib/sources/jupiter";
import { jupiterVerified } from "@/lib/sources/jupiter-verified";
import { rugcheckReport } from "@/lib/sources/rugcheck";
import { failed, readingOf } from "../fixtures/readings";
import { dexTokenOf, geckoPoolOf, jupiterTokenOf, MINT, NOW, reportOf } from "../fixtures/tokens";

const ok = <Value>(source: { id: string; provider: string }, value: Value) =>
  readingOf(source, value, NOW, NOW);
const strong = { changePct: 45, volumeUsd: 300_000, organicVolumeUsd: 250_000, traders: 400, netBuyers: 300 };

const story: Feed = {
  items: [
    { title: "Harbour Cat leads memes", url: "https://n.example/1", publishedAt: "2026-10-08T15:00:00.000Z" },
  ],
};
const inputsOf = (over: Partial<MomentumInputs["screen"]> = {}): MomentumInputs => ({
  rotation: { chain: "solana", theme: null, detected: false },
  screen: {
    trending: ok(jupiterTrending, [jupiterTokenOf({ hour: strong, organicScore: 90 })]),
    recent: ok(jupiterRecent, []),
    profiles: ok<Profile[]>(dexscreenerProfiles, []),
    newPools: ok<GeckoPool[]>(geckoNewPools("solana"), []),
    trendingPools: ok<GeckoPool[]>(geckoTrendingPools("solana"), []),
    batches: [ok(dexscreenerTokens("solana", [MINT]), [dexTokenOf()])],
    verified: ok(jupiterVerified, [["Other", "Other", "OTHR"]]),
    reports: { [MINT]: ok(rugcheckReport(MINT), { report: reportOf() }) },
    ...over,
  },
  feeds: [
    ok(coindesk, story),
    failed<Feed>(decrypt),
    ok<Feed>(theBlock, { items: [] }),
    ok<Feed>(cointelegraph, { items: [] }),
  ],
});
const asked = { limit: 10, includeInsider: true };
const momentum = (inputs = inputsOf(), input = asked, insider = noInsider) =>
  composeMomentum(inputs, input, insider, NOW);

describe("a momentum candidate", () => {
  it("is of its route's shape, the same each time, actionable and up", () => {
    const { answer } = momentum();
    expect(momentumDocumentation.output.parse(answer)).toEqual(answer);
    expect(momentum().answer).toEqual(answer);
    const [first] = answer.candidates;
    expect(first).toMatchObject({
      kind: "momentum",
      symbol: "HCAT",
      status: "live",
      direction: "up",
      actionable: true,
      institutional: null,
      insiderSignals: [],
      riskFlags: [],
      onchain: { volumeBasis: "organic", scoredVolume1hUsd: 250_000, safety: "clear" },
    });
    expect(first?.narrative?.map(({ title }) => title)).toEqual(["Harbour Cat leads memes"]);
    const sum = first?.why.reduce((total, { contribution }) => total + contribution, 0);
    expect(sum).toBeCloseTo(first?.score ?? NaN, 6);
    expect(answer.coverage).toBe(0.95); // one of four feeds failed
    expect(answer.summary).toMatch(/^1 momentum candidate of 1 looked at, 1 actionable/);
  });

  it("grows older while one reading of it serves", () => {
    const createdAt = new Date(NOW.getTime() - 59 * 60_000).toISOString();
    const given = inputsOf({
      trending: ok(jupiterTrending, [jupiterTokenOf({ hour: strong, organicScore: 90, createdAt })]),
      batches: [],
      newPools: ok(geckoNewPools("solana"), [geckoPoolOf({ createdAt })]),
      reports: { [MINT]: ok(rugcheckReport(MINT), { report: reportOf({ detectedAt: createdAt }) }) },
    });
    const flagsAt = (minutes: number) => {
      const now = new Date(NOW.getTime() + minutes * 60_000);
      const [first] = composeMomentum(given, asked, noInsider, now).answer.candidates;
      return first?.riskFlags.map(({ id }) => id);
    };
    expect([flagsAt(0), flagsAt(1), flagsAt(0)]).toEqual([["age-min"], [], ["age-min"]]);
  });

  it("is not actionable, whatever it does, while holders, lock and dangers are unknown, and names them", () => {
    const [first] = momentum(inputsOf({ reports: {} })).answer.candidates;
    expect(first).toMatchObject({ actionable: false, direction: "watch", onchain: { safety: "unknown" } });
    expect(first?.score).toBeLessThanOrEqual(30);
    expect(first?.riskFlags.at(-1)).toMatchObject({ id: "safety-unknown" });
    expect(first?.riskFlags.at(-1)?.detail).toContain("lp-unlocked");
  });

  it("is one of a rotation that has any: an empty one is refused, free", () => {
    const { nothing } = momentum(inputsOf({ trending: ok(jupiterTrending, []), batches: [] }));
    expect(nothing).toMatchObject({ status: 404, options: { details: { field: "chain" } } });
  });

  it("with a danger is scored 0 and never actionable, and says which", () => {
    const token = jupiterTokenOf({ hour: strong, organicScore: 90, mintAuthority: true });
    const [first] = momentum(inputsOf({ trending: ok(jupiterTrending, [token]) })).answer.candidates;
    expect(first).toMatchObject({ score: 0, actionable: false, direction: "watch" });
    expect(first?.riskFlags[0]).toMatchObject({ id: "mint-authority", level: "danger" });
    expect(first?.why.at(-1)?.factor).toBe("limit");
  });

  it("carries creator signals where there are any, unless they are not wanted", () => {
    const signal = { signalId: "sig_1", line: "t", stance: "long" as const, publishedAt: NOW.toISOString() };
    const insider = () => ({ signals: [signal], kol: [{ creator: "c", line: "l" }] });
    const [reported] = momentum(inputsOf(), asked, insider).answer.candidates;
    expect(reported).toMatchObject({ insiderSignals: [signal], kol: [{ creator: "c", line: "l" }] });
    const [silent] = momentum(inputsOf(), { ...asked, includeInsider: false }, insider).answer.candidates;
    expect(silent).toMatchObject({ insiderSignals: [], kol: [] });
  });

  it("on a chain without organic figures is scored by distinct traders, at 0.3 for want of safety", () => {
    const address = `0x${"ab".repeat(20)}`;
    const pool = geckoPoolOf({ address, buys1h: 900, sells1h: 100, buyers1h: 30, sellers1h: 20 });
    const { screen, feeds } = inputsOf({
      recent: null,
      trending: null,
      trendingPools: ok(geckoTrendingPools("base"), [pool]),
      batches: [],
    });
    const { answer } = momentum({
      rotation: { chain: "base", theme: "l2-memes", detected: true },
      screen,
      feeds,
    });
    expect(answer.theme).toBe("l2-memes");
    expect(answer.notes.join(" ")).toContain("taken from your message");
    expect(answer.candidates[0]).toMatchObject({
      onchain: { volumeBasis: "distinct-traders", scoredVolume1hUsd: 2_000, traders1h: 50, netBuyers1h: 10 },
      actionable: false,
    });
    expect(answer.candidates[0]?.score).toBeLessThanOrEqual(30);
  });

  it("has one change of the hour: that which its score, direction and evidence rest on", () => {
    const address = `0x${"ab".repeat(20)}`;
    const { screen, feeds } = inputsOf({
      recent: null,
      trending: null,
      trendingPools: ok(geckoTrendingPools("base"), [geckoPoolOf({ address, change1hPct: -2.84 })]),
      batches: [ok(dexscreenerTokens("base", [address]), [dexTokenOf({ address, change1hPct: -2.76 })])],
    });
    const rotation = { chain: "base", theme: "l2-memes", detected: false } as const;
    const [first] = momentum({ rotation, screen, feeds }).answer.candidates;
    expect(first?.onchain).toMatchObject({ change1hPct: -2.84 });
    expect(first?.evidence).toContain("-2.84 % in an hour.");
  });

  it("of a theme is no stablecoin, no wrapped coin and no exchange token", () => {
    const symbols = ["USDC", "cbBTC", "WETH", "AERO", "TOSHI"];
    const address = (i: number): string => `0x${String(i).repeat(40)}`;
    const { screen, feeds } = inputsOf({
      recent: null,
      trending: null,
      trendingPools: ok(
        geckoTrendingPools("base"),
        symbols.map((name, i) => geckoPoolOf({ address: address(i + 1), pool: name, name })),
      ),
      batches: [],
    });
    const rotation = { chain: "base", theme: "l2-memes", detected: false } as const;
    expect(momentum({ rotation, screen, feeds }).answer.candidates.map(({ name }) => name)).toEqual([
      "TOSHI",
    ]);
  });

  it("is not sold on too little: without Jupiter's lists the tokens are missing", () => {
    const { answer, missing } = momentum(
      inputsOf({ trending: failed(jupiterTrending), recent: failed(jupiterRecent) }),
    );
    expect(answer.coverage).toBe(0.55);
    expect(missing).toEqual(["tokens"]);
  });
});

describe("the score", () => {
  const motion = (over: Partial<Motion> = {}): Motion => ({
    liquidityUsd: 60_000,
    volumeUsd: 250_000,
    basis: "organic",
    traders: 400,
    netBuyers: 300,
    organicScore: 90,
    changePct: 45,
    ...over,
  });

  it.each([
    ["liquidity is unknown", { liquidityUsd: null }],
    ["liquidity is under $5,000", { liquidityUsd: 4_999 }],
    ["volume and organic score are unknown", { volumeUsd: null, organicScore: null }],
  ])("is null when %s", (_, over) => {
    expect(momentumScore(motion(over), "clear")).toEqual({ score: null, why: [] });
  });

  it("is cut by what is known of safety", () => {
    const whole = momentumScore(motion(), "clear").score ?? NaN;
    expect(momentumScore(motion(), "caution").score).toBeCloseTo(whole * 0.5, 1);
    expect(momentumScore(motion(), "unknown").score).toBeCloseTo(whole * 0.3, 1);
    expect(momentumScore(motion(), "danger").score).toBe(0);
  });

  it("gives an unknown factor's weight to the others: nobody trading is not nobody known", () => {
    expect(
      momentumScore(motion({ traders: 0, netBuyers: 0 }), "clear").why.map(({ factor }) => factor),
    ).not.toContain("net-buyers");
  });

  it("stays within 0 and 100 and is the sum of its parts, whatever moves", () => {
    const any = fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true }));
    const positive = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }));
    const motions = fc.record({
      liquidityUsd: positive,
      volumeUsd: positive,
      basis: fc.constant("organic" as const),
      traders: fc.option(fc.nat()),
      netBuyers: any,
      organicScore: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
      changePct: any,
    });
    fc.assert(
      fc.property(
        motions,
        fc.constantFrom("clear", "caution", "unknown", "danger" as const),
        (moved, safety) => {
          const { score, why } = momentumScore(moved, safety);
          if (score === null) return;
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100);
          expect(why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 6);
        },
      ),
    );
  });

  it.each([
    [60, { changePct: 0.1 }, "up"],
    [60, { changePct: 0 }, "watch"],
    [59.9, { changePct: 20 }, "watch"],
    [10, { changePct: -10, netBuyers: -1 }, "down"],
    [10, { changePct: -10, netBuyers: 0 }, "watch"],
    [10, { changePct: -9.9, netBuyers: -5 }, "watch"],
    [null, { changePct: null, netBuyers: null }, "watch"],
  ] as const)("of %j with %j points %s", (score, over, expected) => {
    expect(directionOf(motion(over), score)).toBe(expected);
  });
});

describe("which rotation is meant", () => {
  it.each([
    ["what runs on Base today?"],
    ["base memes please"],
    ["is coinbase's L2 hot"],
    ["BRETT or TOSHI"],
    ["any toshi news"],
  ])("%s is about the memes of the exchange's layer 2", (message) => {
    expect(rotationOf({ message })).toEqual({ chain: "base", theme: "l2-memes", detected: true });
  });

  it.each([
    ["the base case is a rally"],
    ["Base your view on base rates"],
    ["Base rate?"],
    ["based devs"],
    ["solana memes"],
    ["a degenerate market"],
    [""],
  ])("%s is not", (message) => {
    expect(rotationOf({ message })).toEqual({ chain: "solana", theme: null, detected: false });
  });

  it("what is asked for decides over what the message says; a theme of another chain is a 400", () => {
    expect(rotationOf({ chain: "solana", message: "base memes" }).theme).toBeNull();
    expect(rotationOf({ theme: "l2-memes" })).toMatchObject({ chain: "base", detected: false });
    expect(() => rotationOf({ theme: "l2-memes", chain: "solana" })).toThrow(
      expect.objectContaining({ code: "invalid_request" }),
    );
    const unknown = momentumEntry.input.safeParse({ theme: "dog-coins" });
    expect(unknown.error?.issues[0]?.message).toBe("must be one of: l2-memes");
  });
});
