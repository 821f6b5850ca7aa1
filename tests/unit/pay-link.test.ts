import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { RouteEntry } from "@/lib/catalog/define";
import type { Reservation } from "@/lib/handler";
import { agentStore } from "../support/agents";

const PATH = "/api/svc-intel-tvl";
const ARGS = { limit: 3 };
const SECRET = "5".repeat(64);
const RECEIPT = { transaction: "0x1", network: "eip155:84532", payer: "0x2", amount: "20000", at: 1 };

let world: Awaited<ReturnType<typeof agentStore>>;
beforeAll(async () => {
  world = await agentStore();
});
afterAll(() => world.store.close());
beforeEach(async () => {
  await world.store.redis.flushdb();
  world.enter();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const UNTIL = String(Math.floor(Date.now() / 1000) + 1_800);
let runs = 0;

/** What a call with these headers reserves beside what its handler does. */
async function noted(
  link: string | null,
  payment?: string,
  { path = PATH, moved }: { path?: string; moved?: true } = {},
): Promise<readonly Reservation[]> {
  const { handedOver } = await import("@/lib/pay-link/handed-over");
  const { requestFingerprint } = await import("@/lib/payments/ledger/fingerprint");
  const request = await requestFingerprint(path, ARGS);
  const handler = handedOver<RouteEntry>(() => {
    runs += 1;
    return Promise.resolve({ answer: { ok: true }, effects: [] });
  });
  const { reserve = [] } = await handler(
    {},
    {
      now: new Date(),
      signal: new AbortController().signal,
      headers: new Headers(link === null ? {} : { "x-pay-link": link }),
      ...(payment === undefined
        ? {}
        : { payment: { key: payment, payer: "0x2", request, ...(moved === true && { moved }) } }),
    },
  );
  return reserve;
}

/** A sale under a link, as the till leaves it. */
async function sale(
  link: string,
  payment: string,
  change: Partial<Record<"path" | "state" | "answer" | "refund", string>> = {},
) {
  const { keys } = await import("@/lib/store/keys");
  const { requestFingerprint } = await import("@/lib/payments/ledger/fingerprint");
  const { path = PATH, state = "settled", answer = `{"of":"${payment}"}`, refund = "" } = change;
  const { redis } = world.store;
  const fingerprint = await requestFingerprint(path, ARGS);
  const record = { state, payer: "0x2", entry: path, fingerprint, receipt: JSON.stringify(RECEIPT), refund };
  await redis.hset(keys.payment(payment), record);
  if (answer !== "") await redis.set(keys.answer(payment), answer);
  for (const { key, value, ttlSec = 0 } of await noted(link, payment, { path }))
    await redis.set(key, state === "settling" ? `pending ${payment} ${value}` : value, { ex: ttlSec });
}

async function fetched(secret: string, args: Record<string, unknown> = ARGS, path = PATH) {
  const { fetchAnswer } = await import("@/lib/pay-link/fetch-answer");
  const came = await fetchAnswer(secret, UNTIL, path, args);
  return came instanceof Response ? await came.text() : came;
}

const linkOf = async (secret: string): Promise<string> =>
  (await import("@/lib/pay-link/link")).linkOf(secret, UNTIL);

it("an agent fetches by its secret what was paid under the secret's hash, for a day", async () => {
  const link = await linkOf(SECRET);
  expect(await fetched(SECRET)).toBe("unpaid");
  await sale(link, "pay-1");
  expect(await fetched(SECRET)).toBe('{"of":"pay-1"}');
  const [note] = await noted(link, "pay-1");
  expect(await world.store.redis.ttl(note?.key ?? "")).toBeGreaterThan(86_000);
});

it("who has read the link fetches nothing by it, and the secret fetches no other call", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1");
  for (const secret of [link, "", "6".repeat(64), await linkOf(link)])
    expect(await fetched(secret)).toBe("unpaid");
  expect(await fetched(SECRET, { limit: 4 })).toBe("unpaid");
  expect(await fetched(SECRET, ARGS, "/api/svc-intel-macro")).toBe("unpaid");
});

it("what others pay for under the same link hides nothing of what was asked for, however much it is", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1");
  for (let other = 0; other < 40; other += 1)
    await sale(link, `other-${other}`, { path: `/api/svc-intel-${other}` });
  expect(await fetched(SECRET)).toBe('{"of":"pay-1"}');
});

it("one request under one link takes one payment, and a second is refused before its handler runs", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1");
  runs = 0;
  await expect(noted(link, "pay-2")).rejects.toMatchObject({
    code: "already_taken",
    message: expect.stringMatching(/has been paid for.*You were not charged/),
  });
  expect(runs).toBe(0);
  // The first one's copy has it already, and money that moved by another's hand is answered to its payer alone.
  expect(await noted(link, "pay-1")).toHaveLength(1);
  expect(await noted(link, "pay-2", { moved: true })).toEqual([]);
  expect(await fetched(SECRET)).toBe('{"of":"pay-1"}');
});

it("while it is being paid for, nobody else pays for it; where that comes to nothing, the next may", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1", { state: "settling" });
  await expect(noted(link, "pay-2")).rejects.toMatchObject({ code: "already_taken" });
  const [note] = await noted(link, "pay-1", { moved: true });
  await world.store.redis.del(note?.key ?? "");
  expect(await noted(link, "pay-2")).toHaveLength(1);
});

it("a link takes no payment after its end, nor one that would live for longer than an hour", async () => {
  const { linkOf: made } = await import("@/lib/pay-link/link");
  const now = Math.floor(Date.now() / 1000);
  for (const until of [now - 1, now + 3_700, 9_999_999_999])
    await expect(noted(await made(SECRET, String(until)), "pay-1")).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/run out.*You were not charged/),
    });
  // What had moved by then is the agent's all the same.
  expect(await noted(await made(SECRET, String(now - 1)), "pay-1", { moved: true })).toHaveLength(1);
});

it("a question for the price hears that the link is paid already, and of another request nothing", async () => {
  const { refusePaid } = await import("@/lib/pay-link/refuse-paid");
  const { tvlEntry } = await import("@/lib/desks/tvl/entry");
  const link = await linkOf(SECRET);
  const asked = (args: unknown) =>
    refusePaid(
      tvlEntry,
      link,
      new Request(`https://svc.example.com${PATH}`, {
        ...{ method: "POST", body: JSON.stringify(args) },
        headers: { "content-type": "application/json" },
      }),
    );
  expect(await asked(ARGS)).toBeNull();
  await sale(link, "pay-1");
  const refused = await asked(ARGS);
  expect(refused?.status).toBe(409);
  expect(await refused?.json()).toMatchObject({ code: "already_taken" });
  expect(await asked({ limit: 4 })).toBeNull();
});

it("gives nothing of a payment that is not settled, and says when the answer is kept no longer", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1", { state: "settling" });
  expect(await fetched(SECRET)).toBe("unpaid");
  await sale(link, "pay-1", { state: "unknown" });
  expect(await fetched(SECRET)).toBe("unpaid");
  const other = await linkOf("7".repeat(64));
  await sale(other, "pay-2", { answer: "" });
  expect(await fetched("7".repeat(64))).toBe("gone");
});

it("says that what was paid went back, or is about to, and never that it was not paid", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1", { state: "refunding", answer: "" });
  expect(await fetched(SECRET)).toEqual({ kind: "refunding" });
  await sale(link, "pay-1", { state: "refunded", answer: "", refund: "0xback" });
  expect(await fetched(SECRET)).toEqual({ kind: "refunded", refund: "0xback" });
  expect(await fetched(SECRET, { limit: 4 })).toBe("unpaid");
  // The link has had its payment.
  await expect(noted(link, "pay-2")).rejects.toMatchObject({ code: "already_taken" });
});

it("an agent hears of a refund what became of the money, and that another answer is paid for again", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1", { state: "refunded", answer: "", refund: "0xback" });
  const { payInBrowser } = await import("@/lib/mcp/pay-in-browser");
  const { tvlEntry } = await import("@/lib/desks/tvl/entry");
  const run = () => Promise.reject(new Error("no route is asked"));
  const tools = new Map([["intel_tvl", { name: "intel_tvl", entry: tvlEntry, run }]]);
  const round = { client: null, opensUrls: true, state: `${SECRET}.${UNTIL}`, declined: false };
  const caller = { headers: new Headers(), signal: new AbortController().signal };
  await expect(
    payInBrowser({ tool: "intel_tvl", arguments: ARGS }, tools, caller, round),
  ).rejects.toMatchObject({
    code: "payment_refunded",
    message: expect.stringMatching(/refunded.*paying wallet.*anew/),
    options: { details: { refund: "0xback" } },
  });
});

it("nothing is written for a call that is not paid, or that names no link", async () => {
  const link = await linkOf(SECRET);
  expect(await noted(link)).toEqual([]);
  for (const none of [null, "", "A".repeat(64), `${link}0`, "x"])
    expect(await noted(none, "pay-1")).toEqual([]);
  expect(await noted(link, "pay-1")).toHaveLength(1);
});
