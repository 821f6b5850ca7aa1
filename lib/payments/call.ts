import type * as z from "zod";
import type { Background } from "../background";
import type { RouteEntry } from "../catalog/define";
import { env } from "../env";
import type { Entitlement, GuardVerdict, Handler } from "../handler";
import { clientNetwork, householdOf } from "../http/client-address";
import { randomHex, sha256Hex } from "../http/digest";
import { keys } from "../store/keys";
import { now } from "../time";
import { requestFingerprint } from "./ledger/fingerprint";
import { keptRequest } from "./ledger/kept-request";
import type { Claim } from "./ledger/ledger";
import type { Missing } from "./outcome/outcome";
import type { IncomingPayment } from "./rails/incoming-payment";
import type { Payment } from "./rails/rail";
import type { provesWallet as ProvesWallet } from "./wallet-proof/of-call";

/** One paid call as the till sees it: a request that was read, and the payment that it carries. */
export interface PaidCall<E extends RouteEntry = RouteEntry> {
  entry: E;
  handler: Handler<E>;
  input: z.output<E["input"]>;
  payment: IncomingPayment;
  claim: Claim;
  /** Asks the route's guard; null where there is none. */
  guard: (() => Promise<GuardVerdict>) | null;
  /** What the guard found this caller entitled to. */
  entitlement: Entitlement | null;
  headers: Headers;
  /** Aborted when the caller's connection ends. */
  caller: AbortSignal | null;
  receivedAt: number;
  /** How long before that its payment was first presented, where it could not be looked up then (ms); 0 of any other. */
  presentedMs: number;
  background: Background;
}

/** What it takes of a call to make its answer, whoever asks for it. */
export type Sale = Pick<
  PaidCall,
  "entry" | "handler" | "input" | "claim" | "guard" | "entitlement" | "headers" | "caller" | "receivedAt"
> & {
  payment: Pick<Payment, "key" | "payer" | "network" | "amount" | "token" | "evidence"> & {
    /** As the client brought it; left out where it is asked for later, without the payment. */
    replay?: string | null;
  };
};

/** 22 characters of base64 are 128 bits. */
const MIN_PROOF_LENGTH = 22;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * Whether a call's key proves who made it: a UUID v4, or a text as long as a random one. A shorter key could be guessed,
 * and a guessed proof reads another payer's answer; it names the call all the same.
 */
export const isProof = (key: string): boolean => UUID_V4.test(key) || key.length >= MIN_PROOF_LENGTH;

const hashOrEmpty = (secret: string | null): Promise<string> =>
  secret === null ? Promise.resolve("") : sha256Hex(secret);

/** `provesWallet` of wallet-proof/of-call.ts, which loads with the first call that brings a proof. */
const provesWallet: typeof ProvesWallet = async (headers, ...call) => {
  if (!headers.has("sign-in-with-x")) return false;
  const { provesWallet } = await import("./wallet-proof/of-call");
  return provesWallet(headers, ...call);
};

/** Makes the call of a request and its payment. Throws ApiError 400 for a proof of the wallet that is no good. */
export async function makeCall<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: {
    args: Record<string, unknown>;
    input: z.output<E["input"]>;
    idempotencyKey: string | null;
    headers: Headers;
    caller: AbortSignal;
  },
  payment: IncomingPayment,
  guard: PaidCall["guard"],
  background: Background,
): Promise<PaidCall<E> | Missing> {
  const key = request.idempotencyKey ?? payment.identifier;
  const fingerprint = await requestFingerprint(entry.path, request.args);
  const [secret, keyHash, walletProved] = await Promise.all([
    hashOrEmpty(payment.replay),
    hashOrEmpty(key),
    provesWallet(request.headers, entry, payment.payer, fingerprint),
  ]);
  if (typeof walletProved === "object") return walletProved;
  const claim: Claim = {
    paymentKey: payment.key,
    owner: randomHex(16),
    leaseMs: leaseMsOf(entry),
    fingerprint,
    secret,
    idempotency: key !== null && isProof(key) ? keyHash : "",
    entry: entry.path,
    payer: payment.payer,
    rail: payment.rail,
    walletProved,
    slots: entry.limits.slots,
    network: clientNetwork(request.headers),
    household: householdOf(request.headers),
    moves: { amount: payment.amount, asset: `${payment.network}/${payment.token?.asset ?? "USDC"}` },
    bindingKey: key === null ? null : keys.idempotency(payment.payer, keyHash, entry.path),
    request: keptRequest(request.args, request.headers),
  };
  return {
    entry,
    handler,
    input: request.input,
    payment,
    claim,
    guard,
    entitlement: null,
    headers: request.headers,
    caller: request.caller,
    ...{ receivedAt: now(), presentedMs: 0 },
    background,
  };
}

/** Time that a call of a route may take in all, in milliseconds. */
export const budgetMs = ({ limits }: Pick<RouteEntry, "limits">): number =>
  limits.budgetMs * env().CALL_BUDGET_SCALE;

/** How long a call of a route holds a payment. */
export const leaseMsOf = (entry: Pick<RouteEntry, "limits">): number =>
  budgetMs(entry) + env().LEDGER_CLAIM_GRACE_MS;

/** Milliseconds left of the route's budget. */
export const remainingMs = (call: Pick<PaidCall, "entry" | "receivedAt">): number =>
  call.receivedAt + budgetMs(call.entry) - now();
