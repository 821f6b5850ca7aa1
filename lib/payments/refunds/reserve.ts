import { env } from "@/lib/env";
import { keys } from "@/lib/store/keys";
import type { Debt } from "../ledger/debts";
import { NOW } from "../ledger/redis-time";
import { type PaymentRef, redisKeys, run } from "../ledger/run";
import { keptLink, UNDER_LINK } from "./under-link";

/**
 * A refund is reserved before its money is sent, so that two people can't both send it, and nobody is served meanwhile. It
 * never runs out: whether anything was sent only a person knows. It stands on the list of debts until it is recorded.
 *
 * A sale's refund waits until its block is final: nothing looks at the block any more once the sale is one that is returned.
 *
 * KEYS: as in every script of the ledger (record, answer, open payments, slots), then the debts (sorted set), what is known of each
 * (hash) and the sales whose money or block is still to be seen (sorted set), and the payments under its link (sorted set), where
 * it has one. ARGV: paymentKey, payer, by whom, what is owed (JSON), since when (ms), the request that the link was read from.
 */
const RESERVE_REFUND = `${NOW}${UNDER_LINK}
local r = redis.call('HMGET', KEYS[1], 'state', 'lease', 'trust', 'refundBy', 'refundSince')
if r[1] == 'refunding' then return { 'held', r[4], r[5] } end
if r[1] == 'refunded' then return { 'twice' } end
if not r[1] and not redis.call('ZSCORE', KEYS[5], ARGV[1]) then return { 'absent' } end
if r[1] and r[1] ~= 'settled' and r[1] ~= 'credited' then return { 'open' } end
if r[1] == 'credited' and tonumber(r[2] or '0') >= now then return { 'open' } end
if r[1] == 'settled' and (r[3] ~= 'confirmed' or redis.call('ZSCORE', KEYS[7], ARGV[1])) then return { 'unseen' } end
redis.call('HSET', KEYS[1], 'state', 'refunding', 'was', r[1] or '', 'payer', ARGV[2],
  'refundBy', ARGV[3], 'refundSince', tostring(now))
if not r[1] then redis.call('HSET', KEYS[1], 'facts', ARGV[4]) end
redis.call('PERSIST', KEYS[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZADD', KEYS[5], 'NX', ARGV[5], ARGV[1])
redis.call('HSETNX', KEYS[6], ARGV[1], ARGV[4])
noteUnder(KEYS[8], ARGV[6], now)
return { 'reserved', ARGV[3], tostring(now) }
`;

/**
 * Only for who reserved it: whoever says it again after its reply got lost frees nobody else's. The payment is what it was
 * before: recovery tries to serve what is credited, and a sale's money is looked at again.
 * KEYS: as above. ARGV: paymentKey, keyTtlSec, by whom.
 */
const LET_GO = `${NOW}
local r = redis.call('HMGET', KEYS[1], 'state', 'was', 'intentAt', 'refundBy', 'refundSince')
if r[1] ~= 'refunding' then return { 'lost' } end
if r[4] ~= ARGV[3] then return { 'held', r[4], r[5] } end
if r[2] == '' then
  redis.call('DEL', KEYS[1])
  return { 'free', r[4], r[5] }
end
redis.call('HSET', KEYS[1], 'state', r[2])
redis.call('HDEL', KEYS[1], 'was', 'refundBy', 'refundSince')
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('ZREM', KEYS[5], ARGV[1])
redis.call('HDEL', KEYS[6], ARGV[1])
if KEYS[8] then redis.call('ZREM', KEYS[8], ARGV[1]) end
if r[2] == 'credited' then redis.call('ZADD', KEYS[3], r[3], ARGV[1]) else redis.call('ZADD', KEYS[7], now, ARGV[1]) end
return { 'free', r[4], r[5] }
`;

/** Who is about to return a payment, and since when (ms). */
export interface Reservation {
  by: string;
  since: number;
}

const REFUSALS = ["twice", "absent", "open", "unseen", "lost"] as const;

export type Reserved =
  ({ kind: "reserved" | "held" | "free" } & Reservation) | { kind: (typeof REFUSALS)[number] };

function readReply(reply: unknown): Reserved {
  const [kind, by = "", since] = Array.isArray(reply) ? reply.map(String) : [];
  if (kind === "reserved" || kind === "held" || kind === "free") return { kind, by, since: Number(since) };
  const refused = REFUSALS.find((one) => one === kind);
  if (refused === undefined) throw new Error("the ledger answered something else than it should");
  return { kind: refused };
}

const ownKeys = (payment: PaymentRef, links: readonly string[]): string[] => [
  ...redisKeys(payment),
  ...[keys.debts(), keys.debtNotes(), keys.toConfirm()],
  ...links,
];

/**
 * Reserves the refund of a payment that has moved. `held`: somebody else has; `twice`: it is refunded; `open`: it may be served yet;
 * `unseen`: it is a sale whose money was not seen in a final block, so that there may be nothing to return.
 */
export async function reserveRefund(paymentKey: string, owed: Debt, by: string): Promise<Reserved> {
  const { request, links } = await keptLink(paymentKey);
  const args = [paymentKey, owed.payer, by, JSON.stringify(owed), String(owed.at), request];
  return readReply(await run(RESERVE_REFUND, ownKeys({ paymentKey, payer: owed.payer }, links), args));
}

/** Lets go of one's own reservation, of which nothing was sent. `held`: it is somebody else's; `lost`: there is none. */
export async function letGoOfRefund(payment: PaymentRef, by: string): Promise<Reserved> {
  const { links } = await keptLink(payment.paymentKey);
  const args = [payment.paymentKey, String(env().LEDGER_KEY_TTL_SEC), by];
  return readReply(await run(LET_GO, ownKeys(payment, links), args));
}
