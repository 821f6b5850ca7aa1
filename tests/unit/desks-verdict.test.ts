import canonicalize from "canonicalize";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Signal, SIGNALS } from "@/lib/catalog/intel/signals";
import { a2aPipelineDocumentation } from "@/lib/desks/a2a-pipeline/documentation";
import { a2aPipelineEntry } from "@/lib/desks/a2a-pipeline/entry";
import { a2aDeskWith } from "@/lib/desks/a2a-pipeline/handler";
import { turnsOf } from "@/lib/desks/a2a-pipeline/turns";
import { a2aOf } from "@/lib/desks/a2a-pipeline/handoff";
import { fitting } from "@/lib/desks/a2a-pipeline/peers";
import { type BundleInputs, composeBundle, gatherBundle } from "@/lib/desks/bundle/compose";
import { deskWith } from "@/lib/desks/desk";
import { deskBriefDocumentation } from "@/lib/desks/desk-brief/documentation";
import { deskBriefEntry } from "@/lib/desks/desk-brief/entry";
import { eventRisk } from "@/lib/desks/event-risk";
import type { CreatorView } from "@/lib/desks/creator-views";
import { decide } from "@/lib/desks/verdict/decide";
import { INFLATION_UNKNOWN } from "@/lib/desks/verdict/words";
import { understand } from "@/lib/chat/question/understand";
import { verdictSection } from "@/lib/chat/words/verdict";
import { verdictDocumentation } from "@/lib/desks/verdict/documentation";
import {
  composeVerdict,
  gatherVerdict,
  verdictDeskWith,
  type VerdictInputs,
} from "@/lib/desks/verdict/handler";
import { sha256Hex } from "@/lib/http/digest";
import { fedCalendar } from "@/lib/sources/fed-calendar";
import { reduceWeekCalendar, weekCalendar } from "@/lib/sources/week-calendar";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { failed, readingOf } from "../fixtures/readings";
import { at, noStore, reader } from "../fixtures/test-source";
import { noTools } from "../fixtures/verdict";

const NOW = new Date("2026-10-07T18:30:00Z");
const SOLD = { route: "intel-verdict", includeInsider: true };
const BRIEF = { route: "intel-desk-brief", method: "desk-brief/1" };
const INPUT = { includeInsider: true };

let upstream: Upstream;
let inputs: VerdictInputs;
let bundle: BundleInputs;
const open = () => reader({ origin: upstream.url, store: noStore, timeoutMs: 30_000, breakerMs: 0 });
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 7, now: () => NOW.getTime(), protocolRows: 300 });
  const read = open();
  bundle = await gatherBundle(noTools, read, at(NOW), INPUT);
  inputs = bundle.verdict;
});
afterAll(() => upstream.close());

const view = (over: Partial<CreatorView>): CreatorView => ({
  ...{ id: "sig_1", creator: `0x5290${"0".repeat(32)}9ee7`, stance: 1, hits: 14, scored: 20 },
  ...{ asset: "BTC", proof: "payment", newcomer: false },
  publishedAt: "2026-10-07T17:30:00.000Z",
  ...over,
});

describe("the verdict", () => {
  it("of the simulated market is whole, of its schema, and the same each time", () => {
    const made = composeVerdict(inputs, SOLD, NOW);
    expect(() => verdictDocumentation.output.parse(made.answer)).not.toThrow();
    expect(made.missing).toEqual(["creators"]);
    expect(made.answer.coverage).toBe(0.85);
    expect(composeVerdict(inputs, SOLD, NOW)).toEqual(made);
    const { supporting } = made.answer;
    const sum = supporting.why.reduce((total, { contribution }) => total + contribution, 0);
    expect(sum).toBeCloseTo(supporting.score, 5);
  });

  it("is frozen with the hash of what the buyer got, the price and its past", async () => {
    const { answer, frozen } = composeVerdict(inputs, SOLD, NOW);
    const { frozen: shown, ...facts } = answer.supporting;
    expect(shown.inputsHash).toBe(await sha256Hex(canonicalize(JSON.parse(JSON.stringify(facts))) ?? ""));
    expect(frozen).toMatchObject({
      at: NOW.toISOString(),
      route: "intel-verdict",
      signal: answer.verdict.signal,
      confidence: answer.verdict.confidence,
      standard: true,
      inputs: shown.inputsHash,
    });
    expect(frozen.price).toMatchObject({ venue: "coinbase", usd: shown.price });
    expect(frozen.sigma).toBeGreaterThan(0.005);
    expect(frozen.base).toBeGreaterThan(0.1);
    expect(answer.sources).toContain("Coinbase");
  });

  it("counts for nothing when it was not asked for as usual", () => {
    expect(composeVerdict(inputs, { ...SOLD, includeInsider: false }, NOW).frozen.standard).toBe(false);
  });

  it("is sold with the writes that freeze it", async () => {
    const sell = deskWith(verdictDeskWith(noTools))(open());
    const { effects } = await sell(INPUT, {
      now: NOW,
      signal: new AbortController().signal,
      headers: new Headers(),
    });
    expect(effects.map(({ command: [name] }) => name)).toEqual(["RPUSH", "LTRIM", "EXPIRE", "HSETNX"]);
  });

  it.each([
    ["tape", (of: VerdictInputs): VerdictInputs => ({ ...of, tape: {} })],
    ["positioning", (of: VerdictInputs): VerdictInputs => ({ ...of, positioning: {} })],
  ])("without %s covers too little to be sold", (part, without) => {
    const { answer, missing } = composeVerdict(without(inputs), SOLD, NOW);
    expect(answer.coverage).toBeLessThan(0.6);
    expect(missing).toContain(part);
  });

  it("goes on without fear and greed, yields, calendars and VIX, and says what it lacks", () => {
    const without: VerdictInputs = {
      ...inputs,
      fearGreed: failed(inputs.fearGreed),
      curve: inputs.curve.map((one) => failed(one)),
      calendars: inputs.calendars.map((one) => failed(one)),
      vix: inputs.vix.map((one) => failed(one)),
    };
    const { answer, missing } = composeVerdict(without, SOLD, NOW);
    expect(answer.coverage).toBe(0.65);
    expect(missing).toEqual(["creators", "fearGreed", "yields"]);
    const { supporting } = verdictDocumentation.output.parse(answer);
    expect(supporting).toMatchObject({ fearGreed: null, yields: null, event: null, vix: null, known: 0.65 });
    expect(answer.verdict.rationale.join()).toMatch(/no calendar could be read/);
  });

  it("is frozen at the second exchange's price when the first one's is too old to be scored by", async () => {
    const stale = new Date(NOW.getTime() - 6 * 60_000).toISOString();
    const read = reader({
      ...{ origin: "", store: noStore, timeoutMs: 10_000, breakerMs: 0 },
      upstream: {
        origin: upstream.url,
        async fetch(address, init) {
          const response = await fetch(address, init);
          if (!String(address).endsWith("/products/BTC-USD/ticker")) return response;
          return Response.json({ ...((await response.json()) as object), time: stale });
        },
      },
    });
    const late = await gatherVerdict(noTools, read, at(NOW), INPUT);
    expect(late.price.map(({ provider }) => provider)).toEqual(["Coinbase", "Kraken", "Yahoo Finance"]);
    const { answer, frozen } = composeVerdict(late, SOLD, NOW);
    expect(frozen.price?.venue).toBe("kraken");
    expect(answer.supporting.frozen.priceSource).toBe("Kraken");
    expect(answer.notes.join(" ")).not.toContain("void");

    const alone = composeVerdict({ ...late, price: late.price.slice(0, 1) }, SOLD, NOW);
    expect(alone.frozen.price).toMatchObject({ venue: "coinbase", at: stale });
    expect(alone.answer.notes.join(" ")).toContain("will be void in the accuracy record");
  });

  it.each([10, 1.3, 0.7, 0.1])(
    "is not frozen at a price %f times as high as the tape's, and says so",
    (times) => {
      const [coinbase] = inputs.price;
      if (!coinbase?.value) throw new Error("the simulator has a price");
      const quoted = (by: number) => ({
        ...coinbase,
        value: { ...coinbase.value, price: by * (coinbase.value?.price ?? 0), changePct: null },
      });
      const wrong = composeVerdict({ ...inputs, price: [quoted(times)] }, SOLD, NOW);
      expect(wrong.frozen.price).toBeNull();
      expect(wrong.answer.supporting.frozen).toMatchObject({ price: null, priceSource: null });
      expect(wrong.answer.notes.join(" ")).toMatch(
        /Coinbase gave \$.* that price is not believed.*will be void/,
      );
      const kraken = readingOf({ id: "kraken.btc", provider: "Kraken" }, coinbase.value, NOW, NOW);
      const other = composeVerdict({ ...inputs, price: [quoted(times), kraken] }, SOLD, NOW);
      expect(other.frozen.price?.venue).toBe("kraken");
      const near = composeVerdict({ ...inputs, price: [quoted(1.05)] }, SOLD, NOW);
      expect(near.frozen.price?.venue).toBe("coinbase");
    },
  );

  it("falls to the second exchange for the price, and is void without any, saying so", () => {
    const [coinbase] = inputs.price;
    if (!coinbase?.value) throw new Error("the simulator has a price");
    const kraken = readingOf({ id: "kraken.btc", provider: "Kraken" }, coinbase.value, NOW, NOW);
    const second = composeVerdict({ ...inputs, price: [failed(coinbase), kraken] }, SOLD, NOW);
    expect(second.frozen.price?.venue).toBe("kraken");
    expect(second.answer.sources).toContain("Kraken");
    const none = composeVerdict({ ...inputs, price: [failed(coinbase)] }, SOLD, NOW);
    expect(none.frozen.price).toBeNull();
    expect(none.answer.notes.join()).toMatch(/will be void/);
  });

  it("counts published views, shows them by their facts, and leaves them out when they aren't wanted", async () => {
    const tools = {
      ...noTools,
      creators: () => Promise.resolve([view({})]),
    };
    const read = open();
    const wanted = await gatherVerdict(tools, read, at(NOW), { includeInsider: true });
    const { answer } = composeVerdict(wanted, SOLD, NOW);
    expect(answer.coverage).toBe(1);
    expect(answer.supporting).toMatchObject({ creators: 1, known: 1 });
    expect(answer.insider).toEqual([
      {
        line: "long BTC, 1 h old, paid by the creator's wallet, creator 0x5290…9ee7: 14 of 20 scored calls came true.",
      },
    ]);
    const unwanted = await gatherVerdict(tools, read, at(NOW), { includeInsider: false });
    const without = composeVerdict(unwanted, { ...SOLD, includeInsider: false }, NOW).answer;
    expect(without.insider).toEqual([]);
    expect(without.supporting.creators).toBeNull();
    // switched off is not missing: it is named, and takes nothing from what is left
    expect(without).toMatchObject({ coverage: 1, notApplicable: ["creators"], supporting: { known: 0.85 } });
    expect(answer.notApplicable).toBeUndefined();
  });

  it("does not take a feed without views for one with views", () => {
    const { answer } = composeVerdict({ ...inputs, creators: [] }, SOLD, NOW);
    expect(answer.supporting).toMatchObject({ creators: 0, known: 0.85 });
    expect(answer.notes.join()).not.toMatch(/could not be read/);
  });
});

describe("event risk", () => {
  const week = (over: object) =>
    readingOf(weekCalendar, { events: [], until: "2026-10-09T12:00:00.000Z", ...over }, NOW, NOW);
  const fed = (title: string, when: string, currency = "USD") =>
    readingOf(
      fedCalendar,
      {
        events: [{ title, currency, impact: "high" as const, at: when, forecast: null, previous: null }],
        until: "2026-12-31",
      },
      NOW,
      NOW,
    );

  it.each([
    ["in 25 hours", fed("FOMC Meeting", "2026-10-08T19:30:01.000Z"), 0],
    ["in 24 hours", fed("FOMC Meeting", "2026-10-08T18:30:00.000Z"), 0.5],
    ["in 2 hours", fed("FOMC Press Conference", "2026-10-07T20:30:00.000Z"), 0.8],
    ["over", fed("FOMC Statement", "2026-10-07T18:29:59.000Z"), 0],
    ["minutes", fed("FOMC Minutes", "2026-10-07T19:00:00.000Z"), 0],
    [
      "minutes, as the week's calendar calls them",
      fed("FOMC Meeting Minutes", "2026-10-07T19:00:00.000Z"),
      0,
    ],
    ["a speech", fed("FOMC Member Waller Speaks", "2026-10-07T19:00:00.000Z"), 0],
    ["another bank", fed("FOMC Meeting", "2026-10-07T19:00:00.000Z", "EUR"), 0],
    ["a day without an hour: 14:00 in New York", fed("FOMC Meeting", "2026-10-08"), 0.5],
    ["consumer prices", week({ inflation: ["2026-10-08T12:30:00.000Z"] }), 0.5],
  ])("%s", (_, calendar, risk) => {
    expect(eventRisk([calendar], NOW)?.risk).toBe(risk);
  });

  it("finds consumer prices in the week's calendar in each form, once, and no other country's", () => {
    const entry = (title: string, country: string, date: string) => ({
      title,
      country,
      date,
      impact: "High",
    });
    const { value } = reduceWeekCalendar(
      [
        entry("Core CPI m/m", "USD", "2026-10-08T08:30:00-04:00"),
        entry("CPI y/y", "USD", "2026-10-08T08:30:00-04:00"),
        entry("CPI y/y", "GBP", "2026-10-08T02:00:00-04:00"),
        entry("Prelim UoM Inflation Expectations", "USD", "2026-10-09T10:00:00-04:00"),
        entry("CPI m/m", "USD", "2026-10-05T08:30:00-04:00"),
      ],
      NOW,
    );
    expect(value.inflation).toEqual(["2026-10-08T12:30:00.000Z"]);
    expect(value.events.filter(({ release }) => release !== true)).toEqual([]); // no central bank's
    expect(eventRisk([week(value)], NOW)?.next?.title).toBe("US consumer prices (CPI)");
  });

  it.each<[string, VerdictInputs["calendars"][number], boolean]>([
    ["the week's calendar could not be read", failed(weekCalendar), false],
    ["the week's calendar is last week's", week({ until: "2026-10-02T14:00:00.000Z", inflation: [] }), false],
    ["the week's calendar is read", week({ inflation: [] }), true],
    ["the week is over since Friday", week({ until: "2026-10-05T14:00:00.000Z", inflation: [] }), true],
  ])("says of consumer prices whether they are known: %s", (_, calendar, known) => {
    const calendars = [fed("Some speech", "2026-10-20T14:00:00.000Z"), calendar];
    expect(eventRisk(calendars, NOW)).toMatchObject({ risk: 0, next: null, inflationKnown: known });
    const { answer } = composeVerdict({ ...inputs, calendars }, SOLD, NOW);
    expect(answer.verdict.rationale.includes(INFLATION_UNKNOWN)).toBe(!known);
    const section = verdictSection(
      { verdict: { answer: verdictDocumentation.output.parse(answer), refused: null, input: {} } },
      understand("give me a BTC plan"),
      NOW,
      "https://svc.example.com",
      true,
    );
    expect(section?.points).toEqual(
      expect.arrayContaining(
        known
          ? ["No decision of the Fed and no US consumer prices within 24 hours."]
          : ["No decision of the Fed within 24 hours.", INFLATION_UNKNOWN],
      ),
    );
  });

  it("is unknown without a calendar, or with one that ended long ago", () => {
    expect(eventRisk([failed(fedCalendar), failed(weekCalendar)], NOW)).toBeNull();
    expect(eventRisk([week({ until: "2026-09-01T00:00:00.000Z" })], NOW)).toBeNull();
  });
});

describe("a bundle", () => {
  const input = deskBriefEntry.input.parse({});

  it("is the three desks' own answers at one moment, and freezes its verdict once", () => {
    const { answer, missing, effects } = composeBundle(bundle, input, BRIEF, NOW);
    expect(() => deskBriefDocumentation.output.parse({ kind: "intel-desk-brief", ...answer })).not.toThrow();
    expect(missing).toEqual([]);
    expect(answer.parts.map(({ part, reason }) => [part, reason])).toEqual([
      ["macro", null],
      ["pools", null],
      ["verdict", null],
    ]);
    expect(answer.coverage).toBeCloseTo(0.3 + 0.2 + 0.5 * 0.85, 4);
    expect(answer.notApplicable).toBeUndefined();
    const without = composeBundle(bundle, { ...input, includeInsider: false }, BRIEF, NOW).answer;
    expect(without.coverage).toBeCloseTo(1, 4);
    expect(without.notApplicable).toEqual(["verdict.creators"]);
    expect(answer.pools).toHaveLength(5);
    expect(answer.supporting.score).toBe(composeVerdict(inputs, SOLD, NOW).answer.supporting.score);
    expect(effects).toHaveLength(4);
    expect(effects?.[0]?.command.at(-1)).toContain('"route":"intel-desk-brief"');
    expect(new Set(answer.provenance.map(({ id }) => id)).size).toBe(answer.provenance.length);
  });

  it("leaves out a part that its desk would not sell, with the reason", () => {
    const { list, ...rest } = bundle.pools;
    const { answer, missing } = composeBundle(
      { ...bundle, pools: { ...rest, list: failed(list), closes: {} } },
      input,
      BRIEF,
      NOW,
    );
    expect(answer.pools).toBeNull();
    expect(answer.parts[1]).toMatchObject({ part: "pools", coverage: 0, dataAsOf: null });
    expect(answer.parts[1]?.reason).toMatch(/^too thin: coverage 0, needed 0.6/);
    expect(answer.coverage).toBeCloseTo(0.725, 4);
    expect(missing).toContain("pools");
  });

  it("is sold without macro, and not without macro and pools", () => {
    const { fearGreed, yields, fedCalendar: fed, weekCalendar: week, feeds } = bundle.macro;
    const macro: BundleInputs["macro"] = {
      ...bundle.macro,
      fearGreed: failed(fearGreed),
      yields: yields.map((one) => failed(one)),
      fedCalendar: failed(fed),
      weekCalendar: failed(week),
      feeds: feeds.map((one) => failed(one)),
    };
    const { answer } = composeBundle({ ...bundle, macro }, input, BRIEF, NOW);
    expect(answer.macro).toBeNull();
    expect(answer.parts[0]).toMatchObject({ part: "macro", coverage: 0.4 });
    expect(answer.coverage).toBeCloseTo(0.625, 4);
    const pools: BundleInputs["pools"] = { ...bundle.pools, list: failed(bundle.pools.list), closes: {} };
    expect(composeBundle({ ...bundle, macro, pools }, input, BRIEF, NOW).answer.coverage).toBe(0.425);
  });

  it("without its verdict is too thin to sell, and freezes nothing", () => {
    const without = { ...bundle, verdict: { ...inputs, tape: {} } };
    const { answer, effects } = composeBundle(without, input, BRIEF, NOW);
    expect(answer.coverage).toBe(0.5);
    expect(effects).toEqual([]);
  });
});

describe("the agent-to-agent pipeline", () => {
  it("is a desk brief with a handoff", () => {
    const desk = a2aDeskWith(
      { ...noTools, peers: () => Promise.resolve([]) },
      () => "https://svc.example.com",
    );
    const { answer } = desk.compose({ bundle, peers: [] }, a2aPipelineEntry.input.parse({}), NOW);
    const { a2a, verdict } = a2aPipelineDocumentation.output.parse(answer);
    expect(a2a.handoff).toMatch(
      new RegExp(
        `^A2A\\|asset=BTC\\|bias=(long|short|none)\\|conviction=${verdict.confidence}\\|signal=${verdict.signal}\\|`,
      ),
    );
    expect(a2a.mesh).toBe("https://svc.example.com/api/agent-a2a-mesh");
  });

  it("names peers behind the routes, and only where there is a bias to hand over", () => {
    const erc8004 = { agentId: "0", agentRegistry: "eip155:8453:0x8004", onChain: true };
    const peers = [{ agent: "agt_00", cardUrl: "https://svc.example.com/card", erc8004, why: "?" }];
    const desk = a2aDeskWith(
      { ...noTools, peers: () => Promise.resolve(peers) },
      () => "https://svc.example.com",
    );
    const { answer } = desk.compose({ bundle, peers }, a2aPipelineEntry.input.parse({}), NOW);
    const { a2a, verdict } = a2aPipelineDocumentation.output.parse(answer);
    expect(a2a.delegate.slice(2)).toEqual(fitting(verdict.signal, peers));
    const named = SIGNALS.filter((signal) => fitting(signal, peers).length > 0);
    expect([...named].sort()).toEqual(["avoid", "follow", "snipe"]);
  });

  it.each(SIGNALS.map((signal) => [signal] as const))("%s: bias and next route fit", (signal) => {
    const { verdict, supporting } = composeVerdict(inputs, SOLD, NOW).answer;
    const { handoff, delegate, turns } = a2aOf(
      { verdict: { ...verdict, signal }, supporting },
      "https://svc.example.com",
    );
    const bias = { snipe: "long", follow: "long", avoid: "short", watch: "none", rebalance: "none" }[signal];
    expect(handoff.split("|")).toEqual(expect.arrayContaining(["A2A", "asset=BTC", `bias=${bias}`]));
    const [first, ...others] = delegate.map(({ route }) => route);
    expect(first).toBe(signal === "rebalance" ? "intel-whales" : first);
    if (bias !== "none") expect(first).toBe("intel-scalp");
    expect([first, ...others].sort()).toEqual(["intel-scalp", "intel-whales"]);
    expect(turns.length).toBeGreaterThan(0);
    for (const { url, priceUsdc, route } of delegate) {
      expect(url).toMatch(/^https:\/\/svc\.example\.com\/api\/svc-intel-/);
      expect(priceUsdc).toBe(route === "intel-whales" ? 0.02 : 0.1);
    }
  });

  it("a watch says at which levels it would turn, into what, and whom to ask, and the rules agree", () => {
    const value = fc.double({ min: -1, max: 1, noNaN: true }).map((v) => Math.round(v * 1e4) / 1e4);
    const values = fc.record({ tape: value, positioning: value, fearGreed: value, yields: value });
    const crowdings = fc.constantFrom(null, 0.1, 0.7, 0.9);
    const { verdict, supporting } = composeVerdict(inputs, SOLD, NOW).answer;
    let turned = 0;
    fc.assert(
      fc.property(values, crowdings, (known, crowding) => {
        const given = {
          components: { ...known, creators: null },
          crowding,
          fundingZ: 0,
          eventRisk: 0,
          proven: new Set<Signal>(),
        };
        const { signal, score, known: weight, agreement, risk } = decide(given);
        const components = supporting.components.map((one) => ({
          ...one,
          value: given.components[one.name],
        }));
        const scores = { score: score ?? 0, known: weight, agreement, risk };
        const figures = { ...supporting, components, crowding, fundingZ: 0, ...scores };
        const { turns, delegate } = a2aOf(
          { verdict: { ...verdict, signal }, supporting: figures },
          "https://a.b",
        );
        expect(delegate.length).toBeGreaterThan(0);
        for (const { to, lever, when } of turns) {
          expect(when).toMatch(/now/);
          if (lever === null) continue;
          const moved = { ...given, components: { ...given.components, [lever.component]: lever.needed } };
          const then = decide(moved);
          // A snipe wants agreement and a low risk too, which no component alone may bring.
          expect(to === "snipe" ? ["snipe", "follow"] : [to]).toContain(then.signal);
          if (to === "snipe") expect(lever.needed).toBeGreaterThanOrEqual(lever.now);
          turned++;
        }
      }),
    );
    expect(turned).toBeGreaterThan(0);
  });

  it("a follow whose S is a snipe's already lacks the rest, and is not told to lower its tape", () => {
    const { supporting } = composeVerdict(inputs, SOLD, NOW).answer;
    const components = supporting.components.map((one) => ({
      ...one,
      value: one.name === "tape" ? 0.9 : one.name === "positioning" ? 0.1 : null,
    }));
    const high = { ...supporting, components, score: 0.4, known: 0.65, agreement: 1, risk: 0.8 };
    const [snipe] = turnsOf("follow", high);
    expect(snipe).toMatchObject({ to: "snipe", score: 0.35, lever: null });
    expect(snipe?.when).toBe(
      "S at or above +0.35 (now +0.40) with agreement of 0.6 (now 1.00) and risk under 0.7 (now 0.80): " +
        "S is there already, the rest is not.",
    );
  });

  it.each([
    [0.45, 0.9, 0, "snipe"],
    [0.45, 0.9, 0.8, "follow"],
    [0.45, 0.5, 0, "follow"],
    [0.1, 1, 0, "watch"],
    [-0.25, 1, 0, "avoid"],
  ] as const)(
    "a rebalance at S %s, agreement %s and an event risk of %s turns to what S says then: %s",
    (score, agreement, eventRisk, to) => {
      const { supporting } = composeVerdict(inputs, SOLD, NOW).answer;
      const event = { risk: eventRisk, title: null, at: null };
      const crowded = { ...supporting, score, agreement, event, crowding: 0.95, risk: 0.95, fundingZ: 2.8 };
      expect(turnsOf("rebalance", crowded)).toMatchObject([{ to, score: null, lever: null }]);
    },
  );

  it("a message about another asset is answered on BTC, says so in headline and notes, and names who covers it", () => {
    const reported = (message: string) => composeVerdict(inputs, SOLD, NOW, message).answer;
    for (const [message, asset, route] of [
      ["should I buy ETH now?", "ETH", "/api/svc-intel-whales"],
      ["is Solana going up", "SOL", "/api/svc-intel-scalp"],
      ["$WIF?", "WIF", "/api/svc-intel-trenches"],
      ["is doge next?", "DOGE", "/api/svc-intel-trenches"],
      ["what will gold do", "gold", "/api/svc-intel-macro"],
      ["S&P 500 today?", "stocks", "/api/svc-intel-macro"],
      ["8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump", "a token", "/api/svc-intel-trenches"],
    ] as const) {
      const { verdict, notes } = reported(message);
      expect(verdict).toMatchObject({
        asset: "BTC",
        headline: expect.stringMatching(`^BTC, .*nothing of ${asset}`),
      });
      expect(notes[0]).toContain(route);
      expect(verdict.signal).toBe(reported("").verdict.signal);
    }
    for (const message of ["BTC or ETH?", "bitcoin", "good morning", "a solution for the base case"])
      expect(reported(message).verdict.headline).not.toContain("nothing of");
  });
});
