import { env } from "@/lib/env";
import { keys } from "@/lib/store/keys";
import { JOURNAL_LINE } from "../journal/script";
import { correction } from "../journal/line";
import { APPLY } from "../ledger/apply-effects";
import type { Debt } from "../ledger/debts";
import { NOW } from "../ledger/redis-time";
import { redisKeys, run } from "../ledger/run";
import { keptLink, UNDER_LINK } from "./under-link";

/**
 * The payment is refunded: no answer is due any more, and none is given. A payment whose outcome is open is refused, for it
 * may be served yet; so is one that a worker holds. A transaction refunds one payment of each wallet that it paid. What it was
 * paid for stays known.
 * The money is gone by now, so it counts whether it was reserved or not; but a sale whose own money is still to be seen, or is
 * disputed, stays open until that is known: who lied of it, or what the chain has dropped, would be forgotten with it.
 *
 * KEYS: as in every script of the ledger (record, answer, open payments, slots), then the refunds by their
 * transaction and wallet (hash), the debts (sorted set), what is known of each (hash) and the sales whose money or block is still to be seen
 * (sorted set), and the payments under its link (sorted set), where it has one.
 * ARGV: paymentKey, the refund's transaction, payer, keyTtlSec, the journal's key, the words of its line,
 * the transaction and the wallet that it paid, the request that the link was read from.
 */
const REFUND = `${NOW}${APPLY}${JOURNAL_LINE}${UNDER_LINK}
local used = redis.call('HGET', KEYS[5], ARGV[7])
if used then return used == ARGV[1] and 'refunded' or 'used' end
local r = redis.call('HMGET', KEYS[1], 'state', 'lease', 'trust')
if r[1] == 'refunded' then return 'twice' end
if not r[1] and not redis.call('ZSCORE', KEYS[6], ARGV[1]) then return 'absent' end
if r[1] and r[1] ~= 'settled' and r[1] ~= 'credited' and r[1] ~= 'refunding' then return 'open' end
if r[1] == 'credited' and tonumber(r[2] or '0') >= now then return 'open' end
if r[1] == 'settled' and (r[3] == 'disputed' or redis.call('ZSCORE', KEYS[8], ARGV[1])) then return 'unseen' end
local note = redis.call('HGET', KEYS[7], ARGV[1])
if note then redis.call('HSETNX', KEYS[1], 'facts', note) end
noteUnder(KEYS[9], ARGV[8], now)
redis.call('HSET', KEYS[5], ARGV[7], ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'refunded', 'payer', ARGV[3], 'refund', ARGV[2], 'refundedAt', tostring(now))
redis.call('HDEL', KEYS[1], 'owner', 'lease', 'request', 'key', 'was', 'refundBy', 'refundSince')
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('DEL', KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[6], ARGV[1])
redis.call('HDEL', KEYS[7], ARGV[1])
apply(journalled(ARGV[5], now, cjson.decode(ARGV[6])), now)
return 'refunded'
`;

/** A wallet in its one spelling. */
export const sameWallet = (payer: string): string => (payer.startsWith("0x") ? payer.toLowerCase() : payer);

const REPLIES = ["refunded", "used", "twice", "absent", "open", "unseen"] as const;
export type Recorded = (typeof REPLIES)[number];

/**
 * Records a refund that the chain has shown. `used`: that transaction refunds another payment of this wallet; `twice`: another one has
 * refunded this payment; `absent`: nobody knows such a payment; `open`: it may be served yet; `unseen`: its own money is still to
 * be seen in a final block, or disputed.
 */
export async function recordRefund(
  paymentKey: string,
  { payer, network, amount, transaction: paidBy }: Omit<Debt, "at">,
  transaction: string,
): Promise<Recorded> {
  const line = correction({
    ...{ state: "refunded", network, payer, transaction },
    ...{ amount: `-${amount}`, corrects: paidBy },
  });
  const { request, links } = await keptLink(paymentKey);
  const own = [keys.refunds(), keys.debts(), keys.debtNotes(), keys.toConfirm(), ...links];
  const args = [
    ...[paymentKey, transaction, payer, String(env().LEDGER_KEY_TTL_SEC)],
    ...[keys.journal(), JSON.stringify(line), `${transaction} ${sameWallet(payer)}`, request],
  ];
  const reply = await run(REFUND, [...redisKeys({ paymentKey, payer }), ...own], args);
  const known = REPLIES.find((one) => one === reply);
  if (known === undefined) throw new Error("the ledger answered something else than it should");
  return known;
}
