import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Redis } from "@upstash/redis";
import { beforeAll, describe, expect, it } from "vitest";
import { published } from "@/lib/catalog/published";
import { documentsOf } from "@/lib/discovery/documents";
import { ALL_PAGES } from "@/lib/discovery/pages";
import { queryOf } from "@/lib/http/query";
import { loungeFeedAnswer } from "@/lib/lounge/feed/answer";
import { LOG_DIR } from "@/sandbox/service";
import { newSummary, OPEN, PUBLISH, submission } from "../support/lounge-world";
import {
  asHeader,
  CHAINS,
  newAddress,
  newPayer,
  payFor,
  post,
  type Payer,
  startInstance,
} from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const { origin } = sandbox;
const PRICE = 20_000n;
const UNLOCK = 100_000n;

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, { headers: { "x-forwarded-for": newAddress(), ...headers } });

async function buy(
  payer: Payer,
  route: string,
  body: unknown,
  headers: Record<string, string> = {},
  at = origin,
) {
  const payment = asHeader(await payFor(at, route, payer));
  const response = await post({ origin: at, path: route, body, payment, headers });
  return { payment, status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const requestOf = (payer: Payer, chain: (typeof CHAINS)[number], change: Record<string, unknown> = {}) =>
  submission(payer.address, { creatorChain: chain === "base" ? "evm" : "sol", ...change });

const feedOf = async (query: Record<string, string>) =>
  loungeFeedAnswer.parse(
    await (await get(`${origin}/api/lounge-feed?${new URLSearchParams(query).toString()}`)).json(),
  );

describe.each(CHAINS)("on %s", (chain) => {
  let creator: Payer;
  let reader: Payer;
  beforeAll(async () => {
    [creator, reader] = await Promise.all([newPayer(sandbox, chain), newPayer(sandbox, chain)]);
  });

  it("a signal is published, found, unlocked by a reader, and read again for nothing", async () => {
    const body = requestOf(creator, chain);
    const before = await creator.balance();
    const bought = await buy(creator, PUBLISH, body);
    expect(bought).toMatchObject({ status: 200, body: { published: true, title: body.title } });
    expect(before - (await creator.balance())).toBe(PRICE);
    const again = await post({ origin, path: PUBLISH, body, payment: bought.payment });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.json()).toEqual(bought.body);

    const signalId = String(bought.body["id"]);
    const [found, ...others] = (await feedOf({ creator: creator.address })).signals;
    expect(others).toEqual([]);
    expect(found).toMatchObject({ signalId, creator: { proof: "payment" }, unlocks: 0 });

    const funds = await reader.balance();
    const read = await buy(reader, OPEN, { signalId });
    expect(read).toMatchObject({ status: 200, body: { signalId, summary: body.summary, title: body.title } });
    const proof = () => reader.signIn(origin + OPEN);
    const free = await post({
      origin,
      path: OPEN,
      body: { signalId },
      headers: { "sign-in-with-x": await proof() },
    });
    expect(await free.json()).toEqual(read.body);
    expect(funds - (await reader.balance())).toBe(UNLOCK);

    await expect
      .poll(async () => (await feedOf({ creator: creator.address })).signals[0]?.unlocks, {
        timeout: 50_000,
        interval: 2_000,
      })
      .toBe(1);
  });

  it("of two who publish the same text at once, one is charged", async () => {
    const summary = newSummary();
    const payers = [creator, reader];
    const before = await Promise.all(payers.map((payer) => payer.balance()));
    const replies = await Promise.all(
      payers.map((payer) => buy(payer, PUBLISH, requestOf(payer, chain, { summary }))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const after = await Promise.all(payers.map((payer) => payer.balance()));
    const spent = before.map((funds, at) => funds - (after[at] ?? 0n));
    expect(spent).toEqual(replies.map(({ status }) => (status === 200 ? PRICE : 0n)));
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "duplicate_signal" });
  });

  it("a creator proves a text by signing in, and another wallet pays", async () => {
    const body = requestOf(creator, chain);
    const unpaid = await post({ origin, path: PUBLISH, body });
    const { x402 } = (await unpaid.json()) as {
      x402: { extensions: Record<string, { info: { resources: string[] } }> };
    };
    const resources = x402.extensions["sign-in-with-x"]?.info.resources ?? [];
    const proof = await creator.signIn(origin + PUBLISH, { resources });
    const { body: made, status } = await buy(reader, PUBLISH, body, { "sign-in-with-x": proof });
    expect(status).toBe(200);
    const [found] = (await feedOf({ creator: creator.address })).signals;
    expect(found).toMatchObject({ signalId: made["id"], creator: { proof: "sign-in" } });
  });
});

describe("two instances", () => {
  it("give every signal a place of its own, without gaps", async () => {
    const second = await startInstance(sandbox, "lounge-second");
    try {
      const payers = await Promise.all(Array.from({ length: 6 }, () => newPayer(sandbox, "base")));
      const replies = await Promise.all(
        payers.map((payer, at) =>
          buy(payer, PUBLISH, requestOf(payer, "base"), {}, at % 2 === 0 ? origin : second.origin),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      const { signals } = await feedOf({ limit: "50" });
      const seqs = signals.map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) - at));
      for (const { body } of replies) expect(signals.map(({ signalId }) => signalId)).toContain(body["id"]);
    } finally {
      await second.stop();
    }
  });
});

/** Does what is asked of each, eight at a time: a service that is asked everything at once would refuse some of it. */
async function atMost8<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const todo = [...all];
  const done: R[] = [];
  const worker = async (): Promise<void> => {
    for (let one = todo.pop(); one !== undefined; one = todo.pop()) done.push(await work(one));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return done;
}

/** The keys of the whole store, its caches and counters too, whose name or value holds a text. */
async function keysThatHold(store: { url: string; token: string }, text: string): Promise<string[]> {
  const redis = new Redis({ ...store, automaticDeserialization: false, enableTelemetry: false });
  const READ: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, 0, -1),
    stream: (key) => redis.xrange(key, "-", "+"),
  };
  const found: string[] = [];
  const names: string[] = [];
  for (let cursor = "0", isFirst = true; isFirst || cursor !== "0"; isFirst = false) {
    const [next, page] = await redis.scan(cursor, { count: 1_000 });
    names.push(...page);
    cursor = String(next);
  }
  expect(names.length).toBeGreaterThan(20);
  const look = async (key: string): Promise<void> => {
    const type = await redis.type(key);
    if (type === "none") return; // it has run out meanwhile
    const read = READ[type];
    if (read === undefined) throw new Error(`${key} is a ${type}, which is not looked into`);
    if (JSON.stringify([key, await read(key)]).includes(text)) found.push(key);
  };
  await atMost8([...new Set(names)], look);
  return found;
}

describe("a paid text", () => {
  it("is in no public route, tool, document, page, picture, log or key but its own and a buyer's answer", async () => {
    const creator = await newPayer(sandbox, "base");
    const body = requestOf(creator, "base", { summary: newSummary(200) });
    const signalId = String((await buy(creator, PUBLISH, body)).body["id"]);
    const reader = await newPayer(sandbox, "base");
    expect((await buy(reader, OPEN, { signalId })).body["summary"]).toBe(body.summary);
    const piece = body.summary.slice(-200);

    const known: Record<string, string> = { signalId, creator: creator.address, wallet: creator.address };
    const routes = published
      .filter(({ method, audience }) => method === "GET" && audience === "public")
      .map(({ path: route, sample, input }) => {
        const own = Object.entries(known).filter(
          ([name]) => input.safeParse({ ...sample.input, [name]: known[name] }).success,
        );
        const query = queryOf({ ...sample.input, ...Object.fromEntries(own) });
        return `${route}?${new URLSearchParams(query).toString()}`;
      });
    const posted = published
      .filter(({ method, audience }) => method === "POST" && audience === "public")
      .map(({ path: route }) => route);
    const { certificateHash } = (await (
      await get(`${origin}/api/rwa-token?signalId=${signalId}`)
    ).json()) as {
      certificateHash: string;
    };
    const addresses = [
      ...routes,
      ...documentsOf({ contact: null }).map((document) => document.path),
      ...ALL_PAGES.map((page) => page.path),
      ...["signal", "verify"].map((page) => `/lounge/${page}?id=${signalId}`),
      ...["creator", "badges"].map((page) => `/lounge/${page}?address=${creator.address}`),
      ...["/opengraph-image", "/agents/opengraph-image", "/token/opengraph-image"],
      ...["/lounge/feed.json", `/lounge/image/${certificateHash}.png`],
    ];
    expect(addresses.length).toBeGreaterThan(40);
    const markdown = { accept: "text/markdown" };
    const texts = await atMost8<
      () => Promise<{ address: string; text: string }>,
      { address: string; text: string }
    >(
      [
        ...addresses.map((address) => async () => ({
          address,
          text: await (await get(origin + address)).text(),
        })),
        ...addresses
          .filter((address) => /^\/(lounge|agents|docs\/lounge|$)/.test(address))
          .map((address) => async () => ({
            address: `${address} in Markdown`,
            text: await (await get(origin + address, markdown)).text(),
          })),
        ...posted.map((route) => async () => ({
          address: route,
          text: await (await post({ origin, path: route, body: { signalId } })).text(),
        })),
      ],
      (ask) => ask(),
    );
    expect(
      texts.filter(({ text }) => text.includes(signalId)).map(({ address }) => address.split("?")[0]),
    ).toEqual(
      expect.arrayContaining(["/api/lounge-feed", "/api/lounge-creator", "/api/market", "/lounge/feed.json"]),
    );
    expect(texts.filter(({ text }) => text.includes(piece)).map(({ address }) => address)).toEqual([]);
    const logs = readdirSync(LOG_DIR).map((name) => ({
      name,
      text: readFileSync(path.join(LOG_DIR, name), "utf8"),
    }));
    expect(logs.some(({ text }) => text.includes(PUBLISH))).toBe(true);
    expect(logs.filter(({ text }) => text.includes(piece)).map(({ name }) => name)).toEqual([]);
    const held = await keysThatHold(sandbox.redis, piece);
    expect(held.every((key) => /:lounge:text:sig_|:ledger:\{[^}]+\}:answer$/.test(key))).toBe(true);
    expect(held).toHaveLength(2);
  }, 240_000);
});
