import type * as z from "zod";
import type { RouteEntry } from "@/lib/catalog/define";
import type { GuardVerdict, Handler } from "@/lib/handler";
import { randomHex } from "@/lib/http/digest";
import { parseRequest } from "@/lib/payments/answers/route-function";
import { leaseMsOf } from "@/lib/payments/call";
import { serveTakenOver } from "@/lib/payments/credited";
import { begin, type Claim } from "@/lib/payments/ledger/ledger";
import { inspect, type Inspected } from "@/lib/payments/ledger/inspect";
import { readKeptRequest } from "@/lib/payments/ledger/kept-request";
import { conflict, heldByAnother, type Outcome } from "@/lib/payments/outcome/outcome";
import type { Facts, Payment, Receipt } from "@/lib/payments/rails/rail";
import { now } from "@/lib/time";

/** The record's own claim: recovery comes for whoever it is bound to, and proves nothing of a wallet. */
const claimOf = (entry: RouteEntry, record: Inspected): Claim => ({
  ...{ paymentKey: record.paymentKey, owner: randomHex(16), leaseMs: leaseMsOf(entry) },
  ...{ fingerprint: record.fingerprint, secret: "", idempotency: "", entry: entry.path },
  // Whose secret it is that nobody but its buyer knows, the record says.
  ...{ payer: record.payer, rail: record.rail, walletProved: "for reading", slots: entry.limits.slots },
  ...{ network: "", household: "" }, // it takes no slot
  bindingKey: record.bindingKey === "" ? null : record.bindingKey,
  request: record.request,
});

/** What the recovery of a route's credited payments takes of it. */
export interface Served<E extends RouteEntry> {
  entry: E;
  handler: Handler<E>;
  guard: ((input: z.output<E["input"]>) => Promise<GuardVerdict>) | null;
}

/**
 * Serves a credited payment whose client did not come back, by what its record keeps of its request; the answer waits
 * to be replayed. Throws what the store throws.
 */
export async function serveRecorded<E extends RouteEntry>(
  { entry, handler, guard }: Served<E>,
  paymentKey: string,
  request: Request,
): Promise<Outcome> {
  const record = await inspect(paymentKey);
  if (record?.state !== "credited" || record.entry !== entry.path) return conflict("other request");
  const { args, noted } = readKeptRequest(record.request);
  const { input, headers } = parseRequest(entry, request, args);
  const claim = claimOf(entry, record);
  const begun = await begin(claim, { claim: false, resume: true });
  if (begun.kind !== "taken-over" || begun.record.state !== "credited") return heldByAnother;
  const { network, payer, amount, token } = JSON.parse(record.facts) as Facts; // written by creditMoved from that type
  const sale = {
    ...{ entry, handler, input, claim, caller: null, entitlement: null, receivedAt: now() },
    headers: new Headers([...headers, ...noted]),
    guard: guard && (() => guard(input)),
    payment: {
      ...{ key: paymentKey, payer, network, amount, ...(token && { token }) },
      evidence: JSON.parse(record.evidence) as Payment["evidence"], // written from that type
    },
  };
  const receipt = JSON.parse(begun.record.receipt) as Receipt; // written from that type
  const came = await serveTakenOver(sale, receipt);
  return came.kind === "bound elsewhere" ? conflict("key bound") : came;
}
