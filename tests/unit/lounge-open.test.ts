import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Working } from "@/components/agents/use-work";
import { readAgain } from "@/components/lounge/signal/read-again";
import type { FoundWallet } from "@/lib/buying/wallets";
import { answers } from "../support/facilitator-double";
import {
  type LoungeBuyer,
  type LoungeWorld,
  NEWS,
  newSummary,
  OPEN,
  ORIGIN,
  PUBLISH,
  submission,
  startLoungeWorld,
  tripsOf,
} from "../support/lounge-world";

let world: LoungeWorld;
const logged: string[] = [];
beforeAll(async () => {
  for (const way of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, way).mockImplementation(
      (...line: unknown[]) => void logged.push(line.map(String).join(" ")),
    );
  world = await startLoungeWorld(async () => ({
    [PUBLISH]: await import("@/app/api/lounge-signal-publish/route"),
    [OPEN]: await import("@/app/api/lounge-signal-open/route"),
    [NEWS]: await import("@/app/api/news-open/route"),
  }));
});
afterAll(async () => {
  await world.close();
  vi.restoreAllMocks();
});

async function publish(change: Record<string, unknown> = {}) {
  const creator = world.buyer();
  const body = submission(creator.address, change);
  const reply = await world.buy(creator, PUBLISH, body);
  expect(reply.status).toBe(200);
  return { creator, id: String(reply.body["id"]), summary: body.summary, title: body.title };
}
const reread = async (id: string, reader: LoungeBuyer, headers = {}) =>
  world.post(OPEN, { signalId: id }, { "sign-in-with-x": await reader.signIn(OPEN), ...headers });

describe("unlocking a signal", () => {
  it("sells exactly id, summary and title", async () => {
    const { id, summary, title } = await publish();
    const reply = await world.buy(world.buyer(), OPEN, { signalId: id });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ signalId: id, summary, title });
  });

  it("asks the store twice more than any sale", async () => {
    const { id } = await publish();
    const reader = world.buyer();
    const headers = { "payment-signature": await reader.payment(OPEN) };
    expect(await tripsOf(world, () => world.post(OPEN, { signalId: id }, headers))).toBe(2);
  });

  it("that was never published is 404 before anything is paid, and uncharged with a payment", async () => {
    const body = { signalId: `sig_${"0".repeat(24)}` };
    const settled = world.settled();
    for (const reply of [await world.post(OPEN, body), await world.buy(world.buyer(), OPEN, body)])
      expect(reply).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(world.settled()).toBe(settled);
  });

  it.each(["sig_", "sig_XYZ", "x", `sig_${"0".repeat(24)}\n`, ""])("by %j is 400", async (signalId) => {
    expect((await world.post(OPEN, { signalId })).status).toBe(400);
  });

  it("is priced without a body, and shows nothing of the text unpaid", async () => {
    const { id, summary } = await publish();
    expect((await world.post(OPEN, {})).status).toBe(402);
    const unpaid = await world.post(OPEN, { signalId: id });
    expect(unpaid).toMatchObject({ status: 402, body: { priceUsdc: 0.1, resource: "signal-open" } });
    expect(unpaid.text).not.toContain(summary.slice(-20));
  });
});

describe("reading again", () => {
  it("is free for the payer who proves the wallet, each time with a fresh proof", async () => {
    const [{ id, summary }, reader] = [await publish(), world.buyer()];
    const bought = await world.buy(reader, OPEN, { signalId: id });
    const settled = world.settled();
    const again = await reread(id, reader);
    expect(again).toMatchObject({ status: 200, body: bought.body });
    expect(again.body["summary"]).toBe(summary);
    const proof = await reader.signIn(OPEN);
    const twice = [1, 2].map(() => world.post(OPEN, { signalId: id }, { "sign-in-with-x": proof }));
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(world.settled()).toBe(settled);
  });

  it("is nobody else's: the creator's and a stranger's proof are asked to pay, and stay good", async () => {
    const { id, creator } = await publish();
    await world.buy(world.buyer(), OPEN, { signalId: id });
    const other = await publish();
    const stranger = world.buyer();
    expect((await world.buy(stranger, OPEN, { signalId: other.id })).status).toBe(200); // of another signal
    for (const reader of [creator, stranger]) {
      const proof = await reader.signIn(OPEN);
      const ask = () => world.post(OPEN, { signalId: id }, { "sign-in-with-x": proof });
      expect([(await ask()).status, (await ask()).status]).toEqual([402, 402]);
    }
  });

  it("by a proof that was shown to ask for the price is still free: svc_prepare_payment uses up none", async () => {
    const { id, summary } = await publish();
    const reader = world.buyer();
    await world.buy(reader, OPEN, { signalId: id });
    const { preparePayment } = await import("@/lib/mcp/prepare-payment");
    const { bindTools } = await import("@/lib/mcp/tool-table");
    const { ROUTE_FILES } = await import("@/app/api/mcp/route-files.generated");
    const proof = { "sign-in-with-x": await reader.signIn(OPEN) };
    const caller = { headers: new Headers(proof), signal: AbortSignal.timeout(10_000) };
    const asked = { tool: "signal_open", arguments: { signalId: id } };
    for (const _ of [1, 2])
      expect(await preparePayment(asked, bindTools(ROUTE_FILES), caller)).toMatchObject({ priceUsdc: 0 });
    expect((await world.post(OPEN, { signalId: id }, proof)).body["summary"]).toBe(summary);
    expect((await world.post(OPEN, { signalId: id }, proof)).status).toBe(400);
  });

  it("leaves no copy of the text behind under the caller's Idempotency-Key", async () => {
    const [{ id, summary }, reader] = [await publish(), world.buyer()];
    await world.buy(reader, OPEN, { signalId: id });
    const before = await holding(summary);
    expect((await reread(id, reader, { "idempotency-key": crypto.randomUUID() })).status).toBe(200);
    expect(await holding(summary)).toEqual(before);
  });
});

describe("reading again in a page", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** This site's own page: its relative addresses are asked of the routes. */
  function openPage(): void {
    const outside = globalThis.fetch;
    vi.stubGlobal("window", { location: { origin: ORIGIN } });
    vi.stubGlobal("fetch", async (at: string | URL | Request, init: RequestInit = {}) => {
      if (typeof at !== "string" || !at.startsWith("/")) return outside(at, init);
      const body: unknown = JSON.parse(String(init.body));
      const { status, text } = await world.post(at, body, Object.fromEntries(new Headers(init.headers)));
      return new Response(text, { status });
    });
  }
  const walletOf = ({ account }: LoungeBuyer): FoundWallet => ({
    ...{ id: "test", name: "Test", family: "evm" },
    connect: () => Promise.reject(new Error("nothing is paid")),
    account: () =>
      Promise.resolve({
        address: account.address,
        signText: (message) => account.signMessage({ message }),
        sendCall: null,
      }),
  });

  const working = (tell: (doing: string) => void = () => undefined): Working => ({
    tell,
    wallet: (doing, ask) => (tell(doing), ask()),
  });

  it("takes one signature of the wallet that paid, whatever the browser, and no payment", async () => {
    const [{ id, summary, title }, reader, stranger] = [await publish(), world.buyer(), world.buyer()];
    await world.buy(reader, OPEN, { signalId: id });
    const settled = world.settled();
    openPage();
    const steps: string[] = [];
    const asked = { path: OPEN, signalId: id };
    const read = await readAgain(
      walletOf(reader),
      asked,
      working((doing) => steps.push(doing)),
    );
    expect(JSON.parse(read)).toEqual({ signalId: id, summary, title });
    expect(steps).toHaveLength(4);
    await expect(readAgain(walletOf(stranger), asked, working())).rejects.toMatchObject({
      title: "Not unlocked by this wallet",
    });
    // What the wallet showed was the reading of one signal: its signature opens no other that it has bought.
    const other = await publish();
    await world.buy(reader, OPEN, { signalId: other.id });
    const proof = await reader.signIn(OPEN, [`urn:svc:reread:${id}`]);
    const reread = (signalId: string) => world.post(OPEN, { signalId }, { "sign-in-with-x": proof });
    expect((await reread(other.id)).status).toBe(402);
    expect((await reread(id)).status).toBe(200);
    const none = { path: OPEN, signalId: `sig_${"0".repeat(24)}` };
    await expect(readAgain(walletOf(reader), none, working())).rejects.toMatchObject({
      ...{ title: "Not read", text: expect.stringContaining("No signal") },
    });
    expect(world.settled()).toBe(settled + 2); // the other was published and bought
  });
});

/** Every key of the store whose name or value holds a piece of the text that is not its teaser. */
async function holding(summary: string): Promise<string[]> {
  const piece = summary.slice(-40);
  const { redis } = world.store;
  const found: string[] = [];
  for (const name of await redis.keys("*")) {
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
              : type === "set"
                ? await redis.smembers(name)
                : await redis.xrange(name, "-", "+");
    const text = JSON.stringify([name, value]);
    if (
      [piece, encodeURIComponent(piece), Buffer.from(summary).toString("base64").slice(8, 40)].some((form) =>
        text.includes(form),
      )
    )
      found.push(name.replace(/\{.*\}/, "{}").replace(/sig_[0-9a-f]{24}/, "sig"));
  }
  return found.sort();
}

describe("a paid text", () => {
  it("stands in the intent until the payment settles, and nowhere else", async () => {
    const creator = world.buyer();
    const summary = newSummary();
    let during: string[] = [];
    world.facilitator.act("settle", async (asked) => {
      during = await holding(summary);
      return answers(200, { success: true, network: "eip155:84532", transaction: `0x${"cd".repeat(32)}` })(
        asked,
      );
    });
    expect((await world.buy(creator, PUBLISH, submission(creator.address, { summary }))).status).toBe(200);
    expect(during).toEqual(["svc:ledger:{}:record"]);
  });

  it("stands in its own key and in a buyer's stored answer, and in no log line", async () => {
    const { id, summary } = await publish();
    expect(await holding(summary)).toEqual(["svc:lounge:text:sig"]);
    const reader = world.buyer();
    await world.buy(reader, OPEN, { signalId: id });
    await reread(id, reader);
    const duplicate = await world.buy(reader, PUBLISH, submission(reader.address, { summary }));
    expect(duplicate.status).toBe(409);
    await world.post(PUBLISH, submission(reader.address, { summary }));
    await world.post(PUBLISH, { ...submission(reader.address, { summary }), unknown: summary });
    expect(await holding(summary)).toEqual(["svc:ledger:{}:answer", "svc:lounge:text:sig"]);
    expect(logged.length).toBeGreaterThan(5);
    expect(logged.filter((line) => line.includes(summary.slice(-40)))).toEqual([]);
  });
});

describe("unlocking an article", () => {
  it("sells the canonical address with what the caller says of it, cleaned", async () => {
    const request = {
      url: "HTTPS://News.example/a?utm_source=x&id=1#c",
      title: "A <b>title</b>\u202E",
      source: "Paper",
    };
    const reply = await world.buy(world.buyer(), NEWS, request);
    expect(reply.body).toEqual({
      url: "https://news.example/a?id=1",
      unlocked: true,
      title: "A title",
      source: "Paper",
    });
  });

  it("leaves out what neither the caller nor the wire knows", async () => {
    const reply = await world.buy(world.buyer(), NEWS, { url: "https://news.example/unknown" });
    expect(reply.body).toEqual({ url: "https://news.example/unknown", unlocked: true });
  });

  it.each(["ftp://news.example/a", "javascript:alert(1)", "not a url", "https://u:p@news.example/"])(
    "of %j is 400 before anything is paid, and uncharged with a payment",
    async (url) => {
      const settled = world.settled();
      for (const reply of [await world.post(NEWS, { url }), await world.buy(world.buyer(), NEWS, { url })])
        expect(reply).toMatchObject({ status: 400, body: { code: "invalid_request" } });
      expect(world.settled()).toBe(settled);
    },
  );
});
