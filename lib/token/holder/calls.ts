import { ApiError } from "@/lib/http/api-error";
import { randomHex } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import { NOW } from "@/lib/payments/ledger/redis-time";
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
 * KEYS: the proof's nonce (string), the wallet's counts (hash: the day, a field for each kind of call). ARGV: who takes,
 * seconds for the nonce, the kind, the most of it a day, seconds for the counts.
 * In one step: a proof is used once, and no number of calls beside each other takes more than there is. The day is Redis'.
 */
const TAKE = `${NOW}
if redis.call('EXISTS', KEYS[1]) == 1 then return {'used', 0} end
local day = string.format('%d', math.floor(now / 86400000))
if redis.call('HGET', KEYS[2], 'day') ~= day then redis.call('DEL', KEYS[2]) end
local had = tonumber(redis.call('HGET', KEYS[2], ARGV[3]) or '0')
if had >= tonumber(ARGV[4]) then return {'none', had} end
redis.call('SET', KEYS[1], ARGV[1] .. ':' .. day, 'EX', ARGV[2])
redis.call('HSET', KEYS[2], 'day', day)
redis.call('HINCRBY', KEYS[2], ARGV[3], 1)
redis.call('EXPIRE', KEYS[2], ARGV[5])
return {'taken', had + 1}
`;

/**
 * KEYS as above. ARGV: who took, seconds for the nonce, the kind, how often a day. What this very call took on this very
 * day is given back, once; one whose taking is still under way will find its proof used.
 */
const GIVE_BACK = `
local by = redis.call('GET', KEYS[1])
redis.call('SET', KEYS[1], 'over', 'EX', ARGV[2])
local day = redis.call('HGET', KEYS[2], 'day')
if not by or not day or by ~= ARGV[1] .. ':' .. day then return 0 end
local back = ARGV[3] .. '-back'
if tonumber(redis.call('HGET', KEYS[2], back) or '0') >= tonumber(ARGV[4]) then return 0 end
redis.call('HINCRBY', KEYS[2], back, 1)
redis.call('HINCRBY', KEYS[2], ARGV[3], -1)
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
