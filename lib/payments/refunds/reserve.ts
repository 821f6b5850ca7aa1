import { env } from "@/lib/env";
import { keys } from "@/lib/store/keys";
import type { Debt } from "../ledger/debts";
import { NOW } from "@/lib/store/redis-time";
import { SCREEN } from "../ledger/hold";
import { type PaymentRef, redisKeys, run } from "../ledger/run";
import { keptLink, UNDER_LINK } from "./under-link";

/**
 * A refund is reserved before its money is sent, so that two people can't both send it, and nobody is served meanwhile. It
 * never runs out: whether anything was sent only a person knows. It stands on the list of debts until it is recorded.
 *
 * A sale's refund waits until its block is final: nothing looks at the block any more once the sale is one that is returned.
 *
 * Its keys are those of the ledger's scripts, and the payments under its link, where it has one. `by` is who reserves, `owed` the
 * debt as JSON, `landedAt` in milliseconds, `request` what the link was read from.
 */
const RESERVE_REFUND = `${NOW}${UNDER_LINK}
local recordKey, answerKey, openKey, slotsKey, debtsKey, debtNotesKey, toConfirmKey, linkKey = unpack(KEYS)
local paymentKey, payer, by, owed, landedAt, request = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'lease', 'trust', 'refundBy', 'refundSince')
if r[1] == 'refunding' then return { 'held', r[4], r[5] } end
if r[1] == 'refunded' then return { 'twice' } end
if not r[1] and not redis.call('ZSCORE', debtsKey, paymentKey) then return { 'absent' } end
if r[1] and r[1] ~= 'settled' and r[1] ~= 'credited' then return { 'open' } end
if r[1] == 'credited' and tonumber(r[2] or '0') >= now then return { 'open' } end
if r[1] == 'settled' and (r[3] ~= 'confirmed' or redis.call('ZSCORE', toConfirmKey, paymentKey)) then return { 'unseen' } end
redis.call('HSET', recordKey, 'state', 'refunding', 'was', r[1] or '', 'payer', payer,
  'refundBy', by, 'refundSince', tostring(now))
if not r[1] then redis.call('HSET', recordKey, 'facts', owed) end
redis.call('PERSIST', recordKey)
redis.call('ZREM', openKey, paymentKey)
redis.call('ZADD', debtsKey, 'NX', landedAt, paymentKey)
redis.call('HSETNX', debtNotesKey, paymentKey, owed)
noteUnder(linkKey, request)
return { 'reserved', by, tostring(now) }
`;

/**
 * Lets go of a reservation, for who made it: one that is let go of again after a lost reply frees nobody else's. The payment
 * is what it was before: recovery tries to serve what is credited, and a sale's money is looked at again. What the screen of
 * payers holds is let go of by two operators, of whom the first is noted.
 */
const LET_GO = `${NOW}
local recordKey, answerKey, openKey, slotsKey, debtsKey, debtNotesKey, toConfirmKey, linkKey = unpack(KEYS)
local paymentKey, keyTtlSec, by = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'was', 'intentAt', 'refundBy', 'refundSince', 'releasedBy')
if r[1] ~= 'refunding' then return { 'lost' } end
if r[4] == '${SCREEN}' then
  if not r[6] then redis.call('HSET', recordKey, 'releasedBy', by) end
  if not r[6] or r[6] == by then return { 'half', r[6] or by, tostring(now) } end
  local note = cjson.decode(redis.call('HGET', debtNotesKey, paymentKey) or '{}')
  note.released = true
  redis.call('HSET', debtNotesKey, paymentKey, cjson.encode(note))
elseif r[4] ~= by then return { 'held', r[4], r[5] } end
if r[2] == '' then
  redis.call('DEL', recordKey)
  return { 'free', r[4], r[5] }
end
redis.call('HSET', recordKey, 'state', r[2])
redis.call('HDEL', recordKey, 'was', 'refundBy', 'refundSince')
redis.call('EXPIRE', recordKey, keyTtlSec)
redis.call('ZREM', debtsKey, paymentKey)
redis.call('HDEL', debtNotesKey, paymentKey)
if linkKey and redis.call('GET', linkKey) == paymentKey then redis.call('DEL', linkKey) end
if r[2] == 'credited' then redis.call('ZADD', openKey, r[3], paymentKey) else redis.call('ZADD', toConfirmKey, now, paymentKey) end
return { 'free', r[4], r[5] }
`;

/** Who is about to return a payment, and since when (ms). */
export interface Reservation {
  by: string;
  since: number;
}

const REFUSALS = ["twice", "absent", "open", "unseen", "lost"] as const;

export type Reserved =
  ({ kind: "reserved" | "held" | "half" | "free" } & Reservation) | { kind: (typeof REFUSALS)[number] };

function readReply(reply: unknown): Reserved {
  const [kind, by = "", since] = Array.isArray(reply) ? reply.map(String) : [];
  if (kind === "reserved" || kind === "held" || kind === "half" || kind === "free")
    return { kind, by, since: Number(since) };
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

/**
 * Lets go of one's own reservation, of which nothing was sent. `held`: it is somebody else's; `half`: the screen of payers holds it,
 * and another operator has to let go of it, too; `lost`: there is none.
 */
export async function letGoOfRefund(payment: PaymentRef, by: string): Promise<Reserved> {
  const { links } = await keptLink(payment.paymentKey);
  const args = [payment.paymentKey, String(env().LEDGER_KEY_TTL_SEC), by];
  return readReply(await run(LET_GO, ownKeys(payment, links), args));
}
