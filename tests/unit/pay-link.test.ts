import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { RouteEntry } from "@/lib/catalog/define";
import { APPLIED_AT, type Effect } from "@/lib/handler";
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

/** What a call with these headers wants written beside what its handler does. */
async function noted(link: string | null, payment?: string): Promise<readonly Effect[]> {
  const { handedOver } = await import("@/lib/pay-link/handed-over");
  const handler = handedOver<RouteEntry>(() => Promise.resolve({ answer: { ok: true }, effects: [] }));
  const { effects } = await handler(
    {},
    {
      now: new Date(),
      signal: new AbortController().signal,
      headers: new Headers(link === null ? {} : { "x-pay-link": link }),
      ...(payment === undefined ? {} : { payment: { key: payment, payer: "0x2" } }),
    },
  );
  return effects;
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
  for (const { command } of await noted(link, payment)) await apply(command);
}

/** An effect, as the settling script applies it. */
async function apply(command: readonly string[]): Promise<void> {
  const { url } = world.store.rest;
  const body = JSON.stringify(command.map((part) => part.replace(APPLIED_AT, String(Date.now()))));
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: "Bearer test-token" },
    body,
  });
  expect(response.status, await response.text()).toBe(200);
}

async function fetched(secret: string, args: Record<string, unknown> = ARGS, path = PATH) {
  const { fetchAnswer } = await import("@/lib/pay-link/fetch-answer");
  const came = await fetchAnswer(secret, path, args);
  return came instanceof Response ? await came.text() : came;
}

const linkOf = async (secret: string): Promise<string> =>
  (await import("@/lib/pay-link/link")).linkOf(secret);

it("an agent fetches by its secret what was paid under the secret's hash, for a day", async () => {
  const link = await linkOf(SECRET);
  expect(await fetched(SECRET)).toBe("unpaid");
  await sale(link, "pay-1");
  expect(await fetched(SECRET)).toBe('{"of":"pay-1"}');
  const { keys } = await import("@/lib/store/keys");
  expect(await world.store.redis.ttl(keys.payLink(link))).toBeGreaterThan(86_000);
});

it("who has read the link fetches nothing by it, and the secret fetches no other call", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1");
  for (const secret of [link, "", "6".repeat(64), await linkOf(link)])
    expect(await fetched(secret)).toBe("unpaid");
  expect(await fetched(SECRET, { limit: 4 })).toBe("unpaid");
  expect(await fetched(SECRET, ARGS, "/api/svc-intel-macro")).toBe("unpaid");
});

it("what others pay for under the same link does not stand before what was asked for", async () => {
  const link = await linkOf(SECRET);
  for (let other = 0; other < 20; other += 1)
    await sale(link, `other-${other}`, { path: "/api/svc-intel-macro" });
  expect(await fetched(SECRET)).toBe("unpaid");
  await sale(link, "pay-1");
  expect(await fetched(SECRET)).toBe('{"of":"pay-1"}');
});

it("gives nothing of a payment that is not settled, and says when the answer is kept no longer", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1", { state: "settling" });
  expect(await fetched(SECRET)).toBe("unpaid");
  await sale(link, "pay-2", { answer: "" });
  expect(await fetched(SECRET)).toBe("gone");
});

it("says that what was paid went back, or is about to, and never that it was not paid", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1", { state: "refunding", answer: "" });
  expect(await fetched(SECRET)).toEqual({ kind: "refunding" });
  await sale(link, "pay-1", { state: "refunded", answer: "", refund: "0xback" });
  expect(await fetched(SECRET)).toEqual({ kind: "refunded", refund: "0xback" });
  expect(await fetched(SECRET, { limit: 4 })).toBe("unpaid");
  // Paid for anew, it is there.
  await sale(link, "pay-2");
  expect(await fetched(SECRET)).toBe('{"of":"pay-2"}');
});

it("an agent hears of a refund what became of the money, and that another answer is paid for again", async () => {
  const link = await linkOf(SECRET);
  await sale(link, "pay-1", { state: "refunded", answer: "", refund: "0xback" });
  const { payInBrowser } = await import("@/lib/mcp/pay-in-browser");
  const { tvlEntry } = await import("@/lib/desks/tvl/entry");
  const run = () => Promise.reject(new Error("no route is asked"));
  const tools = new Map([["intel_tvl", { name: "intel_tvl", entry: tvlEntry, run }]]);
  const round = { client: null, opensUrls: true, state: SECRET, declined: false };
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
  expect(await noted(link, "pay-1")).toHaveLength(2);
});
