import { describe, expect, it } from "vitest";
import * as z from "zod";
import { HITS } from "@/lib/accuracy/hits";
import { outcomeOf } from "@/lib/accuracy/outcome";
import { ACCURACY_METHOD } from "@/lib/accuracy/page/compose";
import type { FrozenVerdict } from "@/lib/accuracy/record";
import { isProven, ratesOf } from "@/lib/accuracy/tally";
import { CONFIDENCES, SIGNALS } from "@/lib/catalog/intel/signals";
import { A2A_METHOD } from "@/lib/desks/a2a-pipeline/handler";
import { a2aOf } from "@/lib/desks/a2a-pipeline/handoff";
import { BUNDLE_WEIGHTS } from "@/lib/desks/bundle/vocabulary";
import { DESK_BRIEF_METHOD } from "@/lib/desks/desk-brief/handler";
import { eventRisk } from "@/lib/desks/event-risk";
import { round } from "@/lib/desks/round";
import { fearGreedComponent, yieldsComponent } from "@/lib/desks/verdict/components";
import { VERDICT_METHOD } from "@/lib/desks/verdict/compose";
import { decide } from "@/lib/desks/verdict/decide";
import { verdictDocumentation } from "@/lib/desks/verdict/documentation";
import { verdictEntry } from "@/lib/desks/verdict/entry";
import { coinbaseBtc } from "@/lib/sources/coinbase";
import { coinbaseDaily, coinbaseDailyBefore, coinbasePath } from "@/lib/sources/coinbase-candles";
import { fearGreed } from "@/lib/sources/fear-greed";
import { fedCalendar } from "@/lib/sources/fed-calendar";
import { fredVix } from "@/lib/sources/fred";
import { krakenBtc } from "@/lib/sources/kraken";
import { krakenDaily, krakenPath } from "@/lib/sources/kraken-ohlc";
import { llamaYields } from "@/lib/sources/llama-yields";
import { okxTaker } from "@/lib/sources/okx/statistics";
import { treasuryMonth, treasuryMonthBefore, treasuryYear } from "@/lib/sources/treasury";
import { weekCalendar } from "@/lib/sources/week-calendar";
import { yahooVix } from "@/lib/sources/yahoo";
import { readingOf } from "../fixtures/readings";
import { block, itDescribes, rowsOf, pageOf } from "../support/method-page";

const AT = new Date("2025-10-07");
const number = z.number();

describe("docs/method/verdict.md", () => {
  itDescribes(
    {
      version: VERDICT_METHOD,
      coverage: verdictEntry.coverage,
      sources: [
        okxTaker("BTC", "1h"),
        fearGreed,
        llamaYields,
        treasuryYear,
        treasuryMonth,
        treasuryMonthBefore,
        yahooVix,
        fredVix,
        fedCalendar,
        weekCalendar,
        coinbaseBtc,
        krakenBtc,
        coinbaseDaily,
        coinbaseDailyBefore,
        krakenDaily,
      ],
    },
    AT,
  );

  it("decides its example as the desk does", () => {
    const given = z
      .object({
        now: z.iso.datetime(),
        tape: number,
        positioning: number,
        fearGreed: number,
        medianApyPct: number,
        billPct: number,
        crowding: number,
        fundingZ: number,
        inflation: z.iso.datetime(),
      })
      .parse(block("verdict-given"));
    const now = new Date(given.now);
    const calendar = { events: [], until: given.inflation, inflation: [given.inflation] };
    const decision = decide({
      components: {
        tape: given.tape,
        positioning: given.positioning,
        creators: null,
        fearGreed: round(fearGreedComponent(given.fearGreed), 4),
        yields: round(yieldsComponent(given.medianApyPct, given.billPct), 4),
      },
      crowding: given.crowding,
      fundingZ: given.fundingZ,
      eventRisk: eventRisk([readingOf(weekCalendar, calendar, now, now)], now)?.risk ?? null,
      proven: new Set(),
    });
    const { contributions, score, ...reported } = z
      .looseObject({ contributions: z.record(z.string(), number), score: number })
      .parse(block("verdict-answer"));
    expect(decision).toMatchObject(reported);
    expect(decision.score).toBeCloseTo(score, 4);
    expect(decision.why.map(({ factor }) => factor).sort()).toEqual(Object.keys(contributions).sort());
    for (const { factor, contribution } of decision.why)
      expect(contribution).toBeCloseTo(contributions[factor] ?? Number.NaN, 4);
  });
});

describe("docs/method/accuracy.md", () => {
  itDescribes(
    { version: ACCURACY_METHOD, coverage: {}, sources: [coinbasePath(20_368), krakenPath(20_368)] },
    AT,
  );

  it("names when each signal is true", () => {
    const reported = rowsOf(pageOf(ACCURACY_METHOD)).filter((cells) => cells.length === 2);
    const rules = reported.map(([signal = "", rule = ""]) => [signal.replaceAll("`", ""), rule]);
    expect(Object.fromEntries(rules)).toEqual(
      Object.fromEntries(SIGNALS.map((signal) => [signal, HITS[signal].rule])),
    );
  });

  it("computes its example as the page does", () => {
    const given = z.record(z.string(), number).parse(block("accuracy-given"));
    const { price = 0, later = 0, sigma = 0, n = 0, hits = 0, voids = 0, baseSum = 0 } = given;
    const at = "2026-10-07T14:00:00.000Z";
    const frozen: FrozenVerdict = {
      ...{ v: 1, at, route: "intel-verdict", method: VERDICT_METHOD, signal: "watch", confidence: "low" },
      price: { venue: "coinbase", usd: price, at },
      ...{ standard: true, sigma, base: 0.45, yesterday: 1, inputs: "0".repeat(64) },
    };
    const due = Date.parse(at) + 86_400_000;
    const outcome = outcomeOf(
      frozen,
      { prices: [[due, later]], until: due + 600_000 },
      new Date(due + 600_000),
    );
    const z24 = outcome !== null && "z" in outcome ? outcome.z : Number.NaN;
    const tally = { n, hits, voids, baseSum };
    const { interval95, ...rates } = ratesOf(tally);
    const made = {
      z: round(z24, 4),
      watch: HITS.watch.hit(z24),
      follow: HITS.follow.hit(z24),
      ...rates,
      skill: round(rates.skill, 4),
      interval95: { low: round(interval95?.low ?? 0, 4), high: round(interval95?.high ?? 0, 4) },
      demonstrated: isProven(tally),
    };
    expect(made).toEqual(block("accuracy-answer"));
  });
});

describe("docs/method/desk-brief.md and a2a-pipeline.md", () => {
  itDescribes({ version: DESK_BRIEF_METHOD, coverage: BUNDLE_WEIGHTS, sources: [] }, AT);
  itDescribes({ version: A2A_METHOD, coverage: BUNDLE_WEIGHTS, sources: [] }, AT);

  it("hands off its example as the pipeline does", () => {
    const given = z
      .object({
        signal: z.enum(SIGNALS),
        confidence: z.enum(CONFIDENCES),
        score: number,
        risk: number,
        at: z.iso.datetime(),
      })
      .parse(block("a2a-pipeline-given"));
    const { signal, confidence, score, risk, at } = given;
    const { verdict, supporting } = verdictDocumentation.output.parse(verdictDocumentation.sample.output);
    const a2a = a2aOf(
      {
        verdict: { ...verdict, signal, confidence },
        supporting: { ...supporting, score, risk, frozen: { ...supporting.frozen, at } },
      },
      "https://svc.example.com",
    );
    const made = { handoff: a2a.handoff, delegate: a2a.delegate.map(({ route }) => route) };
    expect(made).toEqual(block("a2a-pipeline-answer"));
  });
});
