import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenSafety } from "@/lib/catalog/intel/answers/token-safety";
import { factsOf, type TokenReadings } from "@/lib/desks/token-facts";
import { impostorOf } from "@/lib/desks/impostor";
import { flagsOf } from "@/lib/desks/token-flags";
import { safetyOf } from "@/lib/desks/token-safety";
import type { JupiterToken } from "@/lib/sources/jupiter";
import type { VerifiedTokens } from "@/lib/sources/jupiter-verified";
import type { TokenReport } from "@/lib/sources/token-report";
import {
  dexTokenOf,
  geckoPoolOf,
  jupiterTokenOf,
  mintAccountOf,
  MINT,
  NOW,
  reportOf,
} from "../fixtures/tokens";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const READ_AT = "2026-10-08T12:04:30.000Z";
const readings = (over: Partial<TokenReadings> = {}): TokenReadings => ({
  report: reportOf(),
  reportBy: "RugCheck",
  impostor: { value: false, source: "Jupiter" },
  mint: mintAccountOf(),
  simulated: null,
  jupiter: jupiterTokenOf(),
  dex: dexTokenOf(),
  pools: [geckoPoolOf()],
  ...over,
});
const judged = (over: Partial<TokenReadings> = {}, address = MINT) =>
  safetyOf(factsOf(readings(over), NOW), address, READ_AT);
const reported = (over: Partial<TokenReport>) => judged({ report: reportOf(over) });
const listed = (over: Partial<JupiterToken>) => judged({ jupiter: jupiterTokenOf(over) });
const failing = (safety: ReturnType<typeof judged>) =>
  safety.checks.filter(({ points }) => points > 0).map(({ id, points, status }) => [id, points, status]);

it("with nothing wrong every check passes, which is called clear and not safe", () => {
  const safety = judged();
  expect(safety.checks).toHaveLength(26);
  expect(safety.checks.map(({ status }) => status)).toEqual(Array(26).fill("pass"));
  expect(safety).toMatchObject({ verdict: "clear", risk: 0, top10ExPoolPct: 3, maxHolderExPoolPct: 2 });
});

describe("a broken hard rule is a danger", () => {
  it.each([
    ["mint-authority", { mintAuthority: true }],
    ["freeze-authority", { freezeAuthority: true }],
    ["rugged", { rugged: true }],
    ["permanent-delegate", { permanentDelegate: true }],
    ["non-transferable", { nonTransferable: true }],
    ["transfer-fee-pct", { transferFeePct: 5 }],
    ["largest-holder-pct", { holders: [{ owner: "A", pct: 20 }] }],
  ] as const)("%s", (id, over) => {
    const safety = reported(over as Partial<TokenReport>);
    expect(safety).toMatchObject({ verdict: "danger", risk: 100 });
    expect(failing(safety)[0]).toEqual([id, 100, "fail"]);
    expect(flagsOf(safety)[0]).toMatchObject({ id, level: "danger" });
  });

  it("just short of which there is none", () => {
    expect(reported({ transferFeePct: 4.99 }).verdict).toBe("clear");
    expect(failing(reported({ holders: [{ owner: "A", pct: 19.99 }] }))).toEqual([["top10-pct", 10, "warn"]]);
  });

  it("whatever the other providers lack, and when only one of two providers has seen it", () => {
    expect(judged({ report: reportOf({ rugged: true }), jupiter: null, dex: null, pools: [] }).verdict).toBe(
      "danger",
    );
    expect(listed({ mintAuthority: true }).verdict).toBe("danger");
  });

  it("but for the authorities of an issuer that redeems, who is known by address and never by name", () => {
    const set = {
      report: reportOf({ mintAuthority: true, freezeAuthority: true, name: "USD Coin", symbol: "USDC" }),
    };
    expect(judged(set, USDC).verdict).toBe("clear");
    expect(judged(set).verdict).toBe("danger");
    expect(judged({ report: reportOf({ mintAuthority: true, permanentDelegate: true }) }, USDC).verdict).toBe(
      "danger",
    );
  });
});

describe("points", () => {
  const liquidity = (usd: number) =>
    judged({ dex: dexTokenOf({ liquidityUsd: usd }), jupiter: jupiterTokenOf({ liquidityUsd: usd }) });
  const top10 = (pct: number) =>
    reported({ holders: Array.from({ length: 10 }, (_, i) => ({ owner: String(i), pct: pct / 10 })) });
  it.each([
    ["liquidity under $5k", () => liquidity(4_999), "liquidity-usd", 25, "fail"],
    ["liquidity under $25k", () => liquidity(5_000), "liquidity-usd", 12, "warn"],
    ["unlocked LP", () => reported({ lpUnlockedShare: 0.51 }), "lp-unlocked", 20, "fail"],
    ["ten holders over 30 %", () => top10(30.1), "top10-pct", 20, "fail"],
    ["ten holders over 15 %", () => top10(15.1), "top10-pct", 10, "warn"],
    ["a creator over 5 %", () => reported({ creatorPct: 5.1 }), "creator-pct", 10, "warn"],
    ["a developer of 50 tokens", () => listed({ devMints: 50 }), "dev-mints", 15, "warn"],
    ["a developer of 10 tokens", () => listed({ devMints: 10 }), "dev-mints", 7, "warn"],
    ["under 100 holders", () => listed({ holders: 99 }), "holders", 10, "warn"],
    ["one danger by RugCheck", () => reported({ dangers: ["x"] }), "reported-dangers", 20, "fail"],
    ["two dangers by RugCheck", () => reported({ dangers: ["x", "y"] }), "reported-dangers", 100, "fail"],
    [
      "a danger that decides by itself",
      () => reported({ dangers: ["Creator history of rugged tokens"] }),
      "reported-dangers",
      100,
      "fail",
    ],
    ["two warnings by RugCheck", () => reported({ warnings: 2 }), "reported-warnings", 10, "warn"],
    ["a fee that can change", () => reported({ feeChangeable: true }), "fee-changeable", 20, "fail"],
    ["code that can change", () => reported({ codeChangeable: true }), "code-changeable", 20, "fail"],
    ["a score of 50", () => reported({ normalised: 50 }), "report-score", 20, "fail"],
    ["a score of 80", () => reported({ normalised: 80 }), "report-score", 100, "fail"],
    ["a name of two scripts", () => reported({ nameProblem: "scripts" }), "name-characters", 20, "fail"],
    ["a name with bidi controls", () => listed({ nameProblem: "control" }), "name-characters", 100, "fail"],
    ["suspicious to Jupiter", () => listed({ suspicious: true }), "suspicious", 20, "fail"],
    ["a transfer hook", () => reported({ transferHook: true }), "transfer-hook", 20, "fail"],
  ] as const)("for %s", (_, make, id, points, status) => {
    expect(failing(make())).toEqual([[id, points, status]]);
  });

  it("for under an hour of age, by the earliest time that anybody gives", () => {
    const young = "2026-10-08T14:38:01.000Z";
    const all = {
      report: reportOf({ detectedAt: young }),
      jupiter: jupiterTokenOf({ createdAt: young }),
      dex: dexTokenOf({ createdAt: young }),
      pools: [geckoPoolOf({ createdAt: young })],
    };
    expect(failing(judged(all))).toEqual([["age-min", 10, "warn"]]);
    expect(judged({ ...all, dex: dexTokenOf({ createdAt: null }) }).ageMin).toBe(59);
    expect(failing(judged({ ...all, dex: dexTokenOf() }))).toEqual([]);
  });

  it("for an organic share under 1 % of at least $10k, and none where there is less to tell by", () => {
    const day = jupiterTokenOf().day;
    const wash = listed({ day: { ...day, volumeUsd: 10_000, organicVolumeUsd: 99 } });
    expect(failing(wash)).toEqual([["organic-share-pct", 20, "fail"]]);
    const few = listed({ day: { ...day, volumeUsd: 9_999, organicVolumeUsd: 0 } });
    expect(few.checks.at(-1)).toMatchObject({ status: "unknown", points: 0 });
    const unsaid = listed({ day: { ...day, organicVolumeUsd: null } });
    expect(unsaid.checks.at(-1)?.status).toBe("unknown");
  });

  it("of LP that nobody knows are none, and neither are those of LP that can't exist", () => {
    const lp = (safety: ReturnType<typeof judged>) => safety.checks.find(({ id }) => id === "lp-unlocked");
    const none = { value: null, points: 0 };
    expect(lp(reported({ lpUnlockedShare: null }))).toMatchObject({ status: "unknown", ...none });
    const onCurve = judged({
      report: reportOf({ lpUnlockedShare: 0.9 }),
      jupiter: jupiterTokenOf({ onCurve: true }),
    });
    expect(lp(onCurve)).toMatchObject({ status: "not_applicable", ...none });
    expect(onCurve).toMatchObject({ verdict: "clear", missing: [], notApplicable: ["lp-unlocked"] });
  });

  it("make caution from 20 on and danger from 50 on", () => {
    expect(reported({ creatorPct: 6 }).verdict).toBe("clear");
    expect(reported({ lpUnlockedShare: 1 }).verdict).toBe("caution");
    const bad = reported({ lpUnlockedShare: 1, creatorPct: 6, dangers: ["a"] });
    expect(bad).toMatchObject({ verdict: "danger", risk: 50 });
    expect(flagsOf(bad).at(-1)).toMatchObject({ id: "safety-danger", level: "danger" });
  });
});

describe("liquidity", () => {
  it.each([0, 0.01, 999.99])("of $%s is a danger by itself", (usd) => {
    const safety = judged({ jupiter: jupiterTokenOf({ liquidityUsd: usd }) });
    expect(safety).toMatchObject({ verdict: "danger", risk: 100 });
    expect(failing(safety)).toEqual([["liquidity-usd", 100, "fail"]]);
  });

  it("of a curve is not the empty reserve that GeckoTerminal shows for it", () => {
    const curve = judged({
      jupiter: jupiterTokenOf({ onCurve: true, liquidityUsd: null }),
      dex: dexTokenOf({ liquidityUsd: null }),
      pools: [geckoPoolOf({ reserveUsd: 0 })],
      report: reportOf({ liquidityUsd: null }),
    });
    expect(curve).toMatchObject({ verdict: "unknown", liquidityUsd: null, missing: ["liquidity-usd"] });
  });

  it("is the lower of what DexScreener and Jupiter say, so that a pool made up on one of them helps nobody", () => {
    const safety = judged({
      dex: dexTokenOf({ liquidityUsd: 1e9 }),
      jupiter: jupiterTokenOf({ liquidityUsd: 900 }),
    });
    expect(safety.liquidityUsd).toBe(900);
    expect(safety.checks.find(({ id }) => id === "liquidity-usd")?.source).toBe("Jupiter");
  });

  it("is taken from the others only when both are silent, and is unknown when all are", () => {
    const silent = {
      dex: dexTokenOf({ liquidityUsd: null }),
      jupiter: jupiterTokenOf({ liquidityUsd: null }),
    };
    expect(judged(silent).liquidityUsd).toBe(60_500);
    expect(judged({ ...silent, pools: [] }).liquidityUsd).toBe(120_000);
    expect(judged({ ...silent, pools: [], report: null }).liquidityUsd).toBeNull();
  });
});

describe("clear", () => {
  const unread: readonly [string, Partial<TokenReadings>][] = [
    [
      "mint-authority",
      {
        report: reportOf({ mintAuthority: null }),
        jupiter: jupiterTokenOf({ mintAuthority: null }),
        mint: null,
      },
    ],
    [
      "freeze-authority",
      {
        report: reportOf({ freezeAuthority: null }),
        jupiter: jupiterTokenOf({ freezeAuthority: null }),
        mint: null,
      },
    ],
    ["impostor", { impostor: null }],
    ["lp-unlocked", { report: reportOf({ lpUnlockedShare: null }) }],
    ["reported-dangers", { report: reportOf({ dangers: null }) }],
    ["largest-holder-pct", { report: reportOf({ holders: null }) }],
    ["rugged", { report: reportOf({ rugged: null }) }],
    ["code-changeable", { report: reportOf({ codeChangeable: null }) }],
    ["report-score", { report: reportOf({ normalised: null }) }],
    ...(
      [
        ["permanent-delegate", "permanentDelegate"],
        ["non-transferable", "nonTransferable"],
        ["transfer-hook", "transferHook"],
        ["transfer-fee-pct", "transferFeePct"],
        ["fee-changeable", "feeChangeable"],
        ["frozen-by-default", "frozenByDefault"],
        ["lesser-powers", "lesserPowers"],
      ] as const
    ).map(([id, member]): [string, Partial<TokenReadings>] => [
      id,
      { report: reportOf({ [member]: null }), mint: mintAccountOf({ [member]: null }) },
    ]),
    [
      "name-characters",
      {
        report: reportOf({ nameProblem: null }),
        jupiter: jupiterTokenOf({ nameProblem: null }),
        dex: dexTokenOf({ nameProblem: null }),
      },
    ],
  ];
  it("is said with its time, what was not checked, and what the issuer can still change", () => {
    const safety = judged({ report: reportOf({ lesserPowers: ["close the mint"] }), mint: null });
    expect(safety).toMatchObject({ verdict: "clear", asOf: READ_AT, canChange: ["close the mint"] });
    expect(safety.notChecked).toEqual(["whether several holders are one person", "what the issuer intends"]);
  });

  it("needs no lock of a pool of positions that is deep, old and has no large holder", () => {
    const old = "2026-08-01T00:00:00.000Z";
    const pool = (liquidityUsd: number, createdAt: string) =>
      judged({
        report: reportOf({ positions: true, lpUnlockedShare: null, detectedAt: createdAt }),
        jupiter: jupiterTokenOf({ liquidityUsd, createdAt }),
        dex: dexTokenOf({ liquidityUsd, createdAt }),
        pools: [],
      });
    expect(pool(50_000, old)).toMatchObject({ verdict: "clear", notApplicable: ["lp-unlocked"] });
    expect(pool(49_999, old)).toMatchObject({ verdict: "unknown", missing: ["lp-unlocked"] });
    expect(pool(50_000, "2026-10-01T00:00:00.000Z")).toMatchObject({ verdict: "unknown" });
  });

  it("is said of no token that one source calls dangerous, whatever the others say", () => {
    expect(judged({ mint: mintAccountOf({ mintAuthority: true }) }).verdict).toBe("danger");
    expect(judged({ mint: mintAccountOf({ permanentDelegate: true }) }).verdict).toBe("danger");
    const sale = { honeypot: false, taxPct: 0, dangers: [] };
    expect(judged({ simulated: sale }).verdict).toBe("clear");
    expect(judged({ simulated: { ...sale, honeypot: true } }).verdict).toBe("danger");
    expect(judged({ simulated: { ...sale, taxPct: 30 } }).verdict).toBe("danger");
    expect(judged({ simulated: { ...sale, dangers: ["HIGH_FAIL_RATE"] } }).verdict).toBe("caution");
  });

  it("takes no simulated tax for a fee that the reporter left out, unless it is a danger", () => {
    const silent = { report: reportOf({ transferFeePct: null }), mint: null };
    const sale = { honeypot: false, taxPct: 0, dangers: [] };
    expect(judged({ ...silent, simulated: sale }).missing).toContain("transfer-fee-pct");
    expect(judged({ ...silent, simulated: { ...sale, taxPct: 5 } }).verdict).toBe("danger");
  });

  it.each(unread)(
    "is said of nothing without an answer to %s, which is then named as missing",
    (id, over) => {
      const safety = judged(over);
      expect(safety).toMatchObject({ verdict: "unknown", risk: null });
      expect(safety.missing).toContain(id);
      expect(flagsOf(safety).at(-1)?.detail).toContain(id);
    },
  );

  it("is never what remains of a danger when its reporter is down or does not know the token", () => {
    const evils: Partial<TokenReport>[] = [
      { holders: [{ owner: "A", pct: 64 }] },
      { lpUnlockedShare: 1, dangers: ["a", "b"] },
      { rugged: true },
      { permanentDelegate: true },
      { transferFeePct: 99 },
    ];
    for (const evil of evils) {
      expect(reported(evil).verdict, JSON.stringify(evil)).toBe("danger");
      expect(judged({ report: null }).verdict).toBe("unknown");
    }
  });

  it("is not said of a curve that is only guessed at from a pair that names no liquidity", () => {
    const guessed = judged({
      report: reportOf({ lpUnlockedShare: null, curveOnly: null }),
      jupiter: jupiterTokenOf({ onCurve: null }),
      dex: dexTokenOf({ liquidityUsd: null }),
    });
    expect(guessed).toMatchObject({ verdict: "unknown", missing: ["lp-unlocked"], notApplicable: [] });
  });
});

it("points enough are a danger even where the rest is unknown: what is missing could only add to them", () => {
  const bad = judged({
    report: null,
    jupiter: jupiterTokenOf({ suspicious: true, devMints: 60, holders: 3, liquidityUsd: 3_000 }),
  });
  expect(bad).toMatchObject({ verdict: "danger", risk: 70 });
  expect(bad.missing).toContain("largest-holder-pct");
});

describe("an impostor", () => {
  const REAL = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";
  it("is a danger whose flag names the real mint", () => {
    const safety = judged({ impostor: { value: { real: REAL, isCertain: true }, source: "Jupiter" } });
    expect(safety).toMatchObject({ verdict: "danger", risk: 100 });
    expect(flagsOf(safety)[0]).toMatchObject({ id: "impostor", level: "danger" });
    expect(flagsOf(safety)[0]?.detail).toContain(REAL);
  });

  const verified = [[REAL, "dogwifhat", "$WIF"]] satisfies VerifiedTokens;
  const named = (name: string, symbol: string, address = MINT) =>
    impostorOf(
      "solana",
      address,
      { report: reportOf({ name, symbol }), reportBy: "RugCheck", jupiter: null, dex: null },
      verified,
    );
  it.each([
    ["its symbol", "Other", "WIF"],
    ["its name", "dogwifhat", "X"],
    ["its name in other letters", "DОGWІFHАT", "X"], // Cyrillic О, І and А
    ["its symbol with blanks and signs", "Other", " w-i-f! "],
    ["one of the service's own list, whatever Jupiter verifies", "Other", "USDС"], // Cyrillic С
  ])("is known by %s", (_, name, symbol) => {
    const found = named(name, symbol)?.value;
    expect(found).toMatchObject({ real: expect.stringMatching(/^(EKpQ|EPjF)/), isCertain: true });
  });

  it("is nobody who is the real one, or bears a name of his own, or none that could be read", () => {
    expect(named("dogwifhat", "WIF", REAL)?.value).toBe(false);
    expect(named("Harbour Cat", "HCAT")?.value).toBe(false);
    expect(named("🚀", "$$$")?.value).toBe(false);
  });

  const onBase = (name: string, symbol: string, address = `0x${"ab".repeat(20)}`) =>
    impostorOf(
      "base",
      address,
      { report: reportOf({ name, symbol }), reportBy: "GoPlus", jupiter: null, dex: null },
      null,
    )?.value;
  it.each([
    ["a coin that has no token anywhere", "Ethereum", "X", true],
    ["its ticker", "Other", "BTC", true],
    ["letters of another script", "\u0415\u0422H", "X", true], // Cyrillic Е and Т
    ["digits for letters", "S0lana", "X", true],
    ["a token whose address is listed", "Chainlink", "LNK", true],
    ["added words", "Official Bitcoin 2.0", "X", false],
    ["a coin whose address is not listed", "Global Dollar", "X", false],
  ])(
    "of the largest coins is known by %s, on a chain without a list of verified tokens",
    (_, name, symbol, sure) => {
      expect(onBase(name, symbol)).toMatchObject({ isCertain: sure });
    },
  );

  it("is none at one of the coin's own addresses", () => {
    expect(onBase("Chainlink Token", "LINK", "0x514910771af9ca656af840dff83e8264ecf986ca")).toBe(false);
    expect(onBase("Harbour Cat", "HCAT")).toBe(false);
  });

  it("by a name that proves nothing is caution, and by a certain one danger", () => {
    const as = (isCertain: boolean) =>
      judged({ impostor: { value: { real: "X", isCertain }, source: "own list" } });
    expect(as(false)).toMatchObject({ verdict: "caution", risk: 20 });
    expect(as(true)).toMatchObject({ verdict: "danger", risk: 100 });
  });

  it("is unknown without a list of verified tokens, but for those of the service's own", () => {
    const asked = { report: reportOf(), reportBy: "RugCheck" as const, jupiter: null, dex: null };
    expect(impostorOf("solana", MINT, asked, null)).toBeNull();
    const borrowed = { ...asked, report: reportOf({ symbol: "USDC" }) };
    expect(impostorOf("solana", MINT, borrowed, null)?.value).toEqual({ real: USDC, isCertain: true });
  });
});

describe("unknown", () => {
  it.each([
    ["only one provider knows the token", { report: null, dex: null, pools: [] }],
    ["nobody read the authorities", { report: null, jupiter: null, mint: null }],
    [
      "one authority was not read",
      { report: reportOf({ freezeAuthority: null }), jupiter: null, mint: null },
    ],
    ["nobody knows it", { report: null, jupiter: null, dex: null, pools: [] }],
  ])("when %s, and then there is no risk either", (_, over) => {
    const safety = judged(over);
    expect(safety).toMatchObject({ verdict: "unknown", risk: null });
    expect(flagsOf(safety).at(-1)).toMatchObject({ id: "safety-unknown", level: "caution" });
  });
});

it("whatever is known, points add up to the risk, clear means that no check failed, and the shape holds", () => {
  const boolean = fc.option(fc.boolean());
  const pct = fc.option(fc.double({ min: 0, max: 100, noNaN: true }));
  const money = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }));
  const count = fc.option(fc.nat(1_000));
  const reports = fc.option(
    fc
      .record({
        mintAuthority: boolean,
        freezeAuthority: boolean,
        rugged: boolean,
        permanentDelegate: boolean,
        transferFeePct: pct,
        creatorPct: pct,
        lpUnlockedShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        dangers: fc.array(fc.string(), { maxLength: 5 }),
        holders: fc.option(
          fc.array(fc.record({ owner: fc.string(), pct: fc.double({ min: 0, max: 100, noNaN: true }) }), {
            maxLength: 10,
          }),
        ),
      })
      .map(reportOf),
  );
  const tokens = fc.option(
    fc
      .record({
        mintAuthority: boolean,
        freezeAuthority: boolean,
        liquidityUsd: money,
        devMints: count,
        holders: count,
        suspicious: boolean,
      })
      .map(jupiterTokenOf),
  );
  fc.assert(
    fc.property(reports, tokens, fc.boolean(), (report, jupiter, withDex) => {
      const safety = judged({ report, jupiter, dex: withDex ? dexTokenOf() : null });
      tokenSafety.parse(safety);
      expect(safety).toEqual(judged({ report, jupiter, dex: withDex ? dexTokenOf() : null }));
      const points = safety.checks.reduce((sum, check) => sum + check.points, 0);
      expect(safety.risk === null).toBe(safety.verdict === "unknown");
      if (safety.risk !== null) expect(safety.risk).toBe(Math.min(100, points));
      if (safety.verdict === "clear")
        expect(safety.checks.filter(({ status }) => status === "fail")).toEqual([]);
      if (safety.verdict === "clear") expect(safety.missing).toEqual([]);
      for (const { status, value, points: added } of safety.checks) {
        expect(status === "unknown" || status === "not_applicable").toBe(value === null);
        if (status !== "warn" && status !== "fail") expect(added).toBe(0);
      }
    }),
  );
});
