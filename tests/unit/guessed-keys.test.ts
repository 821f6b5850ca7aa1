import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Claim } from "@/lib/payments/ledger/ledger";
import type * as paidCallModule from "@/lib/payments/paid-call";
import { type MadeUpCall, madeUpCall, madeUpRoute } from "../support/made-up-call";
import { startMadeUpTill } from "../support/made-up-till";

/** A payer's short idempotency key, which others can guess, and a payment of theirs that others can read on the chain. */

const ROUTE = madeUpRoute("/api/keyed");
const BINDING = "binding of a short key";

let endTill: () => Promise<void>;
let paidCall: typeof paidCallModule.paidCall;

beforeAll(async () => {
  endTill = await startMadeUpTill();
  vi.stubEnv("LEDGER_CREDIT_WAIT_MS", "0");
  vi.doMock("@/lib/payments/rails/incoming-payment", () => ({
    lookup: async () => ({ kind: "moved", transaction: "t", at: Date.now() - 5_000 }),
  }));
  vi.doMock("@/lib/payments/contract-budget", () => ({ waitForContractQuestion: async () => 0 }));
  ({ paidCall } = await import("@/lib/payments/paid-call"));
  const { noteEpoch } = await import("@/lib/payments/ledger/epoch");
  await noteEpoch();
  vi.setSystemTime(Date.now() + 60_000);
  expect(await paidCall(keyed("first", {}))).toMatchObject({ kind: "sold" });
});
afterAll(() => endTill());

/** A call under that key; each has a replay token of its own. */
const keyed = (
  key: string,
  claim: Partial<Claim>,
  payment: Partial<MadeUpCall["payment"]> = {},
): MadeUpCall =>
  madeUpCall(key, {
    entry: ROUTE,
    payment,
    claim: { bindingKey: BINDING, secret: `token of ${key}`, ...claim },
  });

/** One that others have sent, as the facilitator says and the chain shows. */
const landed = (
  key: string,
  claim: Partial<Claim>,
  payment: Partial<MadeUpCall["payment"]> = {},
): MadeUpCall =>
  keyed(key, claim, {
    knownBy: "verification",
    verify: async () => ({ kind: "already-used", detail: "" }),
    ...payment,
  });

const NOT_PROVED = { kind: "conflict", why: "not proved" };
const REPLAYED = { kind: "replayed", entry: ROUTE.path };

it("read no answer together", async () => {
  expect(await paidCall(landed("read on the chain", {}))).toMatchObject(NOT_PROVED);
});

it("read none either where the payment is an old one, whose signature is good", async () => {
  const hasRunOut = async (): Promise<boolean> => true;
  expect(await paidCall(keyed("old", {}, { hasRunOut }))).toMatchObject(NOT_PROVED);
});

it("read the answer for who proves the wallet, the first call or a challenge, and for a payment of the payer's own", async () => {
  expect(await paidCall(landed("by wallet", { walletProved: "for this request" }))).toMatchObject(REPLAYED);
  expect(await paidCall(landed("by token", { secret: "token of first" }))).toMatchObject(REPLAYED);
  expect(await paidCall(landed("by challenge", {}, { isChallenged: true }))).toMatchObject(REPLAYED);
  expect(await paidCall(keyed("own", {}))).toMatchObject(REPLAYED);
  expect(await paidCall(keyed("own too", {}, { hasRunOut: async () => false }))).toMatchObject(REPLAYED);
});
