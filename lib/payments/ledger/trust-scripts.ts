import { JOURNAL_LINE } from "../journal/script";
import { APPLY } from "./apply-effects";
import { NOW } from "@/lib/store/redis-time";
import { UNSEEN } from "./unseen-script";

/**
 * The list of sales whose money, or whose block, is still to be seen. SETTLED and FULFIL put them there; these scripts go
 * on from what they read, so that of two workers with one sale the second changes nothing. Times are Redis' own, in
 * milliseconds.
 */

/** So soon after a sale its own call has looked for its money; most sales that are listed for a look. */
const LOOK_MS = 20_000;
const MAX_LISTED = 50_000;

/** Puts a sale on the list: settled by somebody's word or by the chain's, it is one that a block may take back. */
export const LIST_SALE = `
local function listSale(list, now, payment)
  redis.call('ZADD', list, now + ${LOOK_MS}, payment)
  if redis.call('ZCARD', list) > ${MAX_LISTED} then redis.call('ZREM', list, redis.call('ZRANGE', list, 0, 0)[1]) end
end
`;

/**
 * The next sales whose time has come, at most so many, which nobody else gets for a while. The list is a sorted set: payment
 * keys by when to look next.
 */
export const TAKE_DUE = `${NOW}
local listKey = unpack(KEYS)
local most, heldMs = unpack(ARGV)
local due = redis.call('ZRANGE', listKey, '-inf', now, 'BYSCORE', 'LIMIT', 0, tonumber(most))
for _, key in ipairs(due) do redis.call('ZADD', listKey, 'XX', now + tonumber(heldMs), key) end
return due
`;

/**
 * Writes down what a look made of a sale. The suspects are a sorted set: payment keys by when they came under suspicion.
 * `silentKey` says that our node is silent, which one that confirms a sale is not.
 * An empty `due` takes the sale off the list. `words` are those of a journal line that corrects the sale's, as JSON; empty
 * where nothing is to be corrected.
 */
export const NOTE_TRUST = `${NOW}${APPLY}${JOURNAL_LINE}${UNSEEN}
local recordKey, listKey, suspectsKey = unpack(KEYS)
local paymentKey, trustBefore, trust, receipt, block, search, due, isSuspect, mostSuspects, journalKey, words,
  silentKey = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'trust')
if r[1] ~= 'settled' then
  redis.call('ZREM', listKey, paymentKey)
  return 'lost'
end
if (r[2] or 'believed') ~= trustBefore then return 'lost' end
redis.call('HSET', recordKey, 'trust', trust, 'receipt', receipt, 'block', block, 'search', search)
if words ~= '' then apply(journalled(journalKey, now, cjson.decode(words)), now) end
if trust == 'confirmed' then
  haveSeen(recordKey)
  redis.call('DEL', silentKey)
elseif trust == 'unbacked' then areLied(recordKey) end
if isSuspect == '1' then
  redis.call('ZADD', suspectsKey, 'NX', now, paymentKey)
  if redis.call('ZCARD', suspectsKey) > tonumber(mostSuspects) then redis.call('ZREM', suspectsKey, redis.call('ZRANGE', suspectsKey, 0, 0)[1]) end
else redis.call('ZREM', suspectsKey, paymentKey) end
if due ~= '' then redis.call('ZADD', listKey, due, paymentKey)
else
  redis.call('ZREM', listKey, paymentKey)
  redis.call('HDEL', recordKey, 'resend', 'search')
end
return 'ok'
`;

/**
 * A proof that a facilitator named a settlement that never was. The second one switches it off, unless every other
 * facilitator is off. Its proofs are a sorted set (payment keys by time), the switches a hash, in which `switch` holds `note`
 * then. Behind the named arguments stand the switches of all other facilitators.
 */
export const PROVE_LIE = `${NOW}
local proofsKey, switchesKey = unpack(KEYS)
local paymentKey, switch, note, mostProofs = unpack(ARGV)
if redis.call('ZCARD', proofsKey) < tonumber(mostProofs) then redis.call('ZADD', proofsKey, now, paymentKey) end
if redis.call('ZCARD', proofsKey) < 2 or redis.call('HGET', switchesKey, switch) then return 'noted' end
for i = 5, #ARGV do
  if not redis.call('HGET', switchesKey, ARGV[i]) then
    redis.call('HSET', switchesKey, switch, note)
    return 'out'
  end
end
return 'last'
`;
