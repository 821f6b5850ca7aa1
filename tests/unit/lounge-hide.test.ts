import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type LoungeBuyer,
  type LoungeWorld,
  OPEN,
  PUBLISH,
  startLoungeWorld,
  submission,
} from "../support/lounge-world";

const HIDE = "/api/operator/hidden-signals";
const FEED = "/api/lounge-feed";
const CREATOR = "/api/lounge-creator";
const MARKET = "/api/market";
const TOKEN = "/api/rwa-token";
const METADATA = "/api/rwa-metadata";
const LOG = "/api/lounge-log";
const SECRET = "o".repeat(32);

let world: LoungeWorld;
let feedJson: () => Promise<Response>;
beforeAll(async () => {
  world = await startLoungeWorld(
    async () => {
      feedJson = (await import("@/app/lounge/feed.json/route")).GET;
      return {
        [PUBLISH]: await import("@/app/api/lounge-signal-publish/route"),
        [OPEN]: await import("@/app/api/lounge-signal-open/route"),
        [HIDE]: await import("@/app/api/operator/hidden-signals/route"),
        [FEED]: await import("@/app/api/lounge-feed/route"),
        [CREATOR]: await import("@/app/api/lounge-creator/route"),
        [MARKET]: await import("@/app/api/market/route"),
        [TOKEN]: await import("@/app/api/rwa-token/route"),
        [METADATA]: await import("@/app/api/rwa-metadata/route"),
        [LOG]: await import("@/app/api/lounge-log/route"),
      };
    },
    { OPERATOR_SECRET: SECRET },
  );
});
afterAll(() => world.close());

const WORDS = ["unspeakable headline", "unspeakable-topic"];
async function publish(): Promise<{ id: string; creator: LoungeBuyer; body: ReturnType<typeof submission> }> {
  const creator = world.buyer();
  const body = submission(creator.address, { title: WORDS[0], categories: ["eth", "long", WORDS[1]] });
  const { body: made, status } = await world.buy(creator, PUBLISH, body);
  expect(status).toBe(200);
  return { id: String(made["id"]), creator, body };
}
const hide = (signalId: string, reason = "personal-data", secret = SECRET) =>
  world.post(HIDE, { signalId, reason }, { authorization: `Bearer ${secret}` });
const past = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything in the store, key by key. */
async function stored(): Promise<string> {
  const { redis } = world.store;
  const all = await Promise.all(
    (await redis.keys("*")).map(async (name) => {
      const type = await redis.type(name);
      const value: unknown =
        type === "string"
          ? await redis.get(name)
          : type === "hash"
            ? await redis.hgetall(name)
            : type === "list"
              ? await redis.lrange(name, 0, -1)
              : type === "zset"
                ? await redis.zrange(name, 0, -1)
                : type;
      return [name, value];
    }),
  );
  return JSON.stringify(all);
}

describe("a hidden signal", () => {
  it("leaves no word of its creator's or of its text, in no answer, list or key", async () => {
    const { id, creator, body } = await publish();
    const reader = world.buyer();
    const paid = { "payment-signature": await reader.payment(OPEN, { signalId: id }) };
    expect((await world.post(OPEN, { signalId: id }, paid)).status).toBe(200);
    const piece = body.summary.slice(-40);
    expect(await stored()).toContain(piece);
    expect(await hide(id)).toMatchObject({
      status: 200,
      body: { reason: "personal-data", erasedAnswers: 2 },
    });

    const left = await stored();
    const replay = await world.post(OPEN, { signalId: id }, paid);
    expect(replay.status).toBe(410);
    await past(2_100);
    const answers = await Promise.all([
      ...[FEED, `${FEED}?category=eth`, `${FEED}?creator=${creator.address}`, MARKET].map((path) =>
        world.get(path),
      ),
      ...[`${CREATOR}?wallet=${creator.address}`, `${TOKEN}?signalId=${id}`].map((path) => world.get(path)),
      ...[`${METADATA}?signalId=${id}`].map((path) => world.get(path)),
    ]);
    const texts = [left, replay.text, await (await feedJson()).text(), ...answers.map(({ text }) => text)];
    for (const word of [piece, ...WORDS, body.summary.slice(0, 12)])
      for (const text of texts) expect(text).not.toContain(word);
  });

  it("is 404 before money, with a payment and with a buyer's proof, and in metadata", async () => {
    const { id } = await publish();
    const reader = world.buyer();
    await world.buy(reader, OPEN, { signalId: id });
    await hide(id);
    const settled = world.settled();
    const proof = { "sign-in-with-x": await reader.signIn(OPEN) };
    for (const reply of [
      await world.post(OPEN, { signalId: id }),
      await world.buy(world.buyer(), OPEN, { signalId: id }),
      await world.post(OPEN, { signalId: id }, proof),
      await world.get(`${METADATA}?signalId=${id}`),
    ])
      expect(reply).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(world.settled()).toBe(settled);
  });

  it("keeps hash, leaf, place and reason where its creator's list and its certificate are asked for", async () => {
    const { id, creator } = await publish();
    const before = (await world.get(`${TOKEN}?signalId=${id}`)).body;
    await hide(id, "rights");
    const hidden = { reason: "rights", at: expect.any(String) };
    expect((await world.get(`${TOKEN}?signalId=${id}`)).body).toMatchObject({
      ...{ certificate: null, opening: null, hidden, certificateHash: before["certificateHash"] },
      log: { leaf: (before["log"] as { leaf: string }).leaf },
    });
    const { signals } = (await world.get(`${CREATOR}?wallet=${creator.address}`)).body;
    expect(signals).toMatchObject([
      {
        signalId: id,
        status: "hidden",
        hidden,
        title: "",
        asset: "ETH",
        certificateHash: before["certificateHash"],
      },
    ]);
    const proof = { "sign-in-with-x": await creator.signIn(TOKEN) };
    expect((await world.get(`${TOKEN}?signalId=${id}`, proof)).body).toMatchObject({ opening: null });
  });

  it("is not scored less for it, and its text can't be published again", async () => {
    const { id, creator, body } = await publish();
    await hide(id, "spam");
    expect(Number(await world.store.redis.zscore("svc:lounge:to-score", id))).toBeGreaterThan(0);
    const again = await world.buy(creator, PUBLISH, body);
    expect(again).toMatchObject({ status: 409, body: { code: "duplicate_signal" } });
  });

  it("leaves buyers of mere spam the answer that they paid for", async () => {
    const { id } = await publish();
    const reader = world.buyer();
    const paid = { "payment-signature": await reader.payment(OPEN, { signalId: id }) };
    const bought = await world.post(OPEN, { signalId: id }, paid);
    expect((await hide(id, "spam")).body).toMatchObject({ erasedAnswers: 0 });
    expect((await world.post(OPEN, { signalId: id }, paid)).body).toEqual(bought.body);
  });
});

describe("hiding", () => {
  it("is the operator's alone, of a published signal, for a reason that is known", async () => {
    const { id } = await publish();
    expect((await hide(id, "spam", "x".repeat(32))).status).toBe(404);
    expect((await hide(`sig_${"0".repeat(24)}`)).status).toBe(404);
    expect((await hide(id, "I don't like it")).status).toBe(400);
    expect((await world.get(`${METADATA}?signalId=${id}`)).status).toBe(200);
  });

  it("can be asked for again: the first reason and time stand", async () => {
    const { id } = await publish();
    const first = (await hide(id, "spam")).body;
    expect((await hide(id, "illegal")).body).toMatchObject({
      ...{ reason: "spam", hiddenAt: first["hiddenAt"], erasedAnswers: 1 },
    });
  });
});
