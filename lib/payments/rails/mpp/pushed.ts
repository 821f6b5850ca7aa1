import * as z from "zod";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { describe } from "@/lib/http/log";
import { rpcClient, type RpcClient } from "@/lib/chains/json-rpc";
import { isTransactionId, transactionOf } from "@/lib/chains/solana-judge";
import { LandedOtherwise, PaymentRefused } from "@/lib/payments/outcome/reasons";
import { now, sleep, timeoutSignal } from "@/lib/time";

/** A transaction that its payer has sent himself. */
export interface Pushed {
  /** The whole transaction, base64. */
  wire: string;
  /** When it landed, by the chain's clock, in milliseconds. */
  landedAt: number;
}

/** Pauses before each look: a client's node may be a moment ahead of ours. */
const WAITS_MS = [0, 500, 700, 800];
/** Longest time for all looks together. */
const LOOKS_MS = 4_000;
/** The first of two nodes leaves the second its time. */
const FIRST_OF_TWO_MS = 3_000;
/** Clients that may wait for their transaction at once in one instance; further ones get a Retry-After. */
const MAX_WAITING = 16;
let waiting = 0;

const notSeenYet = (): ApiError =>
  new ApiError(
    "payment_conflict",
    "The chain does not show this transaction yet. Send the same request with the same credential again; don't pay again.",
    { headers: retryAfter(2) },
  );

const chainUnavailable = (cause: string): ApiError =>
  new ApiError(
    "payments_unavailable",
    "Your transaction can't be looked up on chain at the moment. Send the same request with the same credential again; don't pay again.",
    { headers: retryAfter(5), cause },
  );

/** What it has paid us is found by what arrived, and listed as owed. */
const unreadable = (): LandedOtherwise =>
  new LandedOtherwise(
    new PaymentRefused(
      "unsupported_transaction_version",
      "The transaction is of a version that can't be read here. What it has paid is listed as owed; don't pay again.",
    ),
    null,
  );

async function lookUp(callRpc: RpcClient, signature: string): Promise<Pushed | null> {
  const found = await transactionOf(callRpc, signature, "confirmed");
  if (found === "unreadable") throw unreadable();
  // A node that does not know a transaction's outcome or time yet is asked again.
  if (found === null || found.meta === null || typeof found.blockTime !== "number") return null;
  if (found.meta.err !== null)
    throw new PaymentRefused(
      "settlement_failed",
      "The transaction failed on chain and moved nothing. Sign a fresh one.",
    );
  return { wire: found.transaction[0], landedAt: found.blockTime * 1000 };
}

async function poll(callRpc: RpcClient, signature: string): Promise<Pushed | null> {
  if (waiting >= MAX_WAITING) return lookUp(callRpc, signature);
  waiting += 1;
  try {
    for (const wait of WAITS_MS) {
      await sleep(wait);
      const found = await lookUp(callRpc, signature);
      if (found !== null) return found;
    }
    return null;
  } finally {
    waiting -= 1;
  }
}

/** Whether this node's chain has come past a moment (ms): only then does it know what landed until then. */
async function hasPassed(callRpc: RpcClient, moment: number): Promise<boolean> {
  const slot = z.number().parse(await callRpc("getSlot", [{ commitment: "confirmed" }]));
  const blockTime = z
    .number()
    .nullable()
    .parse(await callRpc("getBlockTime", [slot]));
  return blockTime !== null && blockTime * 1000 > moment;
}

/** By the second node what the first does not show, which may be behind, or be wrong: a payer is not asked to pay again by its word alone. */
async function find(nodes: readonly RpcClient[], signature: string, until: number): Promise<Pushed> {
  const inTime = now() <= until;
  let failure: unknown = null;
  let passed = 0;
  for (const [place, callRpc] of nodes.entries())
    try {
      const found = await (inTime && place === 0 ? poll : lookUp)(callRpc, signature);
      if (found !== null) return found;
      if (!inTime && (await hasPassed(callRpc, until))) passed += 1;
    } catch (error) {
      if (error instanceof PaymentRefused || error instanceof LandedOtherwise) throw error;
      failure = error;
    }
  if (failure !== null) throw failure;
  if (passed < nodes.length) throw notSeenYet();
  throw new PaymentRefused(
    "expired",
    "The chain holds no transaction with this signature, and its challenge has run out. Ask for a challenge and pay that.",
  );
}

/**
 * The transaction that a push names (draft-solana-charge-00 §11.2). While it can still land in time, `until` (ms), a
 * transaction that is not seen is 409: its payer may have paid, and must not be asked to pay again. Afterwards it is
 * 402, once all nodes are past that moment too. Throws ApiError 503 when one can't be asked and no other shows it.
 */
export async function findPushed(urls: readonly string[], signature: string, until: number): Promise<Pushed> {
  if (!isTransactionId(signature))
    throw new PaymentRefused("malformed_payment", "`payload.signature` is not 64 bytes in base58.");
  if (urls.length === 0) throw chainUnavailable("SOLANA_RPC_URL is not set");
  try {
    const signal = timeoutSignal(LOOKS_MS);
    const nodes = urls.map((url, place) =>
      rpcClient(url, place === 0 && urls.length > 1 ? timeoutSignal(FIRST_OF_TWO_MS) : signal),
    );
    return await find(nodes, signature, until);
  } catch (error) {
    if (error instanceof PaymentRefused || error instanceof LandedOtherwise || error instanceof ApiError)
      throw error;
    throw chainUnavailable(describe(error));
  }
}
