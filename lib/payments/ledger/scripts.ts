import { JOURNAL_SALE } from "../journal/script";
import { APPLY } from "./apply-effects";
import { NEWCOMERS } from "./newcomers";
import { NOW } from "./redis-time";
import { RESERVE } from "./reserve";
import { LIST_SALE } from "./trust-scripts";

/**
 * The ledger's transitions. Each is one Lua script on the ledger's primary, which compares the state *and* the
 * claim's random owner token before it writes, so that two workers can't both move a payment.
 *
 * KEYS[1] is the payment's record (hash), KEYS[2] its answer (string), KEYS[3] the index of open payments (sorted
 * set: payment keys by intent time), KEYS[4] its payer's slots (sorted set, see SLOTS), KEYS[5] the idempotency
 * binding (for INTENT, where there is one) or the ledger's epoch (for BEGIN and CREDIT), KEYS[6] the work in vain (sorted sets,
 * see newcomers.ts) and KEYS[7] the binding for BEGIN.
 * FULFIL and OWED have the debts (sorted set) and what is known of each (hash) there, then FULFIL the sales whose money is
 * still to be seen (sorted set) and the binding.
 * Times are Redis' own, in milliseconds: instances' clocks don't matter.
 */

/** Member of a payer's slots that stands for a cooldown, not for a payment. */
const COOLDOWN = "cooldown";

/** Refusals behind a verification that cost a payer nothing, as many as may stand at once, and how long each counts. */
const FREE_REFUSALS = 10;
const REFUSAL_MS = 3_600_000;

/** Questions to facilitators about payments that our own node finds wanting, as many a payer may cost, and how long each counts. */
const EXPLAINED = 5;
const EXPLAINED_MS = 60_000;

/** How long it is remembered when a payment was first presented that could not be looked up then, in milliseconds: nodes may be out for long. */
const PRESENTED_MS = 24 * 60 * 60_000;

/**
 * A payer's slots bound the work that may be done for it in vain. Each member counts until its score: a payment, named
 * by its group and its key, or a cooldown, during which there is none to be had. `waitForSlot` returns how long this
 * payer must wait (ms), or nil where a slot of the group is free; `takeSlot` holds one until a moment. Beside them stands,
 * as `presented` and its key, a payment that could not be looked up when it first came; `presentedAt` tells when that was. A
 * `refusal` is work that a route refused after the verification, which is free a few times an hour; `paid` tells that a
 * sale to the payer was settled. Of who has paid, `explained` is a payment that a facilitator was asked about in vain and that our
 * own node finds wanting, too, by what its payer alone can have brought about: a few a minute. What only a facilitator objects to is
 * counted against nobody, nor what comes in the name of a payer whom nothing has shown to be theirs: such a claim has no slot.
 *
 * A signature shows who has made a payment, not who brings it: what was sent once stands on the chain, and on Solana nothing in it
 * tells how old it is. So that nobody fills a payer's slots with what has run out, the last slot of a group, of which
 * `waitForSlot` tells besides, is for payments that are shown to be none of those; and what has run out is counted against no payer.
 */
const SLOTS = `
local function waitForSlot(slots, now, group, most)
  redis.call('ZREMRANGEBYSCORE', slots, '-inf', now)
  local cooldown = redis.call('ZSCORE', slots, '${COOLDOWN}')
  if cooldown then return tonumber(cooldown) - now end
  local held, first = 0, now
  local refusals, explained = {}, {}
  local members = redis.call('ZRANGE', slots, 0, -1, 'WITHSCORES')
  for i = 1, #members, 2 do
    if string.sub(members[i], 1, #group + 1) == group .. ' ' then
      if held == 0 then first = tonumber(members[i + 1]) end
      held = held + 1
    elseif string.sub(members[i], 1, 8) == 'refusal ' then
      refusals[#refusals + 1] = tonumber(members[i + 1])
    elseif string.sub(members[i], 1, 10) == 'explained ' then
      explained[#explained + 1] = tonumber(members[i + 1])
    end
  end
  if #refusals >= ${FREE_REFUSALS} then return refusals[#refusals - ${FREE_REFUSALS - 1}] - now end
  if #explained >= ${EXPLAINED} then return explained[#explained - ${EXPLAINED - 1}] - now end
  if held >= most then return first - now end
  return nil, held == most - 1
end
local function takeSlot(slots, now, member, untilMs)
  redis.call('ZADD', slots, untilMs, member)
  if redis.call('PTTL', slots) < untilMs - now then redis.call('PEXPIRE', slots, untilMs - now) end
end
local function presentedAt(slots, now, payment)
  local ends = redis.call('ZSCORE', slots, 'presented ' .. payment)
  return ends and math.min(now, tonumber(ends) - ${PRESENTED_MS}) or now
end
`;

/**
 * Look up and claim in one step.
 * ARGV: mayClaim, owner, leaseMs, fingerprint, secret, idempotency, entry, payer, rail, mayResume, walletProved,
 * paymentKey, slotGroup (empty where no slot is taken), slots, request (empty where the caller may not rebind),
 * binding (key, empty without one), network and household (of the caller), mayBeOld.
 * A payment without a record is claimed (when it may be), unless its idempotency key bought with another payment (then
 * that binding is returned), its payer has no slot for it (then how long until it has) or it may be an old one and has to
 * be shown to be none; a claim of this very owner is
 * reported as such, in case the first reply was lost; the first says whether its payer has paid before, and how long ago the payment
 * was first presented. A `settling` or `credited` payment without a worker is taken over
 * by a caller that may and that sends the same request and its proof. A `credited` one that no call is at is bound
 * anew by whoever proves the wallet, even while it waits for that: nothing was served for it yet. Otherwise the record is
 * returned as it is, with how long it waits; the answer only once settled.
 * A store that holds no epoch was found empty: whatever was sold before is forgotten, which CREDIT must know.
 */
export const BEGIN = `${NOW}${SLOTS}${NEWCOMERS}
local state = redis.call('HGET', KEYS[1], 'state')
if not state then
  redis.call('SET', KEYS[5], tostring(now), 'NX')
  if ARGV[1] ~= '1' then return {'absent'} end
  local bound = KEYS[7] and redis.call('GET', KEYS[7])
  if bound and string.sub(bound, -#ARGV[12] - 1) ~= ' ' .. ARGV[12] then return {'bound', bound} end
  local slot = ARGV[13] ~= '' and ARGV[13] .. ' ' .. ARGV[12] or ''
  local paid = redis.call('ZSCORE', KEYS[4], 'paid')
  if slot ~= '' then
    local wait, isLast = waitForSlot(KEYS[4], now, ARGV[13], tonumber(ARGV[14]))
    if wait then return {'busy', tostring(wait), paid and '' or looksAreOver(KEYS[6], ARGV[17])} end
    local late, shared
    if not paid then
      late, shared = waitForNewcomer(KEYS[6], now, ARGV[17], ARGV[18], ARGV[13])
      if late then return {'busy', tostring(late), looksAreOver(KEYS[6], ARGV[17])} end
    end
    if ARGV[19] == '1' and (isLast or bringsOld(KEYS[6], ARGV[17])) then return {'doubted'} end
    if not paid then workFor(KEYS[1], KEYS[6], now, ARGV[17], ARGV[2], shared and tonumber(ARGV[3])) end
    scanFrom(KEYS[1], KEYS[6], ARGV[18], ARGV[13])
    takeSlot(KEYS[4], now, slot, now + tonumber(ARGV[3]))
  end
  local presented = presentedAt(KEYS[4], now, ARGV[12])
  redis.call('HSET', KEYS[1], 'state', 'claimed', 'owner', ARGV[2], 'fingerprint', ARGV[4], 'secret', ARGV[5],
    'idempotency', ARGV[6], 'entry', ARGV[7], 'payer', ARGV[8], 'rail', ARGV[9], 'claimedAt', tostring(presented), 'slot', slot)
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return {'claimed', paid and '1' or '', tostring(now - presented)}
end
if state == 'claimed' and redis.call('HGET', KEYS[1], 'owner') == ARGV[2] then return {'claimed'} end
local r = redis.call('HMGET', KEYS[1], 'fingerprint', 'secret', 'idempotency', 'entry', 'evidence', 'receipt', 'lease', 'intentAt', 'trail', 'refund', 'owner')
local proved = (r[2] ~= '' and r[2] == ARGV[5]) or (r[3] ~= '' and r[3] == ARGV[6]) or ARGV[11] == '1'
local kind = 'record'
if state == 'credited' and ARGV[15] ~= '' and (r[11] == '' or tonumber(r[7]) < now) and ARGV[10] == '1' then
  redis.call('HSET', KEYS[1], 'fingerprint', ARGV[4], 'secret', ARGV[5], 'idempotency', ARGV[6], 'entry', ARGV[7],
    'request', ARGV[15], 'key', ARGV[16])
  r[1], r[4], r[7] = ARGV[4], ARGV[7], '0'
end
if (state == 'settling' or state == 'credited') and tonumber(r[7]) < now and r[1] == ARGV[4] and proved and ARGV[10] == '1' then
  redis.call('HSET', KEYS[1], 'owner', ARGV[2], 'lease', tostring(now + tonumber(ARGV[3])))
  kind = 'taken-over'
end
local wait = kind == 'record' and state == 'credited' and r[11] == '' and tonumber(r[7]) - now or 0
local answer = ''
if state == 'settled' then answer = redis.call('GET', KEYS[2]) or '' end
return {kind, state, r[1], proved and '1' or '0', r[4], r[5] or '', r[6] or '', r[8] or '', answer, r[9] or '', r[10] or '',
  tostring(math.max(0, wait))}
`;

/**
 * The slot of a payer whom only the verification could tell: taken under a claim that has none. What it finds bound, or
 * occupied, it reports as BEGIN does. ARGV: owner, leaseMs, paymentKey, slotGroup, slots, network, household. KEYS[5] has the work in
 * vain, KEYS[6] is the binding, if any.
 */
export const TAKE_SLOT = `${NOW}${SLOTS}${NEWCOMERS}
local r = redis.call('HMGET', KEYS[1], 'state', 'owner', 'slot')
if r[1] ~= 'claimed' or r[2] ~= ARGV[1] then return {'lost'} end
local slot = ARGV[4] .. ' ' .. ARGV[3]
if r[3] == slot then return {'ok'} end
local bound = KEYS[6] and redis.call('GET', KEYS[6])
if bound and string.sub(bound, -#ARGV[3] - 1) ~= ' ' .. ARGV[3] then return {'bound', bound} end
local wait = waitForSlot(KEYS[4], now, ARGV[4], tonumber(ARGV[5]))
if wait then return {'busy', tostring(wait)} end
if not redis.call('ZSCORE', KEYS[4], 'paid') then
  local late, shared = waitForNewcomer(KEYS[5], now, ARGV[6], ARGV[7], ARGV[4])
  if late then return {'busy', tostring(late)} end
  workFor(KEYS[1], KEYS[5], now, ARGV[6], ARGV[1], shared and tonumber(ARGV[2]))
end
scanFrom(KEYS[1], KEYS[5], ARGV[7], ARGV[4])
takeSlot(KEYS[4], now, slot, now + tonumber(ARGV[2]))
redis.call('HSET', KEYS[1], 'slot', slot)
return {'ok'}
`;

/**
 * The intent: everything that a later worker needs to finish or to judge this payment, written before it is settled. Its
 * slot lasts as long as the lease from here.
 * ARGV: owner, leaseMs, evidence, effects, answer, binding, bindingTtlSec, paymentKey, facts, reserve.
 */
export const INTENT = `${NOW}${SLOTS}${RESERVE}
local r = redis.call('HMGET', KEYS[1], 'state', 'owner', 'slot')
if r[1] ~= 'claimed' or r[2] ~= ARGV[1] then return {'lost'} end
local bound = KEYS[5] and redis.call('GET', KEYS[5])
if bound and bound ~= ARGV[6] then return {'bound'} end
local reserve = cjson.decode(ARGV[10])
local taken = firstTaken(reserve, ARGV[8])
if taken then return {'taken', tostring(taken - 1)} end
if KEYS[5] then
  redis.call('SET', KEYS[5], ARGV[6], 'EX', ARGV[7])
  redis.call('HSET', KEYS[1], 'binding', KEYS[5], 'boundTo', ARGV[6])
end
if #reserve > 0 then
  reservePending(reserve, ARGV[8])
  redis.call('HSET', KEYS[1], 'reserve', ARGV[10])
end
redis.call('HSET', KEYS[1], 'state', 'settling', 'intentAt', tostring(now), 'evidence', ARGV[3], 'effects', ARGV[4],
  'facts', ARGV[9], 'lease', tostring(now + tonumber(ARGV[2])))
redis.call('PERSIST', KEYS[1])
redis.call('SET', KEYS[2], ARGV[5])
redis.call('ZADD', KEYS[3], now, ARGV[8])
if r[3] and r[3] ~= '' then takeSlot(KEYS[4], now, r[3], now + tonumber(ARGV[2])) end
return {'ok'}
`;

/**
 * The payment moved: effects are applied and the answer may be read from now on, once. Anyone with the proof may
 * settle it, so the owner is not compared. Its money is looked for afterwards: KEYS[5] is the list of such sales. Its
 * idempotency key is bound to it for as long as its answer is kept, however long it was open.
 * ARGV: paymentKey, receipt, keyTtlSec, answerTtlSec, journal, by, resend.
 */
export const SETTLED = `${NOW}${SLOTS}${NEWCOMERS}${APPLY}${RESERVE}${JOURNAL_SALE}${LIST_SALE}
local r = redis.call('HMGET', KEYS[1], 'state', 'slot', 'effects', 'reserve', 'entry', 'vainIn', 'vain', 'binding', 'boundTo')
if r[1] == 'settled' then return 'already' end
if r[1] ~= 'settling' and r[1] ~= 'unknown' then return 'lost' end
local applied = apply(withSale(cjson.decode(r[3]), ARGV[5], now, 'settled', r[5], ARGV[2]), now)
if r[4] then reserveForGood(cjson.decode(r[4]), ARGV[1]) end
redis.call('HSET', KEYS[1], 'state', 'settled', 'receipt', ARGV[2], 'settledAt', tostring(now))
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'by', ARGV[6], 'resend', ARGV[7]) end
listSale(KEYS[5], now, ARGV[1])
redis.call('HDEL', KEYS[1], 'owner', 'lease', 'effects', 'trail', 'slot', 'reserve', 'vain', 'vainIn', 'household')
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[4])
if r[8] and redis.call('GET', r[8]) == r[9] then redis.call('EXPIRE', r[8], ARGV[4]) end
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], r[2] or '')
workIsNotInVain(r[6], r[7])
takeSlot(KEYS[4], now, 'paid', now + tonumber(ARGV[3]) * 1000)
return applied
`;

/**
 * The payment moved before the ledger knew of it: a third party or the payer sent it. It must be answered,
 * once, unless it may have been served before: when it is old, or when it landed before the ledger's epoch, which is
 * when the store was last found empty. A payer who proved the wallet is believed in both cases, within `maxAgeMs`,
 * which like `waitMs` counts from when the payment was first presented.
 * Block times are whole seconds, so that one of them may lie up to a second before the epoch and still be after it.
 * All of a payment that has moved is public, so that anybody may present it: until `waitMs` are over nobody has it but
 * who proves its wallet, and it returns how long that is.
 * ARGV: owner, leaseMs, evidence, facts, receipt, landedAt, maxAgeMs, keyTtlSec, walletProved, paymentKey, request,
 * binding (key), waitMs, resend.
 */
export const CREDIT = `${NOW}${NEWCOMERS}
local r = redis.call('HMGET', KEYS[1], 'state', 'owner', 'slot', 'claimedAt', 'vainIn', 'vain')
if r[1] ~= 'claimed' or r[2] ~= ARGV[1] then return {'lost'} end
local landedAt = tonumber(ARGV[6])
local epoch = tonumber(redis.call('GET', KEYS[5]) or now)
if tonumber(r[4]) - landedAt > tonumber(ARGV[7]) then return {'spent'} end
if ARGV[9] ~= '1' and landedAt + 1000 <= epoch then return {'spent'} end
local wait = tonumber(r[4]) + tonumber(ARGV[13]) - now
local owner, lease = ARGV[1], now + tonumber(ARGV[2])
if wait > 0 then owner, lease = '', now + wait end
redis.call('HSET', KEYS[1], 'state', 'credited', 'intentAt', tostring(now), 'evidence', ARGV[3], 'facts', ARGV[4],
  'receipt', ARGV[5], 'owner', owner, 'lease', tostring(lease), 'slot', '', 'request', ARGV[11], 'key', ARGV[12])
if ARGV[14] ~= '' then redis.call('HSET', KEYS[1], 'resend', ARGV[14]) end
redis.call('EXPIRE', KEYS[1], ARGV[8])
redis.call('ZADD', KEYS[3], now, ARGV[10])
redis.call('ZREM', KEYS[4], r[3] or '', 'presented ' .. ARGV[10])
workIsNotInVain(r[5], r[6])
redis.call('HDEL', KEYS[1], 'vain', 'vainIn', 'household')
if wait > 0 then return {'waits', tostring(wait)} end
return {'ok'}
`;

/**
 * The answer of a credited payment: stored, its effects applied and the payment settled in one step. The chain has shown it,
 * in a block that may not be final yet.
 * ARGV: owner, answer, effects, keyTtlSec, answerTtlSec, binding, bindingTtlSec, paymentKey, reserve, journal.
 */
export const FULFIL = `${NOW}${SLOTS}${APPLY}${RESERVE}${JOURNAL_SALE}${LIST_SALE}
local r = redis.call('HMGET', KEYS[1], 'state', 'owner', 'entry', 'receipt')
if r[1] ~= 'credited' or r[2] ~= ARGV[1] then return {'lost'} end
local bound = KEYS[8] and redis.call('GET', KEYS[8])
if bound and bound ~= ARGV[6] then return {'bound'} end
local reserve = cjson.decode(ARGV[9])
if firstTaken(reserve, ARGV[8]) then return {'taken'} end
if KEYS[8] then redis.call('SET', KEYS[8], ARGV[6], 'EX', ARGV[7]) end
reserveForGood(reserve, ARGV[8])
local applied = apply(withSale(cjson.decode(ARGV[3]), ARGV[10], now, 'credited', r[3], r[4]), now)
redis.call('HSET', KEYS[1], 'state', 'settled', 'settledAt', tostring(now))
listSale(KEYS[7], now, ARGV[8])
redis.call('HDEL', KEYS[1], 'owner', 'lease', 'slot', 'request', 'key')
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[5])
redis.call('ZREM', KEYS[3], ARGV[8])
redis.call('ZREM', KEYS[5], ARGV[8])
redis.call('HDEL', KEYS[6], ARGV[8])
takeSlot(KEYS[4], now, 'paid', now + tonumber(ARGV[4]) * 1000)
return {applied}
`;

/** The handler of a credited payment failed: it stays credited, for the next call. ARGV: owner. */
export const RELEASE_CREDIT = `
local r = redis.call('HMGET', KEYS[1], 'state', 'owner')
if r[1] ~= 'credited' or r[2] ~= ARGV[1] then return 'lost' end
redis.call('HSET', KEYS[1], 'owner', '', 'lease', '0')
return 'ok'
`;

/**
 * A credited payment that could not be served for long is a debt: it leaves the open list, and is served still when its
 * payer comes. ARGV: paymentKey, landedAt, note, most debts.
 */
export const OWED = `
if redis.call('HGET', KEYS[1], 'state') ~= 'credited' then return 'lost' end
if not redis.call('ZSCORE', KEYS[5], ARGV[1]) then
  if redis.call('ZCARD', KEYS[5]) >= tonumber(ARGV[4]) then return 'full' end
  redis.call('ZADD', KEYS[5], ARGV[2], ARGV[1])
  redis.call('HSET', KEYS[6], ARGV[1], ARGV[3])
end
redis.call('ZREM', KEYS[3], ARGV[1])
return 'ok'
`;

/**
 * A settlement that may have been sent had no clear answer: from here only the chain decides, and until it has the slot
 * is kept. ARGV: owner, trail (where to look for it, as far as that answer told; empty leaves what was known), slotMs.
 */
export const UNKNOWN = `${NOW}${SLOTS}
local r = redis.call('HMGET', KEYS[1], 'state', 'owner', 'slot')
if r[1] ~= 'settling' or r[2] ~= ARGV[1] then return 'lost' end
redis.call('HSET', KEYS[1], 'state', 'unknown')
redis.call('HDEL', KEYS[1], 'owner', 'lease')
if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], 'trail', ARGV[2]) end
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
if r[3] and redis.call('ZSCORE', KEYS[4], r[3]) then takeSlot(KEYS[4], now, r[3], now + tonumber(ARGV[3])) end
return 'ok'
`;

/**
 * A search of the chain has come further than the record says. Anybody may look, so no owner is asked for; but the
 * trail is of one evidence only, and goes on from where this look began, so that one that was slower takes nothing back.
 * ARGV: evidence, trail as it was, trail.
 */
export const SEARCHED = `
local r = redis.call('HMGET', KEYS[1], 'state', 'evidence', 'trail')
if r[1] ~= 'settling' and r[1] ~= 'unknown' then return 'lost' end
if r[2] ~= ARGV[1] or (r[3] or '') ~= ARGV[2] then return 'lost' end
redis.call('HSET', KEYS[1], 'trail', ARGV[3])
return 'ok'
`;

/**
 * Nothing moved, so nothing is kept: a payment that costs nothing must not cost the store anything either. The owner
 * releases what it holds; a reconciler (owner '') releases what the chain proved unmoved, and a payer by whose doing work
 * was done in vain waits a while. The proof is of one evidence only: meanwhile the record may have been released and
 * made anew, for another authorization of the same nonce. The idempotency key is freed unless it has run out and
 * belongs to another payment by now. What may have moved, and could not be looked up, is remembered as presented.
 * What was done for it by its payer's doing counts as done in vain, and after a scan it waits for longer: no shorter wait that
 * comes later ends a longer one.
 * ARGV: paymentKey, owner, cooldownMs, evenSettling, evidence, mayHaveMoved, isInVain, isFreeRefusal, scanCooldownMs, isExplained,
 * isOld, network (for that, with the work in vain as KEYS[5]).
 */
export const RELEASED = `${NOW}${SLOTS}${NEWCOMERS}${RESERVE}
local r = redis.call('HMGET', KEYS[1], 'state', 'owner', 'binding', 'lease', 'boundTo', 'evidence', 'slot', 'reserve', 'claimedAt', 'vainIn', 'vain', 'household')
local held = (r[1] == 'claimed' or (r[1] == 'settling' and ARGV[4] == '1')) and r[2] == ARGV[2] and ARGV[2] ~= ''
local proved = ARGV[2] == '' and r[6] == ARGV[5] and (r[1] == 'unknown' or (r[1] == 'settling' and tonumber(r[4]) < now))
if not held and not proved then return 'lost' end
if r[3] and redis.call('GET', r[3]) == r[5] then redis.call('DEL', r[3]) end
if r[8] then endReservations(cjson.decode(r[8]), ARGV[1]) end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], r[7] or '')
if ARGV[7] ~= '1' then workIsNotInVain(r[10], r[11]) end
if held and ARGV[8] == '1' then takeSlot(KEYS[4], now, 'refusal ' .. ARGV[2], now + ${REFUSAL_MS}) end
if held and ARGV[10] == '1' and r[7] and r[7] ~= '' and redis.call('ZSCORE', KEYS[4], 'paid') then
  takeSlot(KEYS[4], now, 'explained ' .. ARGV[2], now + ${EXPLAINED_MS})
end
if held and ARGV[11] == '1' then countOld(KEYS[5], ARGV[12]) end
local cooldownMs = tonumber(ARGV[3])
if cooldownMs > 0 and string.sub(r[7] or '', 1, 6) == 'scans ' then
  cooldownMs = math.max(cooldownMs, tonumber(ARGV[9]))
  if proved then scannedInVain(r[10], r[12], cooldownMs) end
end
if proved and cooldownMs > 0 then
  local cools = tonumber(redis.call('ZSCORE', KEYS[4], '${COOLDOWN}') or '0')
  takeSlot(KEYS[4], now, '${COOLDOWN}', math.max(cools, now + cooldownMs))
end
if held and ARGV[6] == '1' then takeSlot(KEYS[4], now, 'presented ' .. ARGV[1], tonumber(r[9]) + ${PRESENTED_MS}) end
return 'ok'
`;

/** A payment in the index without a record can't be recovered. ARGV: paymentKey. */
export const DROP_OPEN = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 'lost' end
return redis.call('ZREM', KEYS[3], ARGV[1]) == 1 and 'ok' or 'gone'
`;

/** KEYS[1] is the ledger's epoch: written by the first who finds none. */
export const NOTE_EPOCH = `${NOW}
redis.call('SET', KEYS[1], tostring(now), 'NX')
return 'ok'
`;
