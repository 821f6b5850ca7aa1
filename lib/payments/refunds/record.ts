import { env } from "@/lib/env";
import { keys } from "@/lib/store/keys";
import { JOURNAL_LINE } from "../journal/script";
import { correction } from "../journal/line";
import { APPLY } from "../ledger/apply-effects";
import type { Debt } from "../ledger/debts";
import { NOW } from "@/lib/store/redis-time";
import { redisKeys, run } from "../ledger/run";
import { keptLink, UNDER_LINK } from "./under-link";

/**
 * The payment is refunded: no answer is due any more, and none is given. `open`: a payment whose outcome is open, or that a
 * worker holds, may be served yet. A transaction refunds one payment of each wallet that it paid. What the payment was for
 * stays known.
 * The money is gone by now, so the refund counts whether it was reserved or not. But a sale whose own money is still to be
 * seen, or is disputed, stays until that is known: it would be forgotten who lied of it, or that the chain dropped its block.
 *
 * Its keys are those of the ledger's scripts, the refunds (hash: `paidWallet`, which is the transaction and the wallet that
 * it paid, to payment key) and the payments under its link, where it has one. `words` are those of the journal's line, as JSON;
 * `request` is what the link was read from.
 */
const REFUND = `${NOW}${APPLY}${JOURNAL_LINE}${UNDER_LINK}
local recordKey, answerKey, openKey, slotsKey, refundsKey, debtsKey, debtNotesKey, toConfirmKey, linkKey = unpack(KEYS)
local paymentKey, transaction, payer, keyTtlSec, journalKey, words, paidWallet, request = unpack(ARGV)
local used = redis.call('HGET', refundsKey, paidWallet)
if used then return used == paymentKey and 'refunded' or 'used' end
local r = redis.call('HMGET', recordKey, 'state', 'lease', 'trust')
if r[1] == 'refunded' then return 'twice' end
if not r[1] and not redis.call('ZSCORE', debtsKey, paymentKey) then return 'absent' end
if r[1] and r[1] ~= 'settled' and r[1] ~= 'credited' and r[1] ~= 'refunding' then return 'open' end
if r[1] == 'credited' and tonumber(r[2] or '0') >= now then return 'open' end
if r[1] == 'settled' and (r[3] == 'disputed' or redis.call('ZSCORE', toConfirmKey, paymentKey)) then return 'unseen' end
local note = redis.call('HGET', debtNotesKey, paymentKey)
if note then redis.call('HSETNX', recordKey, 'facts', note) end
noteUnder(linkKey, request)
redis.call('HSET', refundsKey, paidWallet, paymentKey)
redis.call('HSET', recordKey, 'state', 'refunded', 'payer', payer, 'refund', transaction, 'refundedAt', tostring(now))
redis.call('HDEL', recordKey, 'owner', 'lease', 'request', 'key', 'was', 'refundBy', 'refundSince')
redis.call('EXPIRE', recordKey, keyTtlSec)
redis.call('DEL', answerKey)
redis.call('ZREM', openKey, paymentKey)
redis.call('ZREM', debtsKey, paymentKey)
redis.call('HDEL', debtNotesKey, paymentKey)
apply(journalled(journalKey, now, cjson.decode(words)), now)
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
