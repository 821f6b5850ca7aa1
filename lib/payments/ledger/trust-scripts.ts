import { JOURNAL_LINE } from "../journal/script";
import { APPLY } from "./apply-effects";
import { NOW } from "./redis-time";

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
 * The next sales whose time has come, which nobody else gets for a while. KEYS[1] is the list (sorted set: payment keys
 * by when to look next). ARGV: how many, heldMs.
 */
export const TAKE_DUE = `${NOW}
local due = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, tonumber(ARGV[1]))
for _, key in ipairs(due) do redis.call('ZADD', KEYS[1], 'XX', now + tonumber(ARGV[2]), key) end
return due
`;

/**
 * What a look made of a sale. KEYS: record, list, suspects (sorted set: payment keys by when they came under suspicion).
 * ARGV: paymentKey, trust as it was, trust, receipt, block, search, due (empty: off the list), isSuspect, most suspects,
 * journal, the words of a line that corrects the sale's (as JSON, empty where nothing is to be corrected).
 */
export const NOTE_TRUST = `${NOW}${APPLY}${JOURNAL_LINE}
local r = redis.call('HMGET', KEYS[1], 'state', 'trust')
if r[1] ~= 'settled' then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return 'lost'
end
if (r[2] or 'believed') ~= ARGV[2] then return 'lost' end
redis.call('HSET', KEYS[1], 'trust', ARGV[3], 'receipt', ARGV[4], 'block', ARGV[5], 'search', ARGV[6])
if ARGV[11] ~= '' then apply(journalled(ARGV[10], now, cjson.decode(ARGV[11])), now) end
if ARGV[8] == '1' then
  redis.call('ZADD', KEYS[3], 'NX', now, ARGV[1])
  if redis.call('ZCARD', KEYS[3]) > tonumber(ARGV[9]) then redis.call('ZREM', KEYS[3], redis.call('ZRANGE', KEYS[3], 0, 0)[1]) end
else redis.call('ZREM', KEYS[3], ARGV[1]) end
if ARGV[7] ~= '' then redis.call('ZADD', KEYS[2], ARGV[7], ARGV[1])
else
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('HDEL', KEYS[1], 'resend', 'search')
end
return 'ok'
`;

/**
 * A proof that a facilitator named a settlement that never was. By the second it is switched off, unless every other one
 * is. KEYS: its proofs (sorted set: payment keys by time), switches (hash). ARGV: paymentKey, its switch, what is kept of it, most
 * proofs, then the switches of all other facilitators.
 */
export const PROVE_LIE = `${NOW}
if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[4]) then redis.call('ZADD', KEYS[1], now, ARGV[1]) end
if redis.call('ZCARD', KEYS[1]) < 2 or redis.call('HGET', KEYS[2], ARGV[2]) then return 'noted' end
for i = 5, #ARGV do
  if not redis.call('HGET', KEYS[2], ARGV[i]) then
    redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
    return 'out'
  end
end
return 'last'
`;
