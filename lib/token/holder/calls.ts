import { ApiError } from "@/lib/http/api-error";
import { randomHex } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import { NOW } from "@/lib/store/redis-time";
import { run } from "@/lib/payments/ledger/run";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { dayOf } from "@/lib/payments/token/market";
import { PROOF_REMEMBERED_SEC, proofUsed } from "@/lib/payments/wallet-proof/consume";
import type { WalletProof } from "@/lib/payments/wallet-proof/read";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";

/** What holders call for nothing, so many times a UTC day. */
export type FreeCalls = "raw" | "audits";

/** Whoever has this much that came to nothing on a day has used up what came to nothing, too. */
const MOST_BACK = 10;
/** A day's counts are of no use after it. */
const KEPT_SEC = 2 * 86_400;

/**
 * Takes one call of a kind, in one step: a proof is used once, and no number of calls beside each other takes more than there
 * is. The wallet's counts are a hash: the day, by Redis' clock, and a field for each kind of call.
 */
const TAKE = `${NOW}
local nonceKey, countsKey = unpack(KEYS)
local taker, nonceTtlSec, kind, most, countsTtlSec = unpack(ARGV)
if redis.call('EXISTS', nonceKey) == 1 then return {'used', 0} end
local day = string.format('%d', math.floor(now / 86400000))
if redis.call('HGET', countsKey, 'day') ~= day then redis.call('DEL', countsKey) end
local had = tonumber(redis.call('HGET', countsKey, kind) or '0')
if had >= tonumber(most) then return {'none', had} end
redis.call('SET', nonceKey, taker .. ':' .. day, 'EX', nonceTtlSec)
redis.call('HSET', countsKey, 'day', day)
redis.call('HINCRBY', countsKey, kind, 1)
redis.call('EXPIRE', countsKey, countsTtlSec)
return {'taken', had + 1}
`;

/**
 * Gives back, once, what this very call took on this very day. A call whose taking is still under way will find its proof
 * used.
 */
const GIVE_BACK = `
local nonceKey, countsKey = unpack(KEYS)
local taker, nonceTtlSec, kind, mostBack = unpack(ARGV)
local by = redis.call('GET', nonceKey)
redis.call('SET', nonceKey, 'over', 'EX', nonceTtlSec)
local day = redis.call('HGET', countsKey, 'day')
if not by or not day or by ~= taker .. ':' .. day then return 0 end
local back = kind .. '-back'
if tonumber(redis.call('HGET', countsKey, back) or '0') >= tonumber(mostBack) then return 0 end
redis.call('HINCRBY', countsKey, back, 1)
redis.call('HINCRBY', countsKey, kind, -1)
return 1
`;

/** One call that a holder may make for nothing. */
export interface Taken {
  /** Names it. */
  id: string;
  /** The call came to nothing. Never rejects. */
  giveBack(): Promise<void>;
}

/**
 * Uses a holder's proof up and takes one of the day's free calls; null when none is left, which leaves the proof as it
 * was. Throws ApiError 400 for a proof that was used before, and 503.
 */
export async function takeFreeCall(
  { address, nonce }: WalletProof,
  kind: FreeCalls,
  most: number,
): Promise<Taken | null> {
  const id = randomHex(16);
  const redisKeys = [keys.proofNonce(address, nonce), keys.holderCalls(address)];
  const remembered = String(PROOF_REMEMBERED_SEC);
  const giveBack = async (): Promise<void> => {
    await run(GIVE_BACK, redisKeys, [id, remembered, kind, String(MOST_BACK)]).catch((error: unknown) =>
      log.warn("free_call_not_given_back", { why: describe(error) }),
    );
  };
  const reply = await fromLedger(
    run(TAKE, redisKeys, [id, remembered, kind, String(most), String(KEPT_SEC)]),
  ).catch(async (error: unknown) => {
    await giveBack(); // it may have been taken although the reply was lost
    throw error;
  });
  const [came] = Array.isArray(reply) ? reply.map(String) : [];
  if (came === "used") throw proofUsed();
  if (came === "none") return null;
  if (came !== "taken") throw new ApiError("internal_error", "The service failed. Try again.");
  return { id, giveBack };
}

/** How many free calls a wallet has made on this UTC day, of each kind. Throws ApiError 503. */
export async function freeCallsOf(wallet: string, now: number): Promise<Record<FreeCalls, number>> {
  const fields = ["day", "raw", "audits"] as const;
  // A list, since nothing is read into objects by the store's client.
  const reply: unknown = await fromLedger(ledgerStore().hmget(keys.holderCalls(wallet), ...fields));
  const [day, raw, audits] = Array.isArray(reply) ? reply.map((value) => Number(value ?? 0)) : [];
  return day === dayOf(now) ? { raw: raw ?? 0, audits: audits ?? 0 } : { raw: 0, audits: 0 };
}
