import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { composeMacro } from "@/lib/desks/macro/compose";
import { macroDocumentation } from "@/lib/desks/macro/documentation";
import { gatherMacro } from "@/lib/desks/macro/gather";
import { composeTvl } from "@/lib/desks/tvl/compose";
import { tvlDocumentation } from "@/lib/desks/tvl/documentation";
import { gatherTvl } from "@/lib/desks/tvl/gather";
import type { Fault } from "@/sandbox/upstream/faults/fault";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { at, noStore, reader } from "../fixtures/test-source";

/** The desks over simulated providers, which know these providers' shapes, quirks and ways to fail. */
let now = new Date("2026-10-07T14:00:00Z");
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, protocolRows: 400, now: () => now.getTime() });
});
afterEach(() => {
  upstream.clearFaults();
  now = new Date("2026-10-07T14:00:00Z");
});
afterAll(() => upstream.close());

/** The provider that keeps its callers waiting is waited for less long; the others are given time enough. */
const patience = ({ kind }: Fault): number => (["slow", "drip", "endless"].includes(kind) ? 1_500 : 4_000);
const asking = (timeoutMs: number) =>
  reader({ origin: upstream.url, store: noStore, timeoutMs, windowScale: 0 });
const macro = async (timeoutMs = 4_000) => composeMacro(await gatherMacro(asking(timeoutMs), at(now)), now);
const tvl = async (timeoutMs = 4_000) => composeTvl(await gatherTvl(asking(timeoutMs), at(now)), now);
const statusOf = (provenance: readonly { id: string; status: string }[], id: string) =>
  provenance.find((row) => row.id === id)?.status;

describe("with all providers well", () => {
  it.each([
    ["on a trading day", "2026-10-07T14:00:00Z"],
    ["on a Sunday", "2026-10-11T12:00:00Z"],
    ["before the open after a long weekend", "2026-09-08T13:00:00Z"],
    ["on the first day of a year, whose curve is still that of the old one", "2027-01-01T15:00:00Z"],
    ["on the first Monday of a year", "2027-01-04T12:00:00Z"],
    ["in the hour after daylight saving ends", "2026-11-01T06:30:00Z"],
    ["on a leap day", "2028-02-29T12:00:00Z"],
  ])("macro covers all, %s", async (_name, time) => {
    now = new Date(time);
    const { answer, missing } = await macro();
    expect(macroDocumentation.output.safeParse(answer).error).toBeUndefined();
    expect({ coverage: answer.coverage, missing }).toEqual({ coverage: 1, missing: [] });
    expect(answer.marks.every(({ price, changePct }) => price !== null && changePct !== null)).toBe(true);
    expect(answer.macro.yields?.y10).toBeGreaterThan(0);
    expect(answer.macro.events?.every(({ at: when }) => when >= time.slice(0, 10))).toBe(true);
    for (const { title, url } of answer.macro.headlines ?? []) {
      expect(title).not.toMatch(/<[a-z/]|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/i);
      expect(url).toMatch(/^https:\/\//);
    }
  });

  it("TVL covers all, and no exchange is among its protocols", async () => {
    const { answer, missing } = await tvl();
    expect(tvlDocumentation.output.safeParse(answer).error).toBeUndefined();
    expect({ coverage: answer.coverage, missing }).toEqual({ coverage: 1, missing: [] });
    expect(answer.topProtocols).toHaveLength(25);
    expect(answer.topProtocols.map(({ category }) => category)).not.toContain("CEX");
    expect(answer.chains.reduce((sum, { sharePct }) => sum + sharePct, 0)).toBeLessThanOrEqual(100.2);
  });
});

/** What each fault does to a source that is read as JSON. */
const FAULTS: [string, Fault, readonly string[]][] = [
  ["a reset connection", { kind: "down" }, ["network"]],
  ["429", { kind: "status", status: 429, retryAfterSec: 30 }, ["rate_limited"]],
  ["a country block by 403", { kind: "status", status: 403 }, ["geo_blocked"]],
  ["451", { kind: "status", status: 451 }, ["geo_blocked"]],
  ["500", { kind: "status", status: 500 }, ["http_error"]],
  ["a page", { kind: "html" }, ["schema"]],
  ["an answer that breaks off", { kind: "truncated" }, ["schema"]],
  ["lists without rows", { kind: "empty" }, ["suspect_empty"]],
  ["an endless list", { kind: "endless" }, ["too_large", "timeout"]],
  ["silence", { kind: "slow", ms: 5_000 }, ["timeout"]],
  ["an answer byte by byte", { kind: "drip", everyMs: 20 }, ["timeout"]],
];

const QUICK = FAULTS.filter(([, fault]) => patience(fault) > 1_500);

describe("with one provider in trouble", () => {
  it.each(FAULTS)(
    "%s from DefiLlama's protocols is told as what it is, and too little is left",
    async (...given) => {
      const [, fault, statuses] = given;
      upstream.setFault("api.llama.fi/protocols", fault);
      const { answer, missing } = await tvl(patience(fault));
      expect(statuses).toContain(statusOf(answer.provenance, "llama.protocols"));
      expect({ coverage: answer.coverage, missing }).toEqual({ coverage: 0.5, missing: ["topProtocols"] });
    },
  );

  it.each(FAULTS)("%s from Yahoo costs DXY and gold; FRED stands in for the rest", async (...given) => {
    const [, fault, statuses] = given;
    upstream.setFault("query2.finance.yahoo.com", fault);
    const { answer, missing } = await macro(patience(fault));
    expect(statuses).toContain(statusOf(answer.provenance, "yahoo.spx"));
    expect(missing).toEqual(["marks.DXY", "marks.GOLD"]);
    expect(answer.coverage).toBe(0.8667);
    expect(answer.marks.map(({ source }) => source)).toEqual([
      "FRED",
      "FRED",
      null,
      null,
      "Coinbase",
      "Coinbase",
    ]);
    expect(answer.marks[2]?.reason).toMatch(/^Yahoo Finance: \w+\. No other/);
  });

  it.each(QUICK.filter(([, { kind }]) => kind !== "empty"))(
    "%s from Coinbase brings Kraken's price, without a change of 24 hours",
    async (...given) => {
      const [, fault] = given;
      upstream.setFault("api.exchange.coinbase.com", fault);
      const { answer } = await macro();
      expect(answer.marks[4]).toMatchObject({ source: "Kraken", changePct: null });
      expect(answer.coverage).toBe(1);
    },
  );

  it("Coinbase and Kraken down bring Yahoo's price", async () => {
    upstream.setFault("api.exchange.coinbase.com", { kind: "down" });
    upstream.setFault("api.kraken.com", { kind: "status", status: 500 });
    const { answer } = await macro();
    expect(answer.marks[5]).toMatchObject({ source: "Yahoo Finance" });
    expect(answer.coverage).toBe(1);
  });

  it.each(QUICK)(
    "%s from the Treasury, the calendars and the feeds costs those parts only",
    async (...given) => {
      const [, fault] = given;
      upstream.setFault("home.treasury.gov", fault);
      upstream.setFault("nfs.faireconomy.media", fault);
      upstream.setFault("www.federalreserve.gov", fault);
      const { answer, missing } = await macro();
      // The Treasury's newest rows come first, so that half of its file is still good for the newest day.
      const half = fault.kind === "truncated";
      expect(missing).toEqual(half ? ["macro.events"] : ["macro.yields", "macro.events"]);
      expect(answer.macro.headlines).not.toBeNull();
      expect(answer.coverage).toBe(half ? 0.85 : 0.7);
    },
  );

  it("a CSV that breaks off gives its whole rows", async () => {
    const { answer: whole } = await macro();
    upstream.setFault("home.treasury.gov", { kind: "truncated" });
    const { answer } = await macro();
    expect(answer.macro.yields).toEqual(whole.macro.yields);
  });

  it("everything down makes an answer that covers nothing and claims nothing", async () => {
    upstream.setFault("*", { kind: "status", status: 500 });
    const { answer, missing } = await macro();
    expect(answer).toMatchObject({ coverage: 0, sentiment: null, sources: [] });
    expect(missing).toHaveLength(10);
    expect((await tvl()).answer).toMatchObject({ coverage: 0, chains: [], topProtocols: [], total: null });
  });
});
