import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { published } from "@/lib/catalog/published";
import { documentsOf } from "@/lib/discovery/documents";
import { PAGES } from "@/lib/discovery/pages";
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

describe("a paid text", () => {
  it("is in no public route, document, page or log", async () => {
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
    const paid = published
      .filter(({ method, tier }) => method === "POST" && tier !== "free")
      .map(({ path: route }) => route);
    const addresses = [
      ...routes,
      ...documentsOf({ contact: null }).map((document) => document.path),
      ...PAGES.map((page) => page.path),
      "/lounge/feed.json",
    ];
    expect(addresses.length).toBeGreaterThan(20);
    const texts = await Promise.all([
      ...addresses.map(async (address) => ({ address, text: await (await get(origin + address)).text() })),
      ...paid.map(async (route) => ({
        address: route,
        text: await (await post({ origin, path: route, body: { signalId } })).text(),
      })),
    ]);
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
  });
});
