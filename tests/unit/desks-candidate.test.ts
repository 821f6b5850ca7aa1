import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVIDENCE_CLASSES, type EvidenceClass } from "@/lib/catalog/intel/candidate";
import { byScore, candidateOf, type Found, isActionable, noInsider, summaryOf } from "@/lib/desks/candidate";
import { evidenceClassOf, inEvidenceOrder } from "@/lib/desks/evidence-order";
import { narrativesFrom } from "@/lib/desks/narrative";
import { coindesk, decrypt, type FeedItem } from "@/lib/sources/feeds";
import { failed, readingOf } from "../fixtures/readings";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:00:00Z");

const found: Found<"airdrop", null> = {
  kind: "airdrop",
  name: "Example",
  symbol: null,
  chain: "Base",
  venue: null,
  eventTime: null,
  firstSeen: null,
  url: null,
  evidence: ["Tokenless."],
  status: "live",
  onchain: null,
  measured: null,
  riskFlags: [],
};
const flag = (level: "caution" | "danger") => ({ id: "x", level, detail: "x" });

describe("a candidate is actionable", () => {
  it.each([
    [60, "live", [], true],
    [100, "announced", [flag("caution")], true],
    [59.9, "live", [], false],
    [null, "live", [], false],
    [80, "live", [flag("danger")], false],
    [80, "rumour", [], false],
    [80, "ended", [], false],
  ] as const)("score %s, %s, flags %j: %s", (score, status, riskFlags, expected) => {
    expect(isActionable({ status, riskFlags }, score)).toBe(expected);
  });

  it("by the same rule inside the record, which shows at most three headlines", () => {
    const headline = { title: "t", source: "s", url: "https://x.example", publishedAt: NOW.toISOString() };
    const narrative = Array.from({ length: 5 }, () => ({
      ...headline,
      origin: "live" as const,
      categories: [],
    }));
    const one = candidateOf(found, { narrative, insider: noInsider(found), institutional: null }, 61);
    expect(one.actionable).toBe(true);
    expect(one.narrative).toHaveLength(3);
  });
});

describe("the summary", () => {
  it("counts, and names the first three, or by their addresses the first two", () => {
    const rows = [72, 58, 41, null].map((score, i) => ({
      name: `Name ${i}`,
      symbol: i === 1 ? null : `T${i}`,
      score,
      actionable: i === 0,
      restsOn: ([null, "narrative", "onchain", "narrative"] as const)[i] ?? null,
    }));
    expect(summaryOf("momentum", rows, 40)).toBe(
      "4 momentum candidates of 40 looked at, 1 actionable. Evidence: 1 onchain, 2 narrative. First: T0 72, Name 1 58, T2 41.",
    );
    expect(summaryOf("momentum", rows, 40, ({ name }) => `mint of ${name}`)).toMatch(
      / First: mint of Name 0 72, mint of Name 1 58\.$/,
    );
    expect(summaryOf("listing", [], 7)).toBe("No listing candidate among 7 looked at.");
  });

  it("stays a line of 200 characters whatever the names are", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 400 }), { maxLength: 60 }), (names) => {
        const rows = names.map((name) => ({
          name,
          symbol: name,
          score: 100,
          actionable: false,
          restsOn: null,
        }));
        expect(summaryOf("momentum", rows, 1e9).length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

describe("evidence", () => {
  const signal = { signalId: "sig_1", line: "t", stance: "long" as const, publishedAt: NOW.toISOString() };
  const kol = [{ creator: "c", line: "l" }];
  const headline = {
    ...{ title: "t", source: "s", url: "https://x.example", publishedAt: NOW.toISOString() },
    ...{ origin: "live" as const, categories: [] },
  };
  const nothing = { narrative: null, insider: noInsider(found), institutional: null };
  const institutional = { topPosRatio: 1.2, fundingPct: null };

  it.each([
    ["insider", { ...nothing, insider: { signals: [signal], kol }, institutional }, "onchain"],
    ["institutional", { ...nothing, institutional, narrative: [headline] }, "market"],
    ["onchain", { ...nothing, narrative: [headline], insider: { signals: [], kol } }, "onchain"],
    ["market", { ...nothing, narrative: [headline], insider: { signals: [], kol } }, "market"],
    ["narrative", { ...nothing, narrative: [headline], insider: { signals: [], kol } }, null],
    ["creator", { ...nothing, narrative: [], insider: { signals: [], kol } }, null],
    [null, nothing, null],
  ] as const)("is %s by the strongest that there is", (of, context, measured) => {
    expect(evidenceClassOf(context, measured)).toBe(of);
    expect(candidateOf({ ...found, measured }, context, 1).restsOn).toBe(of);
  });

  it("is listed in that order", () => {
    const insider = { signals: [signal], kol };
    const { evidence } = candidateOf(found, { narrative: [headline], insider, institutional }, 1);
    expect(evidence.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      "1 creator",
      "Futures positioning",
      "Tokenless.",
      "1 headline.",
      "1 creator",
    ]);
  });

  const of = (score: number | null, strength: EvidenceClass | null) => ({ score, strength });
  const order = (...list: ReturnType<typeof of>[]) =>
    inEvidenceOrder(list, ({ strength }) => strength).map(({ score, strength }) => [score, strength]);

  it("decides among scores within five points, and not beyond", () => {
    expect(order(of(70, "narrative"), of(65, "insider"), of(64.9, "insider"))).toEqual([
      [65, "insider"],
      [70, "narrative"],
      [64.9, "insider"],
    ]);
    expect(order(of(70, null), of(null, "onchain"), of(null, "insider"))).toEqual([
      [70, null],
      [null, "insider"],
      [null, "onchain"],
    ]);
    expect(order()).toEqual([]);
  });

  it("leaves equals as they stood, and loses nobody", () => {
    const classes = fc.option(fc.constantFrom(...EVIDENCE_CLASSES));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), classes)), (rows) => {
        const sorted = rows
          .map(([score, strength], at) => ({ score, strength, at }))
          .sort((a, b) => b.score - a.score);
        const ordered = inEvidenceOrder(sorted, ({ strength }) => strength);
        expect(ordered.toSorted((a, b) => a.at - b.at)).toEqual(sorted.toSorted((a, b) => a.at - b.at));
        expect(inEvidenceOrder(sorted, () => "onchain")).toEqual(sorted);
        for (const [i, one] of ordered.entries())
          for (const later of ordered.slice(i + 1)) expect(later.score - one.score).toBeLessThanOrEqual(5);
      }),
      runs(0.5),
    );
  });
});

it("candidates stand by score, unscored last, equals by name", () => {
  const rows = [
    { name: "b", score: null },
    { name: "d", score: 3 },
    { name: "c", score: 3 },
    { name: "a", score: 0 },
  ];
  expect(rows.sort(byScore).map(({ name }) => name)).toEqual(["c", "d", "a", "b"]);
});

describe("headlines about a token", () => {
  const item = (title: string, minute: number): FeedItem => ({
    title,
    url: `https://news.example/${minute}`,
    publishedAt: new Date(NOW.getTime() - minute * 60_000).toISOString(),
  });
  const reported = (...titles: string[]) => {
    const items = titles.map(item);
    return narrativesFrom([readingOf(coindesk, { items }, NOW, NOW), failed(decrypt)]);
  };
  const titlesOf = (name: string, symbol: string | null, ...titles: string[]) =>
    reported(...titles)({ name, symbol })?.map(({ title }) => title);

  it.each([
    ["a name of several words", "dogwifhat on Solana", "WIF", "Why Dogwifhat on Solana rallied"],
    ["a name of one word", "Popcat", "POP", "Popcat hits a record"],
    ["a ticker in capitals", "x", "BONK", "Traders rotate into BONK"],
    ["a marked short ticker", "x", "AI", "$AI leads agents"],
  ])("are found by %s", (_, name, symbol, title) => {
    expect(titlesOf(name, symbol, title)).toEqual([title]);
  });

  it.each([
    ["a word of the language", "Hope", "HOPE", "Investors hope for HOPE against hope"],
    ["a short ticker", "x", "WIF", "WIF is up"],
    ["a part of a word", "Bonk", "BONK", "Bonkers day for BONKERS"],
    ["a lower-case word", "popcat", "x", "what a popcat is"],
    ["a copied name", "Bitcoin", "BTC", "Bitcoin and $BTC rally"],
    ["a copied name of several words", "USD Coin", "USDC", "USD Coin ($USDC) grows"],
    ["an empty name", "", "", "Bitcoin rallies"],
    ["a name without letters", "🚀🚀", "$", "Bitcoin costs $ 100"],
  ])("are not taken by %s", (_, name, symbol, title) => {
    expect(titlesOf(name, symbol, title)).toEqual([]);
  });

  it("come newest first, three at most, each title once", () => {
    const titles = ["Popcat one", "Popcat two", "POPCAT ONE", "Popcat three", "Popcat four"];
    expect(titlesOf("Popcat", null, ...titles)).toEqual(["Popcat one", "Popcat two", "Popcat three"]);
  });

  it("are unknown, not none, when no feed could be read", () => {
    const find = narrativesFrom([failed(coindesk), failed(decrypt)]);
    expect(find({ name: "Popcat", symbol: "POPCAT" })).toBeNull();
  });

  it("never throws, whatever a token is called", () => {
    const find = reported("Bitcoin rallies", "Popcat (POPCAT) falls");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.option(fc.string({ unit: "binary" })), (name, symbol) => {
        expect(find({ name, symbol })?.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});
