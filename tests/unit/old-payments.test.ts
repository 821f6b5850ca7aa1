import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type * as askedFirstModule from "@/lib/payments/asked-first";
import type * as paidCallModule from "@/lib/payments/paid-call";
import { type MadeUpCall, madeUpCall, madeUpRoute } from "../support/made-up-call";
import { startMadeUpTill } from "../support/made-up-till";

/** Payments that don't tell by themselves how old they are: anybody can read such a one on the chain, and bring it. */

const QUICK = madeUpRoute("/api/quick");
const SCAN = madeUpRoute("/api/scan", { slots: { group: "scans", most: 1 } });

let endTill: () => Promise<void>;
let mayAskFirst: typeof askedFirstModule.mayAskFirst;
let paidCall: typeof paidCallModule.paidCall;
let flush: () => Promise<unknown>;
let trailOf: (key: string) => Promise<unknown>;
let slots: () => Promise<unknown[]>;

beforeAll(async () => {
  vi.stubEnv("TRUSTED_PROXY_HOPS", "1");
  endTill = await startMadeUpTill();
  ({ paidCall } = await import("@/lib/payments/paid-call"));
  ({ mayAskFirst } = await import("@/lib/payments/asked-first"));
  const store = (await import("@/lib/store/redis")).ledgerStore();
  const { keys } = await import("@/lib/store/keys");
  flush = () => store.flushdb();
  slots = () => store.zrange(keys.slots("payer"), 0, -1);
  trailOf = (key) => store.hget(keys.payment(key), "trail");
});
afterAll(() => endTill());

let [asked, verified] = [0, 0];
beforeEach(async () => {
  [asked, verified] = [0, 0];
  await flush();
});

/** A payment on Solana, and whether our node says that it has run out. */
const call = (key: string, isOld: boolean, entry = QUICK): MadeUpCall =>
  madeUpCall(key, {
    entry,
    payment: {
      hasRunOut: async () => ((asked += 1), isOld),
      verify: async () => {
        verified += 1;
        return isOld
          ? { kind: "refused", reason: "expired", message: "it has run out", detail: "", old: true }
          : { kind: "valid", by: "made-up" };
      },
    },
  });

it("asks our node nothing about a sale that finds slots free", async () => {
  expect(await paidCall(call("quick", false))).toMatchObject({ kind: "sold" });
  expect({ asked, verified }).toEqual({ asked: 0, verified: 1 });
});

it("asks it before the one slot of a scan is taken, which no old payment takes", async () => {
  expect(await paidCall(call("old", true, SCAN))).toMatchObject({ kind: "refused", reason: "expired" });
  expect({ asked, verified }).toEqual({ asked: 1, verified: 0 });
  expect(await paidCall(call("scan", false, SCAN))).toMatchObject({ kind: "sold" });
});

it("is asked before the ledger is a few times a minute at most, whoever comes with what signatures; then the ledger's limits come first", async () => {
  vi.setSystemTime(Date.now() + 60_000);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const slow = call("slow", false, SCAN);
  const { handler } = slow;
  slow.handler = async (...given) => (await ended, handler(...given));
  const selling = paidCall(slow);
  await vi.waitFor(() => expect(verified).toBe(1));
  expect(asked).toBe(1);
  // Each signed by the same payer, who has no other slot: four more questions, and then the ledger says so at once.
  // All at once, because one of them waits a moment for the slot, and a sale has only seconds.
  await Promise.all(Array.from({ length: 20 }, (_, at) => paidCall(call(`busy ${at}`, false, SCAN))));
  expect({ asked, verified }).toEqual({ asked: 5, verified: 1 });
  end();
  expect(await selling).toMatchObject({ kind: "sold" });
  // Fifty-five of other networks are asked about first, and no more of any in that minute: of the rest the ledger has it asked.
  const from = (network: string, at: number) => {
    const one = call(`${network} ${at}`, false, SCAN);
    Object.assign(one.claim, { network, payer: `payer of ${network} ${at}` });
    return one;
  };
  const before = asked;
  for (let at = 0; at < 70; at += 1)
    expect(await paidCall(from(`${at}`, at))).toMatchObject({ kind: "sold" });
  expect(asked - before).toBe(70);
  expect(mayAskFirst("another")).toBe(false);
  vi.setSystemTime(Date.now() + 60_000);
  expect(mayAskFirst("another")).toBe(true);
});

it("locks nobody out with what their wallet has paid before, and soon asks facilitators nothing about it", async () => {
  expect(await paidCall(call("first", false))).toMatchObject({ kind: "sold" });
  for (let at = 0; at < 20; at += 1)
    expect(await paidCall(call("old", true))).toMatchObject({ kind: "refused", reason: "expired" });
  expect(verified).toBe(1 + 5);
  expect(await paidCall(call("second", false))).toMatchObject({ kind: "sold" });
});

it("leaves a payer a slot, however many old payments are looked at at once", async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const slow = Array.from({ length: 10 }, (_, at) => {
    const one = call(`old ${at}`, true);
    const { verify } = one.payment;
    one.payment.verify = async (hasPaid) => (await ended, verify(hasPaid));
    return paidCall(one);
  });
  await vi.waitFor(() => expect(asked).toBe(7));
  expect(await paidCall(call("fresh", false))).toMatchObject({ kind: "sold" });
  end();
  for (const outcome of await Promise.all(slow)) expect(outcome).toMatchObject({ reason: "expired" });
});

/** A sale whose answer takes so long, by a payment that runs out meanwhile or on its way. */
function lasting(key: string, ms: number, ranOut: "meanwhile" | "on its way" | "never"): MadeUpCall {
  const one = call(key, false);
  const { handler } = one;
  one.handler = (...given) => {
    vi.setSystemTime(Date.now() + ms);
    return handler(...given);
  };
  one.payment.hasRunOut = async () => ((asked += 1), ranOut === "meanwhile");
  const { settle } = one.payment;
  one.payment.settle = async (...given) => {
    settled += 1;
    if (ranOut === "on its way") vi.setSystemTime(Date.now() + 60_000); // the call's time is up
    return ranOut === "on its way" ? { kind: "unknown", detail: "", ranOut: true } : settle(...given);
  };
  return one;
}

let settled = 0;
beforeEach(() => (settled = 0));

it("is asked about once more before its intent, where the answer took long", async () => {
  expect(await paidCall(lasting("quick", 4_000, "meanwhile"))).toMatchObject({ kind: "sold" });
  expect({ asked, settled }).toEqual({ asked: 0, settled: 1 });
  expect(await paidCall(lasting("slow", 6_000, "never"))).toMatchObject({ kind: "sold" });
  expect({ asked, settled }).toEqual({ asked: 1, settled: 2 });
  // Nothing is sent, the caller may pay anew at once, and nothing is kept.
  expect(await paidCall(lasting("late", 6_000, "meanwhile"))).toMatchObject({ reason: "expired" });
  expect({ asked, settled }).toEqual({ asked: 2, settled: 2 });
  expect(await paidCall(lasting("late", 0, "never"))).toMatchObject({ kind: "sold" });
});

it("is worked for in vain ten times an hour, where it runs out each time", async () => {
  await paidCall(lasting("first", 0, "never"));
  let refused = 0;
  for (let at = 0; at < 15; at += 1) {
    const came = await paidCall(lasting(`late ${at}`, 6_000, "meanwhile"));
    if (came.kind === "refused") refused += 1;
  }
  expect(refused).toBe(10);
});

it("cools its payer down where it ran out on a short way, and nobody where it had time after a long one", async () => {
  await paidCall(lasting("short", 0, "on its way"));
  await paidCall(lasting("long", 6_000, "on its way"));
  expect(JSON.stringify(await trailOf("short"))).toContain("byPayer");
  expect(JSON.stringify(await trailOf("long"))).not.toContain("byPayer");
});

it("is remembered as presented, where no node can be asked, for who has signed it, and for nobody who may have invented it", async () => {
  const evidence = { messageHash: "hash", tokenAccount: "account", blockhash: "blockhash" };
  for (const knownBy of ["verification", "signature"] as const) {
    const one = madeUpCall(knownBy, {
      entry: QUICK,
      payment: {
        rail: "x402-solana",
        evidence,
        knownBy,
        objection: () => ({ reason: "expired", message: "" }),
      },
    });
    expect(await paidCall(one)).toMatchObject({ kind: "in flight" });
  }
  expect(await slots()).toEqual(["presented signature"]);
});

it("costs our nodes thirty looks a minute of a network, where anybody may have invented it, and who has signed is not held up by that", async () => {
  const expired = (key: string, knownBy: "verification" | "signature", from: string): MadeUpCall => {
    const one = madeUpCall(key, {
      entry: QUICK,
      payment: { rail: "x402-solana", knownBy, objection: () => ({ reason: "expired", message: "" }) },
    });
    one.headers.set("x-forwarded-for", from);
    return one;
  };
  vi.setSystemTime(Date.now() + 120_000);
  const came = { looked: 0, busy: 0 };
  for (let at = 0; at < 40; at += 1) {
    const { kind } = await paidCall(expired(`invented ${at}`, "verification", `192.0.2.${at}`));
    came[kind === "in flight" ? "looked" : "busy"] += 1;
  }
  expect(came).toEqual({ looked: 30, busy: 10 });
  expect(await paidCall(expired("signed", "signature", "192.0.2.1"))).toMatchObject({ kind: "in flight" });
  expect(await paidCall(expired("elsewhere", "verification", "198.51.100.1"))).toMatchObject({
    kind: "in flight",
  });
});
