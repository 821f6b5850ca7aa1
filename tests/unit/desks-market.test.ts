import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { marketDocumentation } from "@/lib/desks/market/documentation";
import type { LoungeTeasers } from "@/lib/desks/lounge";
import { marketWith } from "@/lib/desks/market/handler";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { noStore, reader } from "../fixtures/test-source";

const NOW = new Date("2026-10-07T14:00:00Z");
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, protocolRows: 50, now: () => NOW.getTime() });
});
afterEach(() => upstream.clearFaults());
afterAll(() => upstream.close());

const teaser = (at: number) => ({
  ...{ signalId: `sig_${String(at).padStart(24, "0")}`, title: "A view", teaser: "Its beginning" },
  publishedAt: NOW.toISOString(),
  certificate: { hash: "ab".repeat(32), seq: at, minted: false },
});
const ask = async (lounge: LoungeTeasers = () => Promise.resolve([])) => {
  const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 4_000, windowScale: 0 });
  const context = { now: NOW, signal: new AbortController().signal, headers: new Headers() };
  const { answer, effects } = await marketWith(lounge)(read)({}, context);
  expect(marketDocumentation.output.safeParse(answer).error).toBeUndefined();
  expect(effects).toEqual([]);
  return answer;
};
const NEWS = [
  "www.coindesk.com",
  "cointelegraph.com",
  "decrypt.co",
  "www.theblock.co",
  "www.federalreserve.gov",
];
const PRICES = ["api.exchange.coinbase.com", "api.kraken.com", "query2.finance.yahoo.com"];
const down = (hosts: readonly string[]): void => {
  for (const host of hosts) upstream.setFault(host, { kind: "status", status: 403 });
};

describe("the market at a glance", () => {
  it("has both ticks, ten headlines, and five teasers with their certificates", async () => {
    const answer = await ask((count) =>
      Promise.resolve(Array.from({ length: count }, (_, at) => teaser(at))),
    );
    expect(answer.ticks?.map(({ symbol, source }) => [symbol, source])).toEqual([
      ["BTC", "Coinbase"],
      ["ETH", "Coinbase"],
    ]);
    expect(answer.ticks?.every(({ price, changePct }) => price !== null && changePct !== null)).toBe(true);
    expect(answer.headlines).toHaveLength(10);
    expect(answer).toMatchObject({ coverage: 1, teasers: [0, 1, 2, 3, 4].map(teaser) });
  });

  it("says when the lounge could not be read, and answers without it", async () => {
    const answer = await ask(() => Promise.resolve(null));
    expect(answer).toMatchObject({ coverage: 1, teasers: [] });
    expect(answer.notes.join(" ")).toContain("The lounge could not be read");
    expect((await ask()).notes.join(" ")).not.toContain("lounge");
  });

  it("answers with prices alone, and with headlines alone", async () => {
    down(NEWS);
    expect(await ask()).toMatchObject({ headlines: null, coverage: 0.5, ticks: [{}, {}] });
    upstream.clearFaults();
    down(PRICES);
    const answer = await ask();
    expect(answer).toMatchObject({ ticks: null, coverage: 0.5 });
    expect(answer.headlines).toHaveLength(10);
  });

  it("says why one price of two is missing", async () => {
    upstream.setFault("api.exchange.coinbase.com/products/ETH-USD/ticker", { kind: "status", status: 403 });
    upstream.setFault("api.kraken.com", { kind: "status", status: 403 });
    upstream.setFault("query2.finance.yahoo.com", { kind: "status", status: 403 });
    const { ticks } = await ask();
    expect(ticks?.[0]?.price).toBeGreaterThan(0);
    expect(ticks?.[1]).toMatchObject({ price: null, source: null });
    expect(ticks?.[1]?.reason).toMatch(/^Coinbase: \w+; Kraken: \w+; Yahoo Finance: \w+\.$/);
  });

  it("refuses only when nothing at all is known", async () => {
    down([...NEWS, ...PRICES]);
    await expect(ask()).rejects.toMatchObject({ code: "data_unavailable" });
  });
});
