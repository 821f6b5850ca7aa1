import { describe, expect, it } from "vitest";
import type { DeskReads } from "@/lib/chat/desks/read-desks";
import { understand } from "@/lib/chat/question/understand";
import { airdropSection, listingSection } from "@/lib/chat/words/candidates";
import { calendarSection } from "@/lib/chat/words/macro";
import { priceSection } from "@/lib/chat/words/price";
import { tapeSection } from "@/lib/chat/words/tape";
import { yieldsSection } from "@/lib/chat/words/yields";
import { airdropDocumentation } from "@/lib/desks/airdrop/documentation";
import { listingDocumentation } from "@/lib/desks/listing/documentation";
import { macroDocumentation } from "@/lib/desks/macro/documentation";
import { scalpDocumentation } from "@/lib/desks/scalp/documentation";
import { whalesDocumentation } from "@/lib/desks/whales/documentation";
import { yieldsDocumentation } from "@/lib/desks/yields/documentation";

const NOW = new Date("2026-10-07T14:00:00.000Z");
const read = <Answer>(answer: Answer) => ({ answer, refused: null, input: {} });

describe("the calendar in words", () => {
  const macro = macroDocumentation.output.parse(macroDocumentation.sample.output);
  const event = (title: string, at: string, impact: "high" | null = "high") => ({
    ...{ title, at, impact, currency: "USD", forecast: null, previous: null },
  });
  // As the desk orders them: what moves markets first.
  const events = [
    event("CPI m/m", "2026-10-14T12:30:00.000Z"),
    event("FOMC Meeting", "2026-10-28T18:00:00.000Z"),
    event("FOMC Meeting Minutes", "2026-10-07T18:00:00.000Z"),
    event("Beige Book", "2026-10-08", null),
  ];
  const reads: DeskReads = { macro: read({ ...macro, macro: { ...macro.macro, events } }) };

  it("names as next of high impact what comes first, and the rest by their times", () => {
    const section = calendarSection(reads, understand("what is on the calendar"), NOW);
    expect(section?.lead).toMatch(/^Next of high impact: 18:00 UTC: FOMC Meeting Minutes/);
    expect(section?.points.map((point) => point.split(" (")[0])).toEqual([
      "2026-10-08: Beige Book",
      "2026-10-14 12:30 UTC: CPI m/m",
      "2026-10-28 18:00 UTC: FOMC Meeting",
    ]);
  });

  it("takes a question about the Fed for one about its decision", () => {
    const section = calendarSection(reads, understand("when is the next FOMC meeting"), NOW);
    expect(section?.lead).toMatch(/^Next: 2026-10-28 18:00 UTC: FOMC Meeting \(/);
  });
});

describe("figures that came out, in words", () => {
  const macro = macroDocumentation.output.parse(macroDocumentation.sample.output);
  const cpi = { title: "CPI m/m", currency: "USD", impact: "high" as const, at: "2026-10-06T12:30:00.000Z" };
  const out = { ...cpi, forecast: "0.2%", previous: "0.4%", actual: "0.3%" };
  const said = (message: string, released: (typeof out | { actual: null })[]) =>
    calendarSection(
      {
        macro: read(
          macroDocumentation.output.parse({
            ...macro,
            macro: { ...macro.macro, events: [], released: released.map((one) => ({ ...out, ...one })) },
          }),
        ),
      },
      understand(message),
      NOW,
    );

  it("are told to who asks for them, with what they were against", () => {
    expect(said("what was CPI this week", [out])?.lead).toBe(
      "Out since 2026-10-06 12:30 UTC: CPI m/m 0.3%, forecast 0.2%, previous 0.4%.",
    );
    expect(said("what was CPI this week", [{ actual: null }])?.lead).toMatch(
      /CPI m\/m \(its figure is not read yet\),/,
    );
    expect(said("when is the ECB", [out])?.lead).toMatch(/^Of what you name, none is among the 0 events/);
  });
});

describe("a price by its tape in words", () => {
  it("says of its change that it ends at the last full hour, as positioning has it", () => {
    const scalp = scalpDocumentation.output.parse(scalpDocumentation.sample.output);
    const whales = whalesDocumentation.output.parse(whalesDocumentation.sample.output);
    const [taped] = scalp.scalp;
    const [placed] = whales.positioning;
    if (taped === undefined || placed === undefined) throw new Error("no sample");
    const reads: DeskReads = {
      scalp: read({ ...scalp, scalp: [{ ...taped, symbol: "SOL" }] }),
      whales: read({ ...whales, positioning: [{ ...placed, symbol: "SOL", priceChg24hPct: 1.5 }] }),
    };
    const section = priceSection(reads, understand("price of SOL"), NOW);
    expect(section?.lead).toMatch(
      /^SOL is at \$[\d,.]+, \+1\.50% over 24 hours to its last full hour \(its perpetual swap at/,
    );
  });
});

describe("a tape without a side in words", () => {
  const sold = scalpDocumentation.output.parse(scalpDocumentation.sample.output);
  const said = (leans: readonly ["long" | "neutral" | "short", "long" | "neutral" | "short"]) => {
    const [first] = sold.scalp;
    if (first === undefined) throw new Error("no sample");
    const tape = first.tape.map((bar, i) => ({ ...bar, lean: leans[i] ?? null }));
    const answer = { ...sold, scalp: [{ ...first, bias: "neutral" as const, tape }] };
    return tapeSection({ scalp: read(answer) }, understand(`${first.symbol} rsi`), NOW)?.lead;
  };

  it("does not say that two paces disagree where neither has a side", () => {
    expect(said(["neutral", "neutral"])).toContain("leans neutral (neither 5 nor 15 minutes has a side)");
    expect(said(["long", "short"])).toContain("leans neutral (5 and 15 minutes do not agree on a side)");
    expect(said(["long", "neutral"])).toContain("do not agree on a side");
  });
});

describe("airdrops in words", () => {
  const sold = airdropDocumentation.output.parse(airdropDocumentation.sample.output);
  const claim = (status: "live" | "announced") => {
    const [one] = sold.candidates;
    if (one === undefined) throw new Error("no sample");
    const onchain = { ...one.onchain, basis: "claim" as const, claimEndsAt: "2026-11-01T00:00:00.000Z" };
    const opens = "2026-10-20T09:00:00.000Z";
    return { ...one, status, onchain, eventTime: status === "live" ? onchain.claimEndsAt : opens };
  };
  const lead = (...candidates: ReturnType<typeof claim>[]) =>
    airdropSection({ airdrop: read({ ...sold, candidates }) }, understand("airdrops"), NOW)?.lead;

  it("call a claim open only once it is, and say when another opens", () => {
    expect(lead(claim("announced"))).toMatch(
      /^No open claim is known; first is .*: a claim that opens 2026-10-20 09:00 UTC, open until 2026-11-01 00:00 UTC; score/,
    );
    expect(lead(claim("live"), claim("announced"))).toMatch(
      /^1 of the first 2 is an open claim; first is .*: a claim open until 2026-11-01 00:00 UTC; score/,
    );
  });
});

describe("listings in words", () => {
  const sold = listingDocumentation.output.parse(listingDocumentation.sample.output);

  it("call one the newest, and that by its time", () => {
    const [one] = sold.candidates;
    if (one === undefined) throw new Error("no sample");
    const candidates = [
      [30, "OLD"],
      [29, "NEW"],
      [31, "OLDEST"],
    ].map(([ageHours, symbol]) => ({
      ...one,
      symbol: String(symbol),
      onchain: { ...one.onchain, ageHours: Number(ageHours), others: [] },
    }));
    const section = listingSection(
      { listing: read({ ...sold, candidates }) },
      understand("was $ZZZZ listed anywhere?"),
      NOW,
    );
    expect(section?.points).toEqual([
      expect.stringMatching(/^Newest of all: “NEW” at /),
      expect.stringMatching(/^Before it: “OLD” at /),
    ]);
  });
});

describe("yields in words", () => {
  const sold = yieldsDocumentation.output.parse(yieldsDocumentation.sample.output);
  const lead = (scores: readonly (number | null)[]) => {
    const [one] = sold.yields;
    if (one === undefined) throw new Error("no sample");
    const yields = scores.map((score, i) => ({ ...one, score, tvlUsd: 1e6 * (i + 1) }));
    return yieldsSection({ yields: read({ ...sold, yields }) }, understand("best yields"))?.lead;
  };

  it("call the first best-scored only where there is a score, and else the largest", () => {
    expect(lead([80, 90])).toMatch(/^The best-scored pool is .*\$2\.00M locked, score 90/);
    expect(lead([null, null])).toMatch(/^The largest pool is .*\$2\.00M locked, score unknown/);
  });
});
