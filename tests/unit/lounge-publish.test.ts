import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as storeModule from "@/lib/lounge/store";
import { answers } from "../support/facilitator-double";
import {
  type LoungeWorld,
  newSummary,
  ORIGIN,
  PUBLISH,
  submission,
  startLoungeWorld,
  tripsOf,
} from "../support/lounge-world";

let world: LoungeWorld;
let lounge: typeof storeModule;
const settle = answers(200, { success: true, network: "eip155:84532", transaction: `0x${"ab".repeat(32)}` });
beforeAll(async () => {
  world = await startLoungeWorld(async () => {
    lounge = await import("@/lib/lounge/store");
    return { [PUBLISH]: await import("@/app/api/lounge-signal-publish/route") };
  });
});
afterAll(() => world.close());
beforeEach(() => {
  world.facilitator.act("verify", answers(200, { isValid: true }));
  world.facilitator.act("settle", settle);
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
/** As the API guide tells to make it. */
const resourceFor = (body: unknown): string =>
  `urn:svc:publish:sha256:${sha256(`${PUBLISH}\n${canonicalize(body)}`)}`;
const signalOf = async (reply: { body: Record<string, unknown> }) => {
  const signal = await lounge.readSignal(String(reply.body["id"]));
  if (signal === null) throw new Error("nothing was published");
  return signal;
};

describe("a published signal", () => {
  it("is answered with exactly id, published and title, and stands on the log at its place", async () => {
    const buyer = world.buyer();
    const body = submission(buyer.address, { title: " A  \u202Eview ", categories: ["btc", "long", "btc"] });
    const reply = await world.buy(buyer, PUBLISH, body);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^sig_[0-9a-f]{24}$/),
      published: true,
      title: "A view",
    });
    const signal = await signalOf(reply);
    expect(signal).toMatchObject({
      ...{
        title: "A view",
        categories: ["btc", "long"],
        asset: "BTC",
        stance: "long",
        unlocks: 0,
        similarTo: null,
      },
      creator: { wallet: buyer.address, chain: "evm", proof: "payment" },
    });
    const log = await world.store.redis.lrange("svc:lounge:log", 0, -1);
    expect(log[signal.seq]).toBe(`${signal.id} ${signal.certificateHash} ${signal.publishedAt}`);
  });

  it("has a certificate that its text and salt open, and no other text", async () => {
    const buyer = world.buyer();
    const body = submission(buyer.address);
    const signal = await signalOf(await world.buy(buyer, PUBLISH, body));
    const [opening] = await lounge.readBodies([signal.id]);
    const bodyHash = sha256(canonicalize({ salt: opening?.salt, summary: body.summary }) ?? "");
    expect(opening?.salt).toMatch(/^[0-9a-f]{64}$/);
    const { wallet, chain } = signal.creator;
    const { id: signalId, title, categories } = signal;
    const certificate = { version: 1, signalId, title, categories, creator: { wallet, chain }, bodyHash };
    expect(sha256(canonicalize(certificate) ?? "")).toBe(signal.certificateHash);
  });

  it("gets a place without gaps, however many are published at once", async () => {
    const before = (await world.store.redis.lrange("svc:lounge:log", 0, -1)).length;
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => {
        const buyer = world.buyer();
        return world.buy(buyer, PUBLISH, submission(buyer.address));
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const places = await Promise.all(replies.map(async (reply) => (await signalOf(reply)).seq));
    expect(places.sort((a, b) => a - b)).toEqual(places.map((_, at) => before + at));
  });

  it("is dated when its payment settles, not when its text was read", async () => {
    const buyer = world.buyer();
    const body = submission(buyer.address);
    let settledAt = 0;
    world.facilitator.act("settle", async (asked) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      settledAt = Date.now();
      return settle(asked);
    });
    const signal = await signalOf(await world.buy(buyer, PUBLISH, body));
    expect(signal.publishedAt).toBeGreaterThanOrEqual(settledAt);
  });

  it("names the earlier one that says nearly the same", async () => {
    const buyer = world.buyer();
    const first = submission(buyer.address, { summary: newSummary(300) });
    const earlier = await signalOf(await world.buy(buyer, PUBLISH, first));
    const again = await world.buy(world.buyer(), PUBLISH, {
      ...first,
      summary: `${first.summary} and so on`,
    });
    expect(await signalOf(again)).toMatchObject({ similarTo: earlier.id });
    const other = await world.buy(
      world.buyer(),
      PUBLISH,
      submission(buyer.address, { summary: newSummary(300) }),
    );
    expect(await signalOf(other)).toMatchObject({ similarTo: null });
  });
});

it("publishing asks the store once more than any sale, and twice where there is a text to compare with", async () => {
  const buyer = world.buyer();
  const body = submission(buyer.address, { summary: newSummary(200) });
  const payment = await buyer.payment(PUBLISH);
  const publish = async (change: object, header: string) =>
    tripsOf(world, () => world.post(PUBLISH, { ...body, ...change }, { "payment-signature": header }));
  expect(await publish({}, payment)).toBe(1);
  expect(await publish({ summary: `${body.summary} more` }, await buyer.payment(PUBLISH))).toBe(2);
});

describe("what can't be published", () => {
  it("is a body of more than 48 KB; one of 8,000 escaped characters within that is priced", async () => {
    const { POST } = await import("@/app/api/lounge-signal-publish/route");
    const headers = { "content-type": "application/json" };
    const send = async (body: string) =>
      (await POST(new Request(ORIGIN + PUBLISH, { method: "POST", body, headers }))).status;
    const { summary: _, ...rest } = submission(world.buyer().address);
    const body = `${JSON.stringify(rest).slice(0, -1)},"summary":"${"\\u4e00".repeat(8_000)}"}`;
    expect(body.length).toBeGreaterThan(48_000);
    expect(await send(body.padEnd(48 * 1024))).toBe(402);
    expect(await send(body.padEnd(48 * 1024 + 1))).toBe(413);
  });

  it.each([
    ["a title of nothing that can be seen", { title: "\u200b" }, /`title`/],
    ["a title of letters that show nothing", { title: "\u3164\uffa0\u034f" }, /`title`/],
    ["a summary of nothing that can be seen", { summary: " \u202e\n" }, /`summary`/],
    ["a summary of Braille's blanks", { summary: "\u2800".repeat(400) }, /`summary`/],
    [
      "a title that normalisation makes too long",
      { title: "\ufdfa".repeat(20) },
      /`title`: has \d+ characters/,
    ],
    ["a wallet of another chain", { creatorChain: "sol" }, /`creatorWallet`/],
    ["a ninth category", { categories: "abcdefghi".split("") }, /categories/],
    ["a category in capitals", { categories: ["BTC"] }, /categories/],
    ["no category", { categories: [] }, /categories/],
    ["a member that the route does not have", { price: 1 }, /price/],
  ])("is refused before anybody pays, and uncharged with a payment: %s", async (_, change, message) => {
    const buyer = world.buyer();
    const body = submission(buyer.address, change);
    const settled = world.settled();
    for (const reply of [await world.post(PUBLISH, body), await world.buy(buyer, PUBLISH, body)]) {
      expect(reply.status).toBe(400);
      expect(reply.body["error"]).toMatch(message);
    }
    expect(world.settled()).toBe(settled);
  });
});

describe("a summary that was published before", () => {
  const publishedBefore = async (): Promise<string> => {
    const buyer = world.buyer();
    const body = submission(buyer.address);
    expect((await world.buy(buyer, PUBLISH, body)).status).toBe(200);
    return body.summary;
  };

  it("is refused before money moves, whatever its title, creator, capitals and blanks", async () => {
    const summary = (await publishedBefore()).toUpperCase().replaceAll(" ", "\n ");
    const settled = world.settled();
    const buyer = world.buyer();
    const reply = await world.buy(buyer, PUBLISH, submission(buyer.address, { title: "Another", summary }));
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({
      code: "duplicate_signal",
      error: expect.stringContaining("published before"), // of its money nothing: there is no node to ask
    });
    expect(reply.text).not.toMatch(/sig_/);
    expect(world.settled()).toBe(settled);
  });

  it("is not told from a new one to a caller who does not pay", async () => {
    const buyer = world.buyer();
    const challenges = await Promise.all(
      [await publishedBefore(), newSummary()].map((summary) =>
        world.post(PUBLISH, submission(buyer.address, { summary })),
      ),
    );
    for (const { status, body } of challenges) {
      expect(status).toBe(402);
      expect(body).toMatchObject({ code: "payment_required", reason: "no_payment" });
    }
    const shapes = challenges.map(({ text }) =>
      text.replace(/[0-9a-f]{32,64}|"[A-Za-z0-9_=-]{40,}"|\d{4}-[^"]+/g, ""),
    );
    expect(shapes[0]).toBe(shapes[1]);
  });

  it("is not told to a caller whose payment is no good either", async () => {
    world.facilitator.act(
      "verify",
      answers(200, { isValid: false, invalidReason: "invalid_exact_evm_payload_signature" }),
    );
    const replies = [];
    for (const summary of [await publishedWithGoodPayment(), newSummary()]) {
      const buyer = world.buyer();
      world.facilitator.act(
        "verify",
        answers(200, { isValid: false, invalidReason: "invalid_exact_evm_payload_signature" }),
      );
      replies.push(await world.buy(buyer, PUBLISH, submission(buyer.address, { summary })));
    }
    // No node here says whether the payment was used, which looks the same.
    expect(replies.map(({ status, body }) => [status, body["code"]])).toEqual([
      [409, "payment_conflict"],
      [409, "payment_conflict"],
    ]);
  });
  async function publishedWithGoodPayment(): Promise<string> {
    world.facilitator.act("verify", answers(200, { isValid: true }));
    return publishedBefore();
  }

  it("is charged once when eight publish it at once", async () => {
    const summary = newSummary();
    const settled = world.settled();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => {
        const buyer = world.buyer();
        return world.buy(buyer, PUBLISH, submission(buyer.address, { summary }));
      }),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    for (const { status, body } of replies) if (status === 409) expect(body["code"]).toBe("duplicate_signal");
    expect(world.settled()).toBe(settled + 1);
  });

  it("is free again once the payment that took it provably never left", async () => {
    const [first, second] = [world.buyer(), world.buyer()];
    const body = submission(first.address);
    world.facilitator.act("settle", answers(400, { success: false, errorReason: "insufficient_funds" }));
    const failed = await world.buy(first, PUBLISH, body);
    expect(failed.status).not.toBe(200);
    world.facilitator.act("settle", settle);
    const reply = await world.buy(second, PUBLISH, { ...body, creatorWallet: second.address });
    // Where the first payment may still move, its text stays taken; else it is anybody's again.
    expect(reply.status).toBe(failed.status === 409 ? 409 : 200);
  });
});

describe("a creator's wallet", () => {
  const proofOf = async (reply: { body: Record<string, unknown> }) => (await signalOf(reply)).creator.proof;

  it("is proved by its own payment, and by nobody else's", async () => {
    const [creator, payer] = [world.buyer(), world.buyer()];
    expect(await proofOf(await world.buy(creator, PUBLISH, submission(creator.address)))).toBe("payment");
    expect(await proofOf(await world.buy(payer, PUBLISH, submission(creator.address)))).toBe("unproved");
  });

  it("is proved by a sign-in for this very text, whoever pays; the 402 names what to sign", async () => {
    const [creator, payer] = [world.buyer(), world.buyer()];
    const body = submission(creator.address);
    const { x402 } = (await world.post(PUBLISH, body)).body as {
      x402: { extensions: Record<string, { info: { resources: string[]; domain: string; uri: string } }> };
    };
    const signIn = x402.extensions["sign-in-with-x"]?.info;
    expect(signIn).toMatchObject({
      resources: [resourceFor(body)],
      domain: "svc.example.com",
      uri: `https://svc.example.com${PUBLISH}`,
    });
    const proof = await creator.signIn(PUBLISH, signIn?.resources);
    expect(await proofOf(await world.buy(payer, PUBLISH, body, { "sign-in-with-x": proof }))).toBe("sign-in");
  });

  it("is proved by the payer's own sign-in too, and a lost answer is read again with the same headers", async () => {
    const creator = world.buyer();
    const body = submission(creator.address);
    const payment = await creator.payment(PUBLISH);
    const headers = {
      "payment-signature": payment,
      "sign-in-with-x": await creator.signIn(PUBLISH, [resourceFor(body)]),
    };
    const first = await world.post(PUBLISH, body, headers);
    expect(await proofOf(first)).toBe("sign-in");
    const again = await world.post(PUBLISH, body, headers);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it.each([
    ["without a text", undefined],
    ["for another text", ["urn:svc:publish:sha256:" + "0".repeat(64)]],
  ])("is not proved by a sign-in %s", async (_, resources) => {
    const [creator, payer] = [world.buyer(), world.buyer()];
    const proof = await creator.signIn(PUBLISH, resources);
    const settled = world.settled();
    const reply = await world.buy(payer, PUBLISH, submission(creator.address), { "sign-in-with-x": proof });
    expect(reply).toMatchObject({ status: 400, body: { error: expect.stringContaining("another wallet") } });
    expect(world.settled()).toBe(settled);
    const own = await payer.signIn(PUBLISH, resources);
    const paid = await world.buy(payer, PUBLISH, submission(creator.address), { "sign-in-with-x": own });
    expect(await proofOf(paid)).toBe("unproved");
  });

  it("is not proved by somebody else's sign-in for the text", async () => {
    const [creator, payer, stranger] = [world.buyer(), world.buyer(), world.buyer()];
    const body = submission(creator.address);
    const proof = await stranger.signIn(PUBLISH, [resourceFor(body)]);
    const reply = await world.buy(payer, PUBLISH, body, { "sign-in-with-x": proof });
    expect(reply.status).toBe(400);
  });
});
