import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { PaidCall } from "@/lib/payments/call";
import type { Claim } from "@/lib/payments/ledger/ledger";

/** A route that nobody sells, which answers with its own path. */
export const madeUpRoute = (path: string, limits: Partial<typeof DEFAULT_LIMITS> = {}) =>
  defineRoute<{ path: string }>()({
    ...{ path, method: "POST", desk: "x", tier: "raw", summary: "x", tool: null },
    input: z.strictObject({}),
    limits: { ...DEFAULT_LIMITS, ...limits },
  });
type Route = ReturnType<typeof madeUpRoute>;
export type MadeUpCall = PaidCall<Route>;

/** Of which kind a call is, and what its payment and its claim have otherwise than a good payment's first. */
interface Change {
  entry: Route;
  payment: Partial<MadeUpCall["payment"]>;
  claim?: Partial<Claim>;
}

/**
 * A call with a payment that `key` names, on a rail of which no chain is asked. It is verified and settled at once, where
 * nothing else is said.
 */
export function madeUpCall(key: string, { entry, payment, claim }: Change): MadeUpCall {
  const [payer, rail] = ["payer", "made-up"];
  return {
    entry,
    input: {},
    handler: async () => ({ answer: { path: entry.path }, effects: [] }),
    payment: {
      ...{ rail, network: "solana:x", key, payer, amount: "20000", isChallenged: false, stray: null },
      ...{ evidence: {}, replay: null, resource: null, identifier: null, knownBy: "signature" },
      objection: () => null,
      objectionToSignature: async () => null,
      hasRunOut: null,
      funds: async () => ({ kind: "shown", balance: 1_000_000n }),
      verify: async () => ({ kind: "valid", by: "made-up" }),
      settlers: async () => [],
      settle: async () => ({ kind: "settled", transaction: `transaction of ${key}` }),
      ...payment,
    },
    claim: {
      ...{ paymentKey: key, owner: crypto.randomUUID(), leaseMs: 60_000, fingerprint: entry.path },
      ...{ secret: "", idempotency: "", entry: entry.path, payer, rail, walletProved: false },
      ...{ slots: entry.limits.slots, network: "n", household: "h", bindingKey: null, request: "{}" },
      ...claim,
    },
    ...{
      caller: null,
      guard: null,
      entitlement: null,
      headers: new Headers(),
      receivedAt: Date.now(),
      presentedMs: 0,
    },
    background: (work) => void (typeof work === "function" ? work() : work).catch(() => undefined),
  };
}
