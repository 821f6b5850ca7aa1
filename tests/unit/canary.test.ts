import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { canaryDocumentation } from "@/lib/canary/documentation";
import { canaryWith } from "@/lib/canary/handler";
import { type Look, lookAt } from "@/lib/canary/look";
import { probesFor } from "@/lib/canary/probes";
import { longestIn, rowsIn } from "@/lib/canary/seen";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken } from "@/sandbox/upstream/market/tokens";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { openMarket, NOW, SEED } from "../support/desk-matrix";

const token = (chain: "solana" | "base") => establishedToken(randomness(SEED), chain, "plain").address;
const probes = probesFor({ mint: token("solana"), contract: token("base"), heliusKey: "k" });
const DAY = 86_400_000;

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openMarket();
});
afterAll(() => upstream.close());
afterEach(() => upstream.clearFaults());

const looksAt = (now = NOW, origin = upstream.url, timeoutMs = 30_000): Promise<Look[]> =>
  lookAt(probes, { fetch, origin }, timeoutMs, () => now);
const raised = (looks: readonly Look[]): Record<string, string | null> =>
  Object.fromEntries(looks.filter(({ alarm }) => alarm !== null).map(({ id, alarm }) => [id, alarm]));

describe("the canary", () => {
  it("reads every provider and raises no alarm on a good day, with what it used of what it saw", async () => {
    const looks = await looksAt();
    expect(raised(looks)).toEqual({});
    expect(looks.map(({ id }) => id)).toEqual(probes.map(({ source }) => source.id.split(":")[0]));
    const of = (id: string) => looks.find((one) => one.id === id);
    expect(of("llama.yields")?.parsed).toBeGreaterThan(100);
    expect(of("feed.decrypt")).toMatchObject({ seen: expect.any(Number), ageSec: expect.any(Number) });
    const okx = of("okx.listings");
    expect(okx?.seen).toBe(20);
    expect(okx?.parsed).toBeGreaterThan(0);
    expect(okx?.parsed).toBeLessThan(20); // perpetuals and strangers' titles are no listings
  });

  it("asks every host that any source names", () => {
    const folder = path.join(import.meta.dirname, "../../lib/sources");
    const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(path.join(folder, file), "utf8"));
    const hosts = texts.flatMap((text) =>
      [...text.matchAll(/(?:host: |HOST = |"[^"]*", )"([a-z0-9-]+(?:\.[a-z0-9-]+)+)"/g)].map(
        ([, host]) => host,
      ),
    );
    expect(hosts.length).toBeGreaterThan(25);
    const asked = new Set(probes.map(({ source }) => source.address(NOW).host));
    for (const host of new Set(hosts)) expect(asked, host).toContain(host);
  });

  it.each([
    ["a connection that breaks", { kind: "down" }, "unreachable"],
    ["a refusal", { kind: "status", status: 429, retryAfterSec: 5 }, "unreachable"],
    ["a country block", { kind: "status", status: 451 }, "unreachable"],
    ["a page for people", { kind: "html" }, "schema"],
    ["half an answer", { kind: "truncated" }, "schema"],
    ["empty lists", { kind: "empty" }, "zero_yield"],
  ] as const)("says of %s at one provider so, and of no other", async (_, fault, alarm) => {
    upstream.setFault("pub-info.upbit.com", fault);
    upstream.setFault("dlmm.datapi.meteora.ag", fault);
    expect(raised(await looksAt())).toEqual({ "upbit.notices": alarm, "meteora.pools": alarm });
  });

  it("waits no longer than it was told", async () => {
    upstream.setFault("api.alternative.me", { kind: "slow", ms: 60_000 });
    expect(raised(await looksAt(NOW, upstream.url, 5_000))).toMatchObject({ "fear-greed": "unreachable" });
  });

  it("calls two weeks without a listing, and data that no longer moves, what they are", async () => {
    const looks = raised(await looksAt(new Date(NOW.getTime() + 22 * DAY)));
    for (const id of ["binance.listings", "okx.listings", "upbit.notices"])
      expect(looks[id]).toBe("zero_yield");
    for (const id of ["feed.coindesk", "feed.fed-press", "fear-greed", "yahoo.spx", "okx.candles-1h.BTC"])
      expect(looks[id]).toBe("stale");
    expect(raised(await looksAt(new Date(NOW.getTime() + 13 * 3_600_000)))["okx.listings"]).toBeUndefined();
  });

  it("finds titles that its parser does not know, though the shape is the same", async () => {
    const other = {
      code: "0",
      data: [{ details: [{ title: "OKX welcomes KITE", pTime: String(NOW.getTime()) }] }],
    };
    const renamed: typeof fetch = (input, init) =>
      (input as string).includes("announcements-new-listings")
        ? Promise.resolve(Response.json(other))
        : fetch(input, init);
    const looks = await lookAt(probes, { fetch: renamed, origin: upstream.url }, 30_000, () => NOW);
    expect(raised(looks)).toEqual({ "okx.listings": "zero_yield" });
    expect(looks.find(({ id }) => id === "okx.listings")).toMatchObject({ parsed: 0, seen: 1 });
  });

  it("keeps a day that can be replayed", async () => {
    const dir = mkdtempSync(path.join(tmpdir(), "canary-"));
    const recorder = await startUpstream({ port: 0, recordDir: dir, upstreamBase: upstream.url });
    try {
      const some = probes.filter(({ source }) => /^(okx|feed|fear-greed)/.test(source.id));
      const read = (origin: string) => lookAt(some, { fetch, origin }, 30_000, () => NOW);
      const recorded = await read(recorder.url);
      expect(existsSync(path.join(dir, "manifest.jsonl"))).toBe(true);
      const replay = await startUpstream({ port: 0, replayDir: dir });
      try {
        expect(await read(replay.url)).toEqual(recorded);
        expect(raised(recorded)).toEqual({});
      } finally {
        await replay.close();
      }
    } finally {
      await recorder.close();
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it("on schedule answers with the alarms alone, and ends well whatever a provider does", async () => {
    const kept: { alarms: (string | null)[]; at: Date }[] = [];
    const handler = canaryWith({
      probes: () => probes.slice(0, 3),
      upstream: () => ({ fetch, origin: upstream.url }),
      timeoutMs: () => 30_000,
      keep: (looks, at) => Promise.resolve(void kept.push({ alarms: looks.map(({ alarm }) => alarm), at })),
      clear: () => Promise.resolve(),
    });
    const context = { now: NOW, signal: new AbortController().signal, headers: new Headers() };
    upstream.setFault("www.okx.com", { kind: "html" });
    const { answer } = await handler({}, context);
    expect(canaryDocumentation.output.parse(answer)).toMatchObject({
      ...{ ok: false, checked: 3 },
      alarms: [{ id: "okx.listings", alarm: "schema", host: "www.okx.com" }],
    });
    upstream.clearFaults();
    expect((await handler({}, context)).answer).toEqual({ ok: true, checked: 3, alarms: [] });
    expect(kept[0]).toEqual({ alarms: [null, null, "schema"], at: NOW });
    expect(kept[1]).toEqual({ alarms: [null, null, null], at: NOW });
  });
});

describe("rows of an answer", () => {
  it.each([
    ['[{"a":[1,2,3]},{}]', 2],
    ['{"data":{"notices":[1,2,3]},"success":true}', 3],
    ['{"kite":{"a":1},"quill":{"a":1}}', 2],
    ['{"data":[{"details":[1,2,3],"totalPage":"2"}]}', 3],
    ["{}", 0],
    ["<rss><channel><item>a</item><item >b</item></channel></rss>", 2],
    ["date,value\n2026-10-01,1\n2026-10-02,2\n", 2],
    ["\uFEFF[1]", 1],
    ["[1,", null],
  ])("%s: %s", (text, rows) => {
    expect(rowsIn(text)).toBe(rows);
  });

  it("of a value are those of its longest list; nothing is nothing", () => {
    expect([longestIn(null), longestIn([]), longestIn({ a: [1], b: { c: [1, 2] } }), longestIn(7)]).toEqual([
      0, 0, 2, 1,
    ]);
  });
});
