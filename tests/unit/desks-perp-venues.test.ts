import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { POSITIONING_SYMBOLS } from "@/lib/catalog/intel/perps";
import { gatherPositioning } from "@/lib/desks/gather-positioning";
import { gatherTape } from "@/lib/desks/gather-tape";
import { bestPosition } from "@/lib/desks/positioning-venues";
import { bestTape, meanTapeScore } from "@/lib/desks/tape-venues";
import { composeWhales } from "@/lib/desks/whales/compose";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Fault } from "@/sandbox/upstream/faults/fault";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { at, noStore, reader } from "../fixtures/test-source";

/** Half past an hour, and half a minute into a bar of five minutes. */
const NOW = new Date("2026-10-07T18:30:30Z");
const OKX = "www.okx.com";
const BINANCE = "fapi.binance.com";
const HYPERLIQUID = "api.hyperliquid.xyz";
const DOWN: Fault = { kind: "down" };
const BLOCKED: Fault = { kind: "status", status: 451 };

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 7, now: () => NOW.getTime() });
});
afterAll(() => upstream.close());
afterEach(() => upstream.clearFaults());

const freshReader = (timeoutMs = 20_000): ReadSources =>
  reader({ origin: upstream.url, store: noStore, timeoutMs, breakerMs: 0 });
const askedHosts = (since: number): Record<string, number> => {
  const hosts: Record<string, number> = {};
  for (const { host } of upstream.requests().slice(since)) hosts[host] = (hosts[host] ?? 0) + 1;
  return hosts;
};

async function positioning(read: ReadSources = freshReader()) {
  const since = upstream.requests().length;
  const inputs = await gatherPositioning(read, at(NOW), POSITIONING_SYMBOLS);
  return { inputs, ...composeWhales(inputs, {}, NOW), hosts: askedHosts(since) };
}

/** The hosts' names in ids of sources. */
const venueOfId = (id: string): string => id.split(".")[0] ?? "";

describe("positioning", () => {
  it("is OKX's alone while OKX answers, with a second page of payments where they are made every 4 hours", async () => {
    const { answer, inputs, hosts } = await positioning();
    expect(answer).toMatchObject({ coverage: 1, sources: ["OKX"] });
    expect(Object.keys(hosts)).toEqual([OKX]);
    expect(answer.positioning.map(({ fundingIntervalH }) => fundingIntervalH)).toEqual([8, 8, 4]);
    const ids = answer.provenance.map(({ id }) => id);
    expect(ids.filter((id) => id.includes("payments"))).toEqual([
      "okx.funding-payments.BTC",
      "okx.funding-payments.ETH",
      "okx.funding-payments.SOL",
      "okx.funding-payments.SOL.4h.2",
    ]);
    const paid = (inputs.SOL?.[0]?.payments ?? []).map(({ value }) => value?.[0]?.[0] ?? NaN);
    expect(NOW.getTime() - Math.min(...paid)).toBeGreaterThan(30 * 86_400_000);
    for (const { fundingZ30d, score } of answer.positioning) {
      expect(fundingZ30d).not.toBeNull();
      expect(score).not.toBeNull();
    }
  });

  it("is Binance's, whole, for symbols that OKX leaves without a score, and no record mixes venues", async () => {
    upstream.setFault(
      `${OKX}/api/v5/rubik/stat/contracts/long-short-position-ratio-contract-top-trader`,
      DOWN,
    );
    const { answer, inputs } = await positioning();
    expect(answer.positioning.map(({ venue }) => venue)).toEqual(["Binance", "Binance", "Binance"]);
    expect(answer).toMatchObject({ coverage: 1, sources: ["Binance"] });
    expect(answer.notes).toContain("BTC is from Binance: OKX gave too little.");
    for (const symbol of POSITIONING_SYMBOLS) {
      const { used = [] } = bestPosition(symbol, inputs[symbol] ?? [], NOW) ?? {};
      expect(new Set(used.map(({ id }) => venueOfId(id)))).toEqual(new Set(["binance"]));
    }
    expect(answer.provenance).toContainEqual(
      expect.objectContaining({ id: "okx.top-positions.BTC", status: "network" }),
    );
  });

  it("stays OKX's when only its takers fail, and asks nobody else", async () => {
    upstream.setFault(`${OKX}/api/v5/rubik/stat/taker-volume-contract`, DOWN);
    const { answer, hosts } = await positioning();
    expect(Object.keys(hosts)).toEqual([OKX]);
    expect(answer.coverage).toBe(0.8);
    expect(answer.positioning[0]).toMatchObject({ venue: "OKX", takerRatio1h: null });
    expect(answer.positioning[0]?.score).not.toBeNull();
  });

  it("is Hyperliquid's funding and open interest where Binance is blocked too: too thin to sell, and saying so", async () => {
    upstream.setFault(OKX, DOWN);
    upstream.setFault(BINANCE, BLOCKED);
    const { answer, missing } = await positioning();
    expect(answer.coverage).toBe(0.275);
    expect(answer.provenance).toContainEqual(
      expect.objectContaining({ id: "binance.top-positions.BTC", status: "geo_blocked" }),
    );
    for (const record of answer.positioning) {
      expect(record).toMatchObject({
        venue: "Hyperliquid",
        fundingIntervalH: 1,
        topPosRatio: null,
        globalRatio: null,
        takerRatio1h: null,
        score: null,
        bias: null,
      });
      expect(record.fundingZ30d).not.toBeNull();
      expect(record.crowding).not.toBeNull();
      expect(record.oiUsd).toBeGreaterThan(1e7);
    }
    expect(missing).toContain("positioning.BTC.ratios");
  });

  it("is of nobody when all are gone: null throughout", async () => {
    for (const host of [OKX, BINANCE, HYPERLIQUID]) upstream.setFault(host, DOWN);
    const { answer, missing } = await positioning();
    expect(answer).toMatchObject({ coverage: 0, sources: [] });
    expect(answer.positioning[0]).toMatchObject({ venue: null, tsMs: null, fundingPct: null, why: [] });
    expect(missing).toHaveLength(12);
  });

  it("does not spend the call's time on a second attempt at an OKX that hangs", async () => {
    upstream.setFault(OKX, { kind: "slow", ms: 20_000 });
    const { answer } = await positioning(freshReader(4_000));
    expect(answer.positioning.map(({ venue }) => venue)).toEqual(["Binance", "Binance", "Binance"]);
  });

  it("passes over an OKX that answers with nothing", async () => {
    upstream.setFault(OKX, { kind: "empty" });
    const { answer } = await positioning();
    expect(answer.sources).toEqual(["Binance"]);
    expect(answer.provenance).toContainEqual(
      expect.objectContaining({ id: "okx.accounts.ETH", status: "suspect_empty" }),
    );
  });
});

describe("the tape", () => {
  const frames = async (read: ReadSources = freshReader()) => {
    const since = upstream.requests().length;
    const inputs = await gatherTape(read, at(NOW), ["BTC", "SOL"], ["5m", "15m", "1h"]);
    return {
      btc: bestTape(inputs.BTC ?? [], NOW),
      sol: bestTape(inputs.SOL ?? [], NOW),
      hosts: askedHosts(since),
    };
  };

  it("is OKX's bars with its taker volumes, closed ones only, each address asked once", async () => {
    const { btc, sol, hosts } = await frames();
    expect(hosts).toEqual({ [OKX]: 2 * (3 + 3 + 1) });
    for (const tape of [btc, sol]) {
      expect(tape?.venue).toBe("OKX");
      for (const { record } of tape?.taped ?? []) {
        expect(record.warm).toBe(true);
        expect(Object.values(record)).not.toContain(null);
        expect(record.barCloseMs).toBeLessThanOrEqual(NOW.getTime());
      }
      expect(meanTapeScore(tape)).not.toBeNull();
    }
    expect(
      btc?.taped.map(({ record }) => new Date(record.barCloseMs ?? 0).toISOString().slice(11, 16)),
    ).toEqual(["18:30", "18:30", "18:00"]);
  });

  it("is Binance's at all timeframes when OKX lacks bars at one, with the split that its bars carry", async () => {
    upstream.setFault(`${OKX}/api/v5/market/candles`, DOWN);
    const { btc } = await frames();
    expect(btc?.venue).toBe("Binance");
    expect(btc?.taped.map(({ record }) => record.takerBuyPct)).not.toContain(null);
    const used = new Set(btc?.taped.flatMap((one) => one.used.map(({ id }) => venueOfId(id))));
    expect(used).toEqual(new Set(["binance"]));
  });

  it("has no taker figures, and still a score, when OKX's volumes can't be read", async () => {
    upstream.setFault(`${OKX}/api/v5/rubik/stat/taker-volume-contract`, DOWN);
    const { btc, hosts } = await frames();
    expect(hosts[BINANCE]).toBeUndefined();
    expect(btc?.taped.length).toBeGreaterThan(0);
    for (const { record } of btc?.taped ?? []) {
      expect(record.score).not.toBeNull();
      expect(record).toMatchObject({ takerBuyPct: null, deltaQuoteUsd: null, cvd20Usd: null });
      expect(record.why.map(({ factor }) => factor)).toEqual(["trend", "vwap", "rsi"]);
    }
  });

  it("of nobody is null, and has no mean score", async () => {
    for (const host of [OKX, BINANCE]) upstream.setFault(host, DOWN);
    const { btc } = await frames();
    expect(meanTapeScore(btc)).toBeNull();
    expect(btc?.taped[0]?.record).toMatchObject({ barCloseMs: null, close: null, score: null, warm: false });
    expect(meanTapeScore(null)).toBeNull();
  });
});
