import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deskWith } from "@/lib/desks/desk";
import { requireToken, findToken } from "@/lib/desks/token-address";
import { hottest } from "@/lib/desks/token-candidates";
import { percentileOf, quartilesOf, type ScreenInputs } from "@/lib/desks/token-screen";
import type { VerdictInputs } from "@/lib/desks/token-verdict";
import { composeResearch } from "@/lib/desks/trenches-research/compose";
import { composeScreen } from "@/lib/desks/trenches-screen/compose";
import { trenchesScreenDocumentation } from "@/lib/desks/trenches-screen/documentation";
import { composeTrenches } from "@/lib/desks/trenches/compose";
import { trenchesDocumentation } from "@/lib/desks/trenches/documentation";
import { trenchesEntry } from "@/lib/desks/trenches/entry";
import { trenchesDesk } from "@/lib/desks/trenches/handler";
import {
  dexscreenerPairs,
  dexscreenerProfiles,
  dexscreenerTokens,
  type Profile,
} from "@/lib/sources/dexscreener";
import { goplusReport } from "@/lib/sources/goplus";
import { geckoNewPools, type GeckoPool, geckoPoolsOf, geckoTrendingPools } from "@/lib/sources/geckoterminal";
import { jupiterRecent, type JupiterToken, jupiterToken, jupiterTrending } from "@/lib/sources/jupiter";
import { jupiterVerified, type VerifiedTokens } from "@/lib/sources/jupiter-verified";
import { rugcheckReport } from "@/lib/sources/rugcheck";
import type { Reading } from "@/lib/sources/source";
import type { Reported } from "@/lib/sources/token-report";
import { failed, readingOf } from "../fixtures/readings";
import { sell } from "@/lib/desks/sell";
import { honeypotCheck } from "@/lib/sources/honeypot";
import { solanaMint } from "@/lib/sources/solana-mint";
import {
  dexTokenOf,
  geckoPoolOf,
  jupiterTokenOf,
  mintAccountOf,
  MINT,
  NOW,
  reportOf,
} from "../fixtures/tokens";

const EVM = `0x${"ab".repeat(20)}`;
const CONTEXT = { now: NOW, signal: new AbortController().signal, headers: new Headers() };
const ok = <Value>(source: { id: string; provider: string }, value: Value) =>
  readingOf(source, value, NOW, NOW);
/** Other tokens, of market caps 1, 2, 3, … hundred thousand and organic volumes 100, 200, 300, … */
const others = (count: number): JupiterToken[] =>
  Array.from({ length: count }, (_, i) =>
    jupiterTokenOf({
      mint: `Mint${"A".repeat(i)}`,
      name: `Token ${i}`,
      mcapUsd: (i + 1) * 100_000,
      hour: { ...jupiterTokenOf().hour, organicVolumeUsd: (i + 1) * 100 },
    }),
  );

const VERIFIED = ok<VerifiedTokens>(jupiterVerified, [["Other", "Other", "OTHR"]]);

const verdictInputs = (over: Partial<VerdictInputs> = {}): VerdictInputs => ({
  subject: { chain: "solana", address: MINT },
  report: ok(rugcheckReport(MINT), { report: reportOf() }),
  jupiter: ok(jupiterToken(MINT), { token: jupiterTokenOf() }),
  mint: ok(solanaMint(MINT), { mint: mintAccountOf() }),
  simulated: null,
  pairs: ok(dexscreenerPairs("solana", MINT), { token: dexTokenOf() }),
  pools: ok(geckoPoolsOf("solana", MINT), [geckoPoolOf()]),
  lists: {
    recent: ok(jupiterRecent, []),
    trending: ok(jupiterTrending, [jupiterTokenOf(), ...others(9)]),
    profiles: null,
    verified: VERIFIED,
    newPools: ok(geckoNewPools("solana"), []),
    trendingPools: ok(geckoTrendingPools("solana"), []),
  },
  ...over,
});
const verdict = (over: Partial<VerdictInputs> = {}) => composeTrenches(verdictInputs(over), NOW);

describe("the verdict on one token", () => {
  it("is of its route's shape, the same each time, and says what it rests on", () => {
    const { answer, missing } = verdict();
    expect(trenchesDocumentation.output.parse(answer)).toEqual(answer);
    expect(verdict()).toEqual({ answer, missing });
    expect(answer).toMatchObject({
      coverage: 1,
      stale: false,
      sources: ["RugCheck", "Jupiter", "DexScreener", "GeckoTerminal", "Solana RPC"],
      token: { name: "Harbour Cat", symbol: "HCAT", liquidityUsd: 60_000, organicVolume1hUsd: 8_000 },
      safety: { verdict: "clear", risk: 0 },
      whales: [
        { owner: "A", pct: 2 },
        { owner: "B", pct: 1 },
      ],
    });
    expect(missing).toEqual([]);
  });

  it("measures heat among the others' organic volume, and the band by the others' market caps", () => {
    const { answer } = verdict();
    expect(answer.narrativeHeat).toBe(100); // 8,000 above 100 to 900
    expect(answer.upsideBand).toEqual({
      label: "not a forecast",
      peers: 9,
      mcapUsd: 500_000,
      lowX: 0.6,
      midX: 1,
      highX: 1.4,
    });
  });

  it("says of a clear token what warned, and of none that it failed", () => {
    const jupiter = ok(jupiterToken(MINT), { token: jupiterTokenOf({ holders: 45 }) });
    const { safety, summary } = verdict({ jupiter }).answer;
    expect(safety).toMatchObject({ verdict: "clear", risk: 10 });
    expect(summary).toMatch(/: clear, risk 10; .*; warned by holders$/);
    expect(summary).not.toMatch(/failed/);
  });

  it("has no band of zeros beside a token that is much larger than its peers", () => {
    const jupiter = ok(jupiterToken(MINT), { token: jupiterTokenOf({ mcapUsd: 9e9 }) });
    expect(verdict({ jupiter }).answer.upsideBand).toMatchObject({ lowX: 0.00003333, highX: 0.00007778 });
  });

  it("has no heat and no band among fewer than five others", () => {
    const lists = { ...verdictInputs().lists, trending: ok(jupiterTrending, others(4)) };
    expect(verdict({ lists }).answer).toMatchObject({ narrativeHeat: null, upsideBand: null });
  });

  it.each([
    ["has no heat, however much was traded, while there is next to nothing to trade against", 4_999, null],
    ["has heat from the liquidity on that those have by which it is measured", 5_000, 100],
  ])("%s", (_, liquidityUsd, heat) => {
    const { answer } = verdict({
      jupiter: ok(jupiterToken(MINT), { token: jupiterTokenOf({ liquidityUsd }) }),
      pairs: ok(dexscreenerPairs("solana", MINT), { token: dexTokenOf({ liquidityUsd }) }),
      pools: ok(geckoPoolsOf("solana", MINT), [geckoPoolOf({ reserveUsd: liquidityUsd })]),
    });
    expect(answer.token.liquidityUsd).toBe(liquidityUsd);
    expect(answer.narrativeHeat).toBe(heat);
    expect(answer.summary).toMatch(heat === null ? /too little to trade for heat/ : /heat 100/);
  });

  it("that no source knows is refused, free, saying what would match", async () => {
    const unknown: Partial<VerdictInputs> = {
      report: ok(rugcheckReport(MINT), { report: null }),
      jupiter: ok(jupiterToken(MINT), { token: null }),
      pairs: ok(dexscreenerPairs("solana", MINT), { token: null }),
      pools: ok(geckoPoolsOf("solana", MINT), []),
    };
    expect(verdict(unknown).nothing).toMatchObject({
      status: 404,
      message: expect.stringMatching(new RegExp(`No source knows the token ${MINT}.*Nothing is charged`)),
      options: { details: { field: "address", wouldMatch: expect.stringContaining("solana") } },
    });
    await expect(sell(CONTEXT, () => Promise.resolve(verdict(unknown)))).rejects.toMatchObject({
      code: "not_found",
    });
    expect(verdict().nothing).toBeUndefined();
  });

  it("without a report yet is sold as unknown, naming what is missing, and covers less", () => {
    const fresh = verdict({ report: ok(rugcheckReport(MINT), { report: null }) });
    expect(trenchesDocumentation.output.parse(fresh.answer)).toEqual(fresh.answer);
    expect(fresh.answer).toMatchObject({ whales: null, safety: { verdict: "unknown", risk: null } });
    expect(fresh.answer.safety.missing).toEqual([
      "rugged",
      "code-changeable",
      "largest-holder-pct",
      "lp-unlocked",
      "top10-pct",
      "reported-dangers",
      "report-score",
    ]);
    expect(fresh.answer.coverage).toBe(0.6842); // 0.45 × 12 of 19, holders 0, market 0.25, screen 0.15
    expect(fresh.missing).toEqual(["holders", ...fresh.answer.safety.missing.map((id) => `safety.${id}`)]);
  });

  it("whose report can't be read is no half verdict at the price of a whole one: refused, free", () => {
    const { answer, missing, nothing } = verdict({ report: failed(rugcheckReport(MINT)) });
    expect(answer).toMatchObject({ coverage: 0.4, safety: { verdict: "unknown" } });
    expect(missing).toEqual(expect.arrayContaining(["safety", "holders", "safety.lp-unlocked"]));
    expect(nothing).toBeUndefined();
  });

  it("that is a danger without its report is sold as that", () => {
    const jupiter = ok(jupiterToken(MINT), { token: jupiterTokenOf({ mintAuthority: true }) });
    const { answer } = verdict({ report: failed(rugcheckReport(MINT)), jupiter });
    expect(answer).toMatchObject({ coverage: 0.6842, safety: { verdict: "danger", risk: 100 } });
  });

  it("that nobody knows who could be asked may be known to the others: nothing is denied, and nothing sold", () => {
    const { answer, nothing } = verdict({
      report: failed(rugcheckReport(MINT)),
      jupiter: ok(jupiterToken(MINT), { token: null }),
      pairs: ok(dexscreenerPairs("solana", MINT), { token: null }),
      pools: ok(geckoPoolsOf("solana", MINT), []),
    });
    expect(nothing).toBeUndefined();
    expect(answer.coverage).toBe(0.15);
    expect(answer.notes).toContain("No source that could be read knows this token; others might.");
    expect(answer.notes.join(" ")).not.toContain("or no token at all");
  });

  it("says that one source is too few for a verdict, where no check is missing", () => {
    const { answer } = verdict({
      jupiter: failed(jupiterToken(MINT), "rate_limited"),
      pairs: ok(dexscreenerPairs("solana", MINT), { token: null }),
      pools: failed(geckoPoolsOf("solana", MINT), "rate_limited"),
    });
    expect(answer.safety.verdict).toBe("unknown");
    const why =
      "Its safety is unknown whatever the checks say: fewer than 2 of the sources that could be read know this token.";
    expect(answer.notes).toContain(why);
    expect(verdict().answer.notes).not.toContain(why);
  });

  it("is too thin to sell when the sources of its safety and its market fail", () => {
    const { answer, missing } = verdict({
      report: failed(rugcheckReport(MINT)),
      jupiter: failed(jupiterToken(MINT), "rate_limited"),
      pairs: failed(dexscreenerPairs("solana", MINT)),
    });
    expect(answer.coverage).toBe(0.275);
    expect(missing).toEqual(expect.arrayContaining(["safety", "holders"]));
    expect(answer.social).toBeNull();
  });

  it("elsewhere than on Solana is judged in the same form by GoPlus, without heat, which it says", () => {
    const onBase = (report: Reading<Reported>) =>
      verdict({
        subject: { chain: "base", address: EVM },
        report,
        jupiter: null,
        mint: null,
        simulated: ok(honeypotCheck("base", EVM), {
          simulated: { honeypot: false, taxPct: 0, dangers: [] },
        }),
        lists: { ...verdictInputs().lists, recent: null, trending: null, verified: null },
      }).answer;
    const answer = onBase(ok(goplusReport("base", EVM), { report: reportOf() }));
    expect(answer).toMatchObject({
      coverage: 1,
      narrativeHeat: null,
      safety: { verdict: "clear", risk: 0, missing: [] },
      sources: ["GoPlus", "DexScreener", "GeckoTerminal", "honeypot.is"],
    });
    expect(answer.safety.checks.find(({ id }) => id === "top10-pct")?.source).toBe("GoPlus");
    expect(answer.notes.join(" ")).toContain("heat is not promised");
    const real = `0x${"12".repeat(20)}`;
    const fake = onBase(ok(goplusReport("base", EVM), { report: reportOf({ impersonates: real }) }));
    expect(fake.safety).toMatchObject({ verdict: "danger" });
    expect(fake.safety.checks.find(({ id }) => id === "impostor")).toMatchObject({ value: real });
    expect(onBase(failed(goplusReport("base", EVM)))).toMatchObject({ coverage: 0.4 });
  });

  it("never says clear alone, and names what its issuer can still change", () => {
    const report = ok(rugcheckReport(MINT), { report: reportOf({ lesserPowers: null }) });
    const mint = ok(solanaMint(MINT), { mint: mintAccountOf({ lesserPowers: ["close the mint"] }) });
    const { safety, summary } = verdict({ report, mint }).answer;
    expect(safety).toMatchObject({ verdict: "clear", asOf: NOW.toISOString() });
    expect(summary).toContain("clear, risk 5; no problem found by 25 of 26 checks at 15:38Z; not checked: ");
    expect(summary).toContain("the owner can still close the mint");
  });

  it("names both sources of a contradiction, and takes the worse", () => {
    const mint = ok(solanaMint(MINT), { mint: mintAccountOf({ mintAuthority: true }) });
    const { safety, notes } = verdict({ mint }).answer;
    expect(safety.verdict).toBe("danger");
    expect(notes.join(" ")).toContain(
      "mint authority (RugCheck: disabled; Jupiter: disabled; Solana RPC: held); the worse counts",
    );
  });

  it("says that its makers pay for promotion", () => {
    const pairs = ok(dexscreenerPairs("solana", MINT), { token: dexTokenOf({ boosts: 500 }) });
    expect(verdict({ pairs }).answer.notes.join(" ")).toContain("pay DexScreener");
  });
});

describe("which token is meant", () => {
  it("is its address, or the one address in the message", () => {
    expect(requireToken({ address: MINT })).toEqual({ chain: "solana", address: MINT });
    expect(requireToken({ message: `is ${MINT}, the cat, safe? (${MINT})` }).address).toBe(MINT);
    expect(requireToken({ message: `look at 0x${"AB".repeat(20)}!`, chain: "base" })).toEqual({
      chain: "base",
      address: EVM,
    });
  });

  it.each([
    ["no address", {}, /Send `address`/],
    ["a message without one", { message: "is this cat safe?" }, /Send `address`/],
    ["a message with two", { message: `${MINT} or ${EVM}` }, /2 addresses/],
    ["an EVM address without a chain", { address: EVM }, /Send its `chain` too/],
    ["a mint that was cut off in copying", { address: MINT.slice(0, 40) }, /32 bytes/],
    [
      "a mint with a letter too many",
      { address: `${MINT.slice(0, 43)}z`.replace("8ZCm", "zzzz") },
      /32 bytes/,
    ],
    ["a message with a mint that was cut off", { message: `${MINT.slice(0, 40)} safe?` }, /Send `address`/],
    ["a mint on Base", { address: MINT, chain: "base" as const }, /not one of base's/],
  ])("is refused with 400 for %s", (_, asked, message) => {
    expect(() => requireToken(asked)).toThrow(
      expect.objectContaining({ code: "invalid_request", message: expect.stringMatching(message) }),
    );
  });

  it("never throws anything but a 400, whatever a message says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 4_000 }), (message) => {
        try {
          findToken({ message });
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_request" });
        }
      }),
    );
  });

  it("is decided before anything is read", async () => {
    const read = (): never => {
      throw new Error("read");
    };
    await expect(deskWith(trenchesDesk)(read)({}, CONTEXT)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("is said by the schema when an address is none", () => {
    for (const address of ["", "x", "0x12", `${MINT}0O`, "../../etc/passwd"])
      expect(trenchesEntry.input.safeParse({ address }).success, address).toBe(false);
  });
});

const screenInputs = (over: Partial<ScreenInputs> = {}): ScreenInputs => ({
  trending: ok(jupiterTrending, others(9)),
  recent: ok(jupiterRecent, others(3)),
  profiles: ok<Profile[]>(dexscreenerProfiles, []),
  newPools: ok<GeckoPool[]>(geckoNewPools("solana"), []),
  trendingPools: ok<GeckoPool[]>(geckoTrendingPools("solana"), []),
  batches: [
    ok(
      dexscreenerTokens("solana", []),
      others(9).map(({ mint }) => dexTokenOf({ address: mint })),
    ),
  ],
  verified: VERIFIED,
  reports: {},
  ...over,
});
const wanted = { chain: "solana", limit: 10, maxMcapUsd: 1e6 } as const;
const screen = (over: Partial<ScreenInputs> = {}, input: Partial<typeof wanted> & { meta?: string } = {}) =>
  composed(over, input).answer;
const composed = (over: Partial<ScreenInputs> = {}, input: Partial<typeof wanted> & { meta?: string } = {}) =>
  composeScreen(screenInputs(over), { ...wanted, ...input }, NOW);
const names = (answer: ReturnType<typeof screen>) => answer.candidates.map(({ token }) => token.name);

describe("the screen", () => {
  it("is of its route's shape, each token once, the hottest first", () => {
    const answer = screen();
    expect(trenchesScreenDocumentation.output.parse(answer)).toEqual(answer);
    expect(screen()).toEqual(answer);
    expect(names(answer)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0].map((i) => `Token ${i}`));
    expect(answer.candidates.at(-1)?.foundIn).toEqual(["jupiter-trending", "jupiter-recent"]);
    expect(answer.candidates[0]).toMatchObject({ narrativeHeat: 94.4, safety: { verdict: "unknown" } });
    expect(answer.candidates[0]?.safety.missing).toContain("lp-unlocked"); // the lists know nothing of it
  });

  it("leaves out what is too large, beyond the limit, or without $5,000 of known liquidity", () => {
    expect(names(screen({}, { maxMcapUsd: 250_000 as 1e6 }))).toEqual(["Token 1", "Token 0"]);
    expect(screen({}, { limit: 2 as 10 }).candidates).toHaveLength(2);
    const thin = others(3).map((one, i) => ({ ...one, liquidityUsd: [4_999, null, 5_000][i] ?? null }));
    const inputs = { trending: ok(jupiterTrending, thin), recent: ok(jupiterRecent, []), batches: [] };
    expect(names(screen(inputs))).toEqual(["Token 2"]);
    expect(screen(inputs).lookedAt).toBe(1);
  });

  it("never holds what others are paid with, nor pools of a millionth of a dollar", () => {
    const sol = geckoPoolOf({ address: "So11111111111111111111111111111111111111112", pool: "a" });
    const garbage = geckoPoolOf({ address: "Garbage", pool: "b", reserveUsd: 1e-6, volume1hUsd: 5e7 });
    const answer = screen({ trendingPools: ok(geckoTrendingPools("solana"), [sol, garbage]) });
    expect(answer.lookedAt).toBe(9);
  });

  it("puts dangers last, however hot they are", () => {
    const [first, ...rest] = others(9).toReversed();
    if (first === undefined) throw new Error("nine others");
    const hot = [{ ...first, mintAuthority: true }, ...rest];
    const answer = screen({ trending: ok(jupiterTrending, hot) });
    expect(names(answer).at(-1)).toBe("Token 8");
    expect(answer.candidates.at(-1)?.safety).toMatchObject({ verdict: "danger", failed: ["mint-authority"] });
  });

  it("finds a narrative by whole words, by beginnings from four letters on, and in profiles", () => {
    const tokens = ["Rain Maker", "Winter AI", "Toaster Boy"].map((name, i) => ({ ...others(3)[i]!, name }));
    const profile = { chain: "solana", address: "Mint", description: "A cat.", url: null, links: [] };
    const inputs = {
      trending: ok(jupiterTrending, tokens),
      recent: ok(jupiterRecent, []),
      batches: [],
      profiles: ok(dexscreenerProfiles, [profile]),
    };
    expect(names(screen(inputs, { meta: "ai" }))).toEqual(["Winter AI"]);
    expect(names(screen(inputs, { meta: "Toast" }))).toEqual(["Toaster Boy"]);
    expect(names(screen(inputs, { meta: "cat" }))).toEqual(["Rain Maker"]);
    expect(names(screen(inputs, { meta: "$$" }))).toEqual([]);
  });

  it("is clear only of a token whose report was read", () => {
    const [hot] = others(9).toReversed();
    const reports = { [hot?.mint ?? ""]: ok(rugcheckReport(MINT), { report: reportOf() }) };
    expect(screen({ reports }).candidates.map(({ safety }) => safety.verdict)).toEqual([
      "clear",
      ...Array(8).fill("unknown"),
    ]);
    const few = others(9).map((one) => ({ ...one, holders: 45 }));
    expect(screen({ reports, trending: ok(jupiterTrending, few) }).candidates[0]?.safety).toEqual({
      ...{ verdict: "clear", risk: 10, failed: [], warned: ["holders"], missing: [] },
    });
    expect(hottest(screenInputs(), wanted, NOW)[0]).toBe(hot?.mint);
  });

  it("puts who bears a verified token's name with the dangers", () => {
    const answer = screen({ verified: ok<VerifiedTokens>(jupiterVerified, [["Real", "Token 8", "T8"]]) });
    expect(answer.candidates.at(-1)).toMatchObject({
      token: { name: "Token 8" },
      safety: { verdict: "danger", failed: ["impostor"] },
    });
  });

  it("says how much it rests on", () => {
    const down = screen({ trending: failed(jupiterTrending), recent: failed(jupiterRecent), batches: [] });
    expect(down.coverage).toBe(0.6); // lists 0.4 × 2 of 4, heat 0, details 0.2, safety 0.2
    const unread = { [MINT]: failed<Reported>(rugcheckReport(MINT)) };
    expect(screen({ reports: unread }).coverage).toBe(0.9);
  });

  it("elsewhere than on Solana promises no heat, and says so", () => {
    const none = { recent: null, trending: null, verified: null };
    const pools = ok(geckoTrendingPools("base"), [geckoPoolOf({ address: EVM })]);
    const reports = { [EVM]: ok(goplusReport("base", EVM), { report: reportOf() }) };
    const batches: ScreenInputs["batches"] = [];
    const answer = screen({ ...none, batches, trendingPools: pools, reports }, { chain: "base" as "solana" });
    expect(answer).toMatchObject({ coverage: 1, candidates: [{ safety: { verdict: "clear" } }] });
    expect(answer.notes.join(" ")).toContain("heat is not promised");
  });

  it.each([
    ["meta", {}, { meta: "zebra" }, /None of the 9 tokens under \$1000000 carries “zebra”/],
    ["maxMcapUsd", {}, { maxMcapUsd: 5 as 1e6 }, /None of the 9 tokens .* \$5 or less/],
    [
      "chain",
      { trending: ok(jupiterTrending, []), recent: ok(jupiterRecent, []), batches: [] },
      {},
      /\$5000/,
    ],
  ] as const)(
    "with nothing under its %s is refused, free, saying what would match",
    (field, over, input, why) => {
      const { nothing } = composed(over, input);
      expect(nothing).toMatchObject({ status: 404, options: { details: { field } } });
      expect(nothing?.message).toMatch(why);
      expect(nothing?.message).toContain("What would match: ");
    },
  );
});

it("the free route judges as the paid ones do, and leaves the evidence out", () => {
  const { answer } = composeResearch({ of: "token", verdict: verdictInputs() }, NOW);
  expect(answer).toMatchObject({ coverage: 1, candidates: null, full: "/api/svc-intel-trenches" });
  expect(Object.keys(answer.token ?? {}).sort()).toEqual([
    "address",
    "name",
    "symbol",
    "upsideBand",
    "verdict",
  ]);
  const list = composeResearch({ of: "screen", chain: "solana", screen: screenInputs() }, NOW).answer;
  expect(list.token).toBeNull();
  expect(list.candidates?.map(({ name }) => name)).toEqual(names(screen()));
  expect(Object.keys(list.candidates?.[0] ?? {}).sort()).toEqual(["address", "name", "symbol", "verdict"]);
});

describe("where a value stands", () => {
  it("is the share below it, those equal counted half", () => {
    expect(percentileOf(3, [1, 2, 3, 4, 5])).toBe(50);
    expect(percentileOf(0, [1, 2, 3, 4, 5])).toBe(0);
    expect(percentileOf(9, [1, 2, 3, 4])).toBeNull();
    expect(percentileOf(null, [1, 2, 3, 4, 5])).toBeNull();
  });

  it("among quartiles that lie within the values, in order", () => {
    expect(quartilesOf([4, 1, 3, 2, 5])).toEqual([2, 3, 4]);
    expect(quartilesOf([1, 2, 3, 4])).toBeNull();
    const values = fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { minLength: 5, maxLength: 60 });
    fc.assert(
      fc.property(values, (all) => {
        const [low, mid, high] = quartilesOf(all) ?? [NaN, NaN, NaN];
        expect(low <= mid && mid <= high && low >= Math.min(...all) && high <= Math.max(...all)).toBe(true);
      }),
    );
  });
});
