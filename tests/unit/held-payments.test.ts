import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type * as paidCallModule from "@/lib/payments/paid-call";
import type { refund as refundHandler } from "@/lib/payments/refunds/handler";
import { madeUpCall, madeUpRoute } from "../support/made-up-call";
import { startMadeUpTill } from "../support/made-up-till";

/** What wallets sent that the operator has listed as not served. */

const LISTED = `0x${"a".repeat(40)}`;
const ROUTE = madeUpRoute("/api/held");
const HELD = { kind: "conflict", why: "held" };

let endTill: () => Promise<void>;
let paidCall: typeof paidCallModule.paidCall;
let refund: typeof refundHandler;

/** A module graph that has read the settings anew. */
async function load(payersNotServed: string): Promise<void> {
  vi.resetModules();
  vi.stubEnv("PAYERS_NOT_SERVED", payersNotServed);
  ({ paidCall } = await import("@/lib/payments/paid-call"));
  ({ refund } = await import("@/lib/payments/refunds/handler"));
}

beforeAll(async () => {
  endTill = await startMadeUpTill();
  await load(LISTED);
  const { noteEpoch } = await import("@/lib/payments/ledger/epoch");
  await noteEpoch();
  vi.setSystemTime(Date.now() + 3_600_000);
});
afterAll(() => endTill());

/** A transfer that has reached us, as its bearer brings it with a proof of its wallet. */
const bring = (key: string) =>
  paidCall(
    madeUpCall(key, {
      entry: ROUTE,
      claim: { payer: LISTED, walletProved: "for this request" },
      payment: {
        payer: LISTED,
        stray: { kind: "moved", transaction: `transaction of ${key}`, at: Date.now() - 5_000 },
        resource: `https://svc.example${ROUTE.path}`,
        knownBy: "chain",
      },
    }),
  );

async function act(payment: string, by: string, letGo: boolean) {
  const context = { now: new Date(), signal: new AbortController().signal, headers: new Headers() };
  const { answer, status = 200 } = await refund({ payment, transaction: undefined, by, letGo }, context);
  return { status, ok: answer.ok, message: answer.message };
}

describe("a transfer of a wallet that isn't served", () => {
  it("is held, and listed as owed", async () => {
    expect(await bring("listed")).toMatchObject(HELD);
    const { ledgerStore } = await import("@/lib/store/redis");
    const { keys } = await import("@/lib/store/keys");
    expect(await ledgerStore().zrange(keys.debts(), 0, -1)).toContain("listed");
    expect(await bring("listed")).toMatchObject(HELD);
  });

  it("is not returned before two operators of different names have released it", async () => {
    await bring("returned");
    expect(await act("returned", "ann", false)).toMatchObject({ status: 409, ok: false });
    for (let twice = 0; twice < 2; twice += 1) {
      const half = await act("returned", "ann", true);
      expect(half).toMatchObject({ status: 409, ok: false });
      expect(half.message).toContain("another operator");
    }
    expect(await act("returned", "ann", false)).toMatchObject({ status: 409, ok: false });
    expect(await act("returned", "bob", true)).toMatchObject({ status: 200, ok: true });
    // Whoever brings it again has it held no more.
    expect(await bring("returned")).toMatchObject(HELD);
    const { listedPayment } = await import("@/lib/payments/owed/lists");
    expect(await listedPayment("returned")).toMatchObject({ state: "debt", payer: LISTED });
  });

  it("is not served either once the wallet is no longer listed, unless it is released", async () => {
    await bring("kept");
    await bring("let go");
    await act("let go", "ann", true);
    await act("let go", "bob", true);
    await load("");
    expect(await bring("kept")).toMatchObject({ kind: "conflict", why: "refunding" });
    expect(await bring("let go")).toMatchObject({ kind: "sold", entry: ROUTE.path });
  });

  it("is refused before a claim where it has not moved", async () => {
    await load(LISTED.toUpperCase().replace("X", "x"));
    const call = madeUpCall("unmoved", {
      entry: ROUTE,
      claim: { payer: LISTED },
      payment: { payer: LISTED },
    });
    call.payment.verify = () => Promise.reject(new Error("who isn't served is not verified"));
    expect(await paidCall(call)).toMatchObject({
      kind: "refused",
      by: "route",
      error: { code: "payer_not_served" },
    });
  });
});
