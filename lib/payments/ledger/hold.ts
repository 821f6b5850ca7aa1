import { keys } from "@/lib/store/keys";
import { NOW } from "@/lib/store/redis-time";
import { type Debt, isRemembered, MAX_DEBTS } from "./debts";
import { redisKeys, run } from "./run";

/** In whose name a transfer is held that the screen of payers has found. No operator can be called so by mistake. */
export const SCREEN = "the screen of payers";

/**
 * Holds a transfer that has no record: as a refund that the screen has reserved, so that nobody is served with it and nobody sends
 * it back. It stands on the list of debts. `released`: operators have released it before, and it stays so.
 */
const HOLD = `${NOW}
local recordKey, answerKey, openKey, slotsKey, debtsKey, debtNotesKey = unpack(KEYS)
local paymentKey, payer, owed, landedAt, mostDebts = unpack(ARGV)
if redis.call('EXISTS', recordKey) == 1 then return 'known' end
local note = redis.call('HGET', debtNotesKey, paymentKey)
if note and cjson.decode(note).released then return 'released' end
if not note and redis.call('ZCARD', debtsKey) >= tonumber(mostDebts) then return 'full' end
redis.call('HSET', recordKey, 'state', 'refunding', 'was', '', 'payer', payer, 'facts', owed,
  'refundBy', '${SCREEN}', 'refundSince', tostring(now))
redis.call('ZADD', debtsKey, 'NX', landedAt, paymentKey)
redis.call('HSETNX', debtNotesKey, paymentKey, owed)
return 'held'
`;

const REPLIES = ["held", "known", "released", "full"] as const;

/**
 * Holds a transfer of a payer who isn't served. `known`: it has a record by now; `full`: the list of debts is. `forgotten`: it
 * may have been sold for before the ledger remembers. Throws when the store can't be reached.
 */
export async function holdTransfer(
  paymentKey: string,
  debt: Debt,
): Promise<(typeof REPLIES)[number] | "forgotten"> {
  const { payer, at } = debt;
  if (!(await isRemembered(debt))) return "forgotten";
  const own = [...redisKeys({ paymentKey, payer }), keys.debts(), keys.debtNotes()];
  const args = [paymentKey, payer, JSON.stringify(debt), String(at), String(MAX_DEBTS)];
  const reply = await run(HOLD, own, args);
  const known = REPLIES.find((one) => one === reply);
  if (known === undefined) throw new Error("the ledger answered something else than it should");
  return known;
}
