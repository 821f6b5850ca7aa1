import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Claim } from "@/lib/payments/ledger/ledger";
import type * as paidCallModule from "@/lib/payments/paid-call";
import { type MadeUpCall, madeUpCall, madeUpRoute } from "../support/made-up-call";
import { startMadeUpTill } from "../support/made-up-till";

/** What a transfer buys that reached us under another memo than its challenge's, once its wallet is proved. */

const CHEAP = madeUpRoute("/api/cheap");
const DEAR = madeUpRoute("/api/dear");

let endTill: () => Promise<void>;
let paidCall: typeof paidCallModule.paidCall;
let debts: () => Promise<unknown[]>;

beforeAll(async () => {
  endTill = await startMadeUpTill();
  ({ paidCall } = await import("@/lib/payments/paid-call"));
  const store = (await import("@/lib/store/redis")).ledgerStore();
  const { keys } = await import("@/lib/store/keys");
  const { noteEpoch } = await import("@/lib/payments/ledger/epoch");
  await noteEpoch();
  debts = () => store.zrange(keys.debts(), 0, -1);
});
afterAll(() => endTill());
beforeEach(() => void vi.setSystemTime(Date.now() + 3_600_000));

/** A stray that came by a challenge for `paid`, as it is brought to `entry`. */
const bring = (
  key: string,
  paid: typeof CHEAP,
  entry: typeof CHEAP,
  walletProved: Claim["walletProved"] = "for this request",
): MadeUpCall =>
  madeUpCall(key, {
    entry,
    claim: { walletProved },
    payment: {
      stray: { kind: "moved", transaction: `transaction of ${key}`, at: Date.now() - 5_000 },
      resource: `https://svc.example${paid.path}`,
      knownBy: "chain",
      objection: () => ({ reason: "payment_rejected", message: "another memo" }),
      verify: () => Promise.reject(new Error("what has moved is not verified")),
      settle: () => Promise.reject(new Error("what has moved is not settled")),
    },
  });

const STRAY = { kind: "conflict", why: "stray" };

it("is its own route's answer", async () => {
  expect(await paidCall(bring("own", CHEAP, CHEAP, false))).toMatchObject(STRAY);
  expect(await paidCall(bring("own", CHEAP, CHEAP))).toMatchObject({ kind: "sold", entry: CHEAP.path });
  expect(await debts()).not.toContain("own");
});

it("is no other route's, whose price nobody paid, and stays owed", async () => {
  expect(await paidCall(bring("other", CHEAP, DEAR))).toMatchObject(STRAY);
  expect(await debts()).toContain("other");
  expect(await paidCall(bring("other", CHEAP, CHEAP))).toMatchObject({ kind: "sold", entry: CHEAP.path });
});

it("is no other route's either while it is credited and nothing was served for it", async () => {
  const call = bring("credited", CHEAP, CHEAP);
  call.handler = () => Promise.reject(new Error("out of order"));
  expect(await paidCall(call)).toMatchObject({ kind: "unavailable" });
  expect(await paidCall(bring("credited", CHEAP, DEAR))).toMatchObject({
    kind: "conflict",
    why: "credited elsewhere", // to prove the wallet again would not help
  });
  // Another request of the same route is.
  const other = bring("credited", CHEAP, CHEAP);
  other.claim.fingerprint = "another question";
  expect(await paidCall(other)).toMatchObject({ kind: "sold", entry: CHEAP.path });
});

it("was sold once, whoever comes with it", async () => {
  await paidCall(bring("sold", CHEAP, CHEAP));
  expect(await paidCall(bring("sold", CHEAP, DEAR))).toMatchObject({
    kind: "conflict",
    why: "other request",
  });
});
