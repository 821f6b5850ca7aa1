import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type * as unlocksModule from "@/lib/lounge/count-unlocks";
import type { StoredSignal } from "@/lib/lounge/signal";
import type * as effectsModule from "@/lib/lounge/publish/effects";
import { newEvmWallet } from "@/sandbox/accounts";
import { type LoungeWorld, OPEN, PUBLISH, submission, startLoungeWorld } from "../support/lounge-world";
import { madeSignal, seedSignals } from "../support/seed-signals";

const FEED = "/api/lounge-feed";
const CREATOR = "/api/lounge-creator";
const MARKET = "/api/market";

let world: LoungeWorld;
let effects: typeof effectsModule;
let unlocks: typeof unlocksModule;
let feedJson: () => Promise<Response>;
beforeAll(async () => {
  world = await startLoungeWorld(async () => {
    effects = await import("@/lib/lounge/publish/effects");
    unlocks = await import("@/lib/lounge/count-unlocks");
    feedJson = (await import("@/app/lounge/feed.json/route")).GET;
    return {
      [PUBLISH]: await import("@/app/api/lounge-signal-publish/route"),
      [OPEN]: await import("@/app/api/lounge-signal-open/route"),
      [FEED]: await import("@/app/api/lounge-feed/route"),
      [CREATOR]: await import("@/app/api/lounge-creator/route"),
      [MARKET]: await import("@/app/api/market/route"),
    };
  });
});
afterAll(() => world.close());
beforeEach(() => world.store.redis.flushdb());

const T0 = Date.parse("2026-01-01T00:00:00Z");
const wallet = () => newEvmWallet().address.toLowerCase();
const hex = (at: number, length: number) => at.toString(16).padStart(length, "0");

/** Writes `count` signals as publishing does, a minute apart, without buying each. */
const seed = (count: number, change: (at: number) => Partial<StoredSignal> = () => ({})): Promise<void> =>
  seedSignals(
    world.store.redis,
    effects.publishEffects,
    Array.from({ length: count }, (_, at) => ({
      signal: madeSignal(at, change(at)),
      publishedAt: T0 + at * 60_000,
    })),
  );

interface Listed {
  signalId: string;
  seq: number;
  publishedAt: string;
}
const page = async (query: Record<string, string> = {}, path = FEED) => {
  const reply = await world.get(`${path}?${new URLSearchParams(query).toString()}`);
  const { signals, nextCursor } = reply.body as { signals: Listed[]; nextCursor: string | null };
  return { status: reply.status, reply, signals, nextCursor, seqs: signals?.map(({ seq }) => seq) };
};
/** Every page from the first to the last. */
async function all(query: Record<string, string> = {}, path = FEED): Promise<number[]> {
  const seqs: number[] = [];
  for (let cursor: string | null = "", pages = 0; cursor !== null; pages++) {
    if (pages > 70) throw new Error("there is no last page");
    const got: Awaited<ReturnType<typeof page>> = await page(
      { ...query, ...(cursor !== "" && { cursor }) },
      path,
    );
    seqs.push(...got.seqs);
    cursor = got.nextCursor;
  }
  return seqs;
}
const down = (from: number, to = 0): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at);

describe("the feed", () => {
  it("of an empty lounge is empty", async () => {
    expect(await page()).toMatchObject({ status: 200, signals: [], nextCursor: null });
  });

  it("has what was published, and nothing of the paid text", async () => {
    const buyer = world.buyer();
    const body = submission(buyer.address);
    const { body: published } = await world.buy(buyer, PUBLISH, body);
    const { signals, reply } = await page();
    expect(signals).toEqual([
      {
        signalId: published["id"],
        ...{
          title: body.title,
          teaser: expect.any(String),
          categories: ["eth", "long"],
          asset: "ETH",
          stance: "long",
        },
        ...{
          creator: { wallet: buyer.address, chain: "evm", proof: "payment" },
          publishedAt: expect.any(String),
        },
        ...{ seq: 0, certificateHash: expect.stringMatching(/^[0-9a-f]{64}$/), minted: false, unlocks: 0 },
        ...{ similarTo: null, outcome: null, status: "published", hidden: null, mint: null },
      },
    ]);
    expect(reply.text).not.toContain(body.summary.slice(-40));
  });

  it.each([1, 7, 10, 50])("in pages of %i has every signal once, newest first", async (limit) => {
    await seed(57);
    expect(await all({ limit: String(limit) })).toEqual(down(56));
  });

  it("goes on where it was, whatever is published meanwhile", async () => {
    await seed(30);
    const { nextCursor, seqs } = await page();
    const buyer = world.buyer();
    await world.buy(buyer, PUBLISH, submission(buyer.address));
    expect((await page({ cursor: nextCursor ?? "" })).seqs).toEqual(down((seqs.at(-1) ?? 0) - 1, 10));
    expect((await page()).seqs[0]).toBe(30);
  });

  it("has only what was published since a moment, and then ends", async () => {
    await seed(30);
    const since = new Date(T0 + 20 * 60_000).toISOString();
    expect(await all({ since, limit: "4" })).toEqual(down(29, 21));
    expect(await page({ since: new Date(T0 + 40 * 60_000).toISOString() })).toMatchObject({
      signals: [],
      nextCursor: null,
    });
    expect(await all({ since: "2026-01-01T01:20:00+01:00" })).toEqual(down(29, 21));
  });

  it("has a category's signals, a creator's, and those of both", async () => {
    const [mine, other] = [wallet(), wallet()];
    await seed(60, (at) => ({
      categories: at % 3 === 0 ? ["macro", "eth"] : ["eth"],
      creator: { wallet: at % 2 === 0 ? mine : other, chain: "evm", proof: "unproved" },
    }));
    const where = (is: (at: number) => boolean) => down(59).filter(is);
    expect(await all({ category: "macro", limit: "7" })).toEqual(where((at) => at % 3 === 0));
    expect(await all({ creator: mine.toUpperCase().replace("0X", "0x"), limit: "7" })).toEqual(
      where((at) => at % 2 === 0),
    );
    expect(await all({ creator: mine, category: "macro", limit: "3" })).toEqual(where((at) => at % 6 === 0));
    expect(await all({ category: "nobodys" })).toEqual([]);
    expect(await all({ creator: wallet() })).toEqual([]);
  });

  it("sifts a creator's signals in steps that end, however rare the category", async () => {
    const mine = wallet();
    await seed(450, (at) => ({
      categories: at === 0 ? ["rare"] : ["eth"],
      creator: { wallet: mine, chain: "evm", proof: "payment" },
    }));
    expect(await page({ creator: mine, category: "rare" })).toMatchObject({ signals: [], nextCursor: "251" });
    expect(await all({ creator: mine, category: "rare" })).toEqual([0]);
  });

  it.each([
    { cursor: "0" },
    { cursor: "-1" },
    { cursor: "1e3" },
    { since: "yesterday" },
    { category: "BTC" },
    { creator: "0x12" },
    { limit: "51" },
    { limit: "0" },
    { page: "2" },
  ])("refuses %j", async (query) => {
    expect((await page(query as unknown as Record<string, string>)).status).toBe(400);
  });

  it("asks the store twice for a page, however many signals there are", async () => {
    const trips = async (query: Record<string, string>): Promise<number> => {
      const spy = vi.spyOn(globalThis, "fetch");
      await page(query);
      const asked = spy.mock.calls.filter(([url]) => String(url).startsWith(world.store.rest.url)).length;
      spy.mockRestore();
      return asked;
    };
    await seed(300);
    await page(); // the work behind an answer has its own time
    expect(await trips({ limit: "50" })).toBe(2);
    expect(await trips({ limit: "50", cursor: "200", category: "eth" })).toBe(2);
  });
});

describe("a creator's signals", () => {
  it("are all that name the wallet, counted by their proof", async () => {
    const [creator, payer] = [world.buyer(), world.buyer()];
    for (const who of [creator, creator, payer])
      expect((await world.buy(who, PUBLISH, submission(creator.address))).status).toBe(200);
    const { reply, seqs } = await page({ wallet: creator.address }, CREATOR);
    expect(reply.body).toMatchObject({
      wallet: creator.address,
      totals: { payment: 2, "sign-in": 0, unproved: 1 },
    });
    expect(seqs).toEqual([2, 1, 0]);
    expect(await all({ wallet: creator.address, limit: "2" }, CREATOR)).toEqual([2, 1, 0]);
  });

  it("are none for a wallet that nobody named, and 400 for what is no wallet", async () => {
    const { reply } = await page({ wallet: wallet() }, CREATOR);
    expect(reply.body).toMatchObject({
      totals: { payment: 0, "sign-in": 0, unproved: 0 },
      signals: [],
      nextCursor: null,
    });
    expect((await page({ wallet: "x" }, CREATOR)).status).toBe(400);
  });
});

describe("an unlock", () => {
  const TRUST = ["confirmed", "believed", "unbacked", "reorganised"] as const;

  it.each(TRUST)("whose money is %s counts only when it was seen", async (trust) => {
    const [creator, reader] = [world.buyer(), world.buyer()];
    const { body } = await world.buy(creator, PUBLISH, submission(creator.address));
    const signalId = String(body["id"]);
    expect((await world.buy(reader, OPEN, { signalId })).status).toBe(200);
    const count = async () => ((await page()).signals[0] as unknown as { unlocks: number }).unlocks;
    await unlocks.countUnlocks();
    expect(await count()).toBe(0);
    const [unlock] = await world.store.redis.zrange<string[]>("svc:lounge:unlocks", 0, -1);
    const key = unlock?.split(" ")[0] ?? "";
    await world.store.redis.hset(`svc:ledger:{${key}}:record`, { trust });
    await world.store.redis.zadd("svc:lounge:unlocks", { score: 1, member: unlock ?? "" });
    await Promise.all([unlocks.countUnlocks(), unlocks.countUnlocks()]);
    expect(await count()).toBe(trust === "confirmed" ? 1 : 0);
    const left = await world.store.redis.zrange("svc:lounge:unlocks", 0, -1);
    expect(left).toHaveLength(trust === "believed" ? 1 : 0);
  });
});

describe("what the lounge shows elsewhere", () => {
  it("is five teasers with their certificates in the market at a glance", async () => {
    await seed(8);
    await new Promise((resolve) => setTimeout(resolve, 2_100)); // it is read anew then
    const { teasers } = (await world.get(MARKET)).body as { teasers: unknown[] };
    expect(teasers).toHaveLength(5);
    expect(teasers[0]).toEqual({
      ...{ signalId: `sig_${hex(7, 24)}`, title: "Title 7", teaser: "Beginning" },
      ...{
        publishedAt: new Date(T0 + 7 * 60_000).toISOString(),
        certificate: { hash: hex(7, 64), seq: 7, minted: false },
      },
    });
  });

  it("is a JSON Feed of the newest 50, which caches may keep", async () => {
    await seed(60);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const response = await feedJson();
    expect(response.headers.get("content-type")).toMatch(/^application\/feed\+json/);
    expect(response.headers.get("cache-control")).toMatch(/public, max-age=\d+/);
    const feed = (await response.json()) as {
      version: string;
      title: string;
      items: Record<string, unknown>[];
    };
    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      feed_url: expect.stringMatching(/\/lounge\/feed\.json$/),
    });
    expect(feed.items).toHaveLength(50);
    expect(feed.items[0]).toMatchObject({
      ...{ id: `sig_${hex(59, 24)}`, title: "Title 59", content_text: "Beginning", tags: ["eth", "long"] },
      date_published: new Date(T0 + 59 * 60_000).toISOString(),
      _svc: { seq: 59, creatorProof: "payment" },
    });
    for (const item of feed.items) expect(Object.keys(item)).not.toContain("summary");
  });
});
