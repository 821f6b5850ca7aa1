import type * as z from "zod";
import type { RouteEntry } from "../catalog/define";
import { env } from "../env";
import type { Handler } from "../handler";
import { ApiError } from "../http/api-error";
import { randomHex, sha256Hex } from "../http/digest";
import { keys } from "../store/keys";
import { now } from "../time";
import { requestFingerprint } from "./ledger/fingerprint";
import type { Claim } from "./ledger/ledger";
import type { IncomingPayment } from "./rails/incoming-payment";
import { unavailable } from "./replies";
import { consumeProof } from "./wallet-proof/consume";
import { readWalletProof } from "./wallet-proof/read";

/** One paid call as the till sees it: a request that was read, and the payment that it carries. */
export interface PaidCall<E extends RouteEntry = RouteEntry> {
  entry: E;
  handler: Handler<E>;
  input: z.output<E["input"]>;
  payment: IncomingPayment;
  claim: Claim;
  /** Where the caller's idempotency key is bound, or null without one. */
  bindingKey: string | null;
  headers: Headers;
  receivedAt: number;
  background: (work: Promise<unknown>) => void;
}

/** A shorter key could be guessed, and a guessed proof reads another payer's answer. */
export const MIN_PROOF_LENGTH = 16;

const hashOrEmpty = (secret: string | null): Promise<string> =>
  secret === null ? Promise.resolve("") : sha256Hex(secret);

/**
 * Whether the caller proved to hold the paying wallet. The proof is used up by that. Throws ApiError 400 for a proof
 * that is malformed, invalid, used before or of another wallet, and what the store throws.
 */
async function provesWallet(headers: Headers, path: string, payer: string): Promise<boolean> {
  const proof = await readWalletProof(headers, { origin: env().PUBLIC_ORIGIN, path, now: new Date(now()) });
  if (proof === null) return false;
  if (proof.address !== payer)
    throw new ApiError("invalid_request", "SIGN-IN-WITH-X is signed by another wallet than the paying one.");
  await consumeProof(proof).catch((error: unknown) => {
    throw error instanceof ApiError ? error : unavailable.store(error);
  });
  return true;
}

export async function makeCall<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: {
    args: Record<string, unknown>;
    input: z.output<E["input"]>;
    idempotencyKey: string | null;
    headers: Headers;
  },
  payment: IncomingPayment,
  background: (work: Promise<unknown>) => void,
): Promise<PaidCall<E>> {
  const key = request.idempotencyKey ?? payment.identifier;
  const [fingerprint, secret, keyHash, walletProved] = await Promise.all([
    requestFingerprint(entry.path, request.args),
    hashOrEmpty(payment.replay),
    hashOrEmpty(key),
    provesWallet(request.headers, entry.path, payment.payer),
  ]);
  const claim: Claim = {
    paymentKey: payment.key,
    owner: randomHex(16),
    leaseMs: budgetMs(entry) + env().LEDGER_CLAIM_GRACE_MS,
    fingerprint,
    secret,
    idempotency: key !== null && key.length >= MIN_PROOF_LENGTH ? keyHash : "",
    entry: entry.path,
    payer: payment.payer,
    rail: payment.rail,
    walletProved,
  };
  const bindingKey = key === null ? null : keys.idempotency(payment.payer, keyHash, entry.path);
  return {
    entry,
    handler,
    input: request.input,
    payment,
    claim,
    bindingKey,
    headers: request.headers,
    receivedAt: now(),
    background,
  };
}

/** Time that a call of a route may take in all, in milliseconds. */
export const budgetMs = ({ limits }: Pick<RouteEntry, "limits">): number =>
  limits.budgetMs * env().CALL_BUDGET_SCALE;

/** Milliseconds left of the route's budget. */
export const remainingMs = (call: PaidCall): number => call.receivedAt + budgetMs(call.entry) - now();
