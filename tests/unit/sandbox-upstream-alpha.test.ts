import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseTitle, type Venue } from "@/lib/desks/listing/title";
import type { Announcement } from "@/lib/sources/announcements";
import { binanceArticles } from "@/lib/sources/binance/announcements";
import { DISTRIBUTION_SIGNS } from "@/lib/sources/distribution-signs";
import { llamaProtocols } from "@/lib/sources/llama";
import { tokenlessOf } from "@/lib/sources/llama-tokenless";
import { llamaAirdrops } from "@/lib/sources/llama-airdrops";
import { okxAnnouncements } from "@/lib/sources/okx/announcements";
import type { Source } from "@/lib/sources/source";
import { SPOT_MARKETS } from "@/lib/sources/spot-markets";
import { krakenListings } from "@/lib/sources/kraken-listings";
import { upbitNotices } from "@/lib/sources/upbit";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { at, noStore, reader } from "../fixtures/test-source";

const NOW = new Date("2026-10-07T18:30:00Z");
let now = NOW;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 5, protocolRows: 600, now: () => now.getTime() });
});
afterAll(() => upstream.close());

/** As the service reads it. */
async function read<T>(source: Source<T>, when = NOW) {
  now = when;
  const reading = await reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000, breakerMs: 0 })(
    { source },
    at(when),
  );
  return reading.source;
}

describe("four exchanges announce", () => {
  const lists: [string, Venue, Source<Announcement[]>, ("list" | "delist" | null)[]][] = [
    ["Binance's listings", "Binance", binanceArticles("listings"), ["list", null]],
    ["Binance's delistings", "Binance", binanceArticles("delistings"), ["delist"]],
    ["OKX's listings", "OKX", okxAnnouncements("listings"), ["list", null]],
    ["OKX's delistings", "OKX", okxAnnouncements("delistings"), ["delist"]],
    ["Upbit's notices", "Upbit", upbitNotices, ["list", "delist", null]],
    ["Kraken's new coins", "Kraken", krakenListings, ["list", null]],
  ];
  // null: contracts, warnings, and strangers' titles
  it.each(lists)("%s hold what their name says", async (_, venue, source, expected) => {
    const { value, status } = await read(source);
    expect(status).toBe("ok");
    const actions = (value ?? []).map(({ title }) => parseTitle(venue, title)?.action ?? null);
    for (const action of expected) expect(actions).toContain(action);
    for (const { title } of value ?? []) expect(title).not.toMatch(/<[a-z/]|[\u200b-\u200f\u202a-\u202e]/i);
  });

  it("what is out never changes", async () => {
    const earlier = (await read(upbitNotices)).value ?? [];
    const later = (await read(upbitNotices, new Date(NOW.getTime() + 3_600_000))).value ?? [];
    expect(later.slice(-10)).toEqual(earlier.slice(earlier.length - later.length).slice(-10));
  });

  it("Binance throttles by an answer without data", async () => {
    const { status } = await read(binanceArticles("listings"), new Date("2026-10-07T18:59:10Z"));
    expect(status).toBe("suspect_empty");
  });

  it("OKX refuses what it does not know with status 200", async () => {
    const response = await fetch(`${upstream.url}/www.okx.com/api/v5/support/announcements?annType=x`);
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ code: "51000" }),
    ]);
  });
});

describe("four exchanges' spot markets", () => {
  it.each(Object.values(SPOT_MARKETS))("$id is read in the form that it was captured in", async (source) => {
    const { value, status } = await read(source);
    expect(status).toBe("ok");
    expect(value).toHaveProperty("BTC");
    expect(value).not.toHaveProperty("GONE"); // Coinbase lists what it has taken off
    expect(Object.keys(value ?? {})).not.toContain("123456"); // and Binance a symbol that is no pair
  });
});

describe("DefiLlama", () => {
  it("has claims that are open on any day of the quarter, and others that ended long ago", async () => {
    for (const month of [0, 3, 5, 8, 11]) {
      const when = new Date(Date.UTC(2026, month, 17, 12));
      const ends = ((await read(llamaAirdrops, when)).value ?? []).map(({ endsAt }) => endsAt);
      expect(ends.some((end) => end > when.getTime())).toBe(true);
      expect(ends.some((end) => end < when.getTime())).toBe(true);
    }
  });

  it("has protocols without a token among those with one", async () => {
    const { value } = tokenlessOf(await read(llamaProtocols));
    expect(value?.length).toBeGreaterThan(10);
    expect(value?.some(({ tvl }) => tvl > 1e8)).toBe(true);
    const signs = new Set(value?.flatMap((one) => one.signs));
    expect([...signs].sort()).toEqual([...DISTRIBUTION_SIGNS].sort());
  });
});
