import { JOURNAL_SALE } from "../journal/script";
import { APPLY } from "./apply-effects";
import { NEWCOMERS } from "./newcomers";
import { NOW } from "@/lib/store/redis-time";
import { RESERVE } from "./reserve";
import { LIST_SALE } from "./trust-scripts";
import { UNSEEN } from "./unseen-script";

/**
 * The ledger's transitions. Each is one Lua script on the ledger's primary, which compares the state *and* the
 * claim's random owner token before it writes, so that two workers can't both move a payment.
 *
 * Each script first names its keys and arguments, in the order in which its caller sends them. Its keys are:
 * - recordKey: the payment's record (hash); answerKey: its answer (string);
 * - openKey: the open payments (sorted set: payment keys by the time of their intent);
 * - slotsKey: the payer's slots (sorted set, see SLOTS);
 * - bindingKey: where the caller's idempotency key is bound (string); nil for a call without one;
 * - epochKey: the ledger's epoch (string);
 * - vainKey: the work in vain (sorted sets, see newcomers.ts);
 * - debtsKey, debtNotesKey: the debts (sorted set) and what is known of each (hash);
 * - toConfirmKey: the sales whose money is still to be seen (sorted set).
 * Arguments are texts: '1' is true, and '' is none. Times are Redis' own, in milliseconds: instances' clocks don't matter.
 */

/** Names, within a script, of the four keys that run.ts gives for a payment. */
const PAYMENT_KEYS = "recordKey, answerKey, openKey, slotsKey";

/** Member of a payer's slots that stands for a cooldown, not for a payment. */
const COOLDOWN = "cooldown";

/** How many refusals after a verification cost a payer nothing, and how long each of them counts. */
const FREE_REFUSALS = 10;
const REFUSAL_MS = 3_600_000;

/**
 * How many vain questions to facilitators a payer may cause, and how long each counts: by payments that our own node finds
 * wanting, and before the first sale by any that a facilitator refuses.
 */
const EXPLAINED = 5;
const EXPLAINED_MS = 60_000;

/** By how many slots a payer's settled sales may add to those of a stranger, one a sale. */
const GROWN = 12;

/** How long it is remembered when a payment first came that could not be looked up then (ms): nodes may be out for long. */
const PRESENTED_MS = 24 * 60 * 60_000;

/**
 * A payer's slots bound the work that may be done for it in vain. They are a sorted set, and each member counts until the
 * moment that is its score:
 * - `<group> <payment key> <base units> <asset>`: a payment that holds one of the group's slots, and what it would move;
 * - `cooldown`: the payer gets no slot;
 * - `paid`: a sale to the payer was settled; `sale <n>`: one of the first sales, each of which adds a slot to a group that has
 *   several;
 * - `shown`: the payer, whose balance was shown, has a place beyond the newcomers' budgets (see newcomers.ts);
 * - `refusal <owner>`: a route refused a call whose payment was verified, which is free a few times an hour;
 * - `explained <owner>`: a facilitator was asked about a payment in vain, which may happen a few times a minute. Of a payer who
 *   has paid before, our own node shows that only the payer can have brought that about; what only a facilitator objects to
 *   doesn't count. Neither does a claim without a slot: nothing has shown that its payer made it;
 * - `presented <payment key>`: a payment that could not be looked up when it first came.
 * `waitForSlot` returns how long the payer must wait for a slot of the group (ms), or nil if one is free; whether a stranger
 * would have none beyond it; what the payer's open claims would move of an asset (base units); and whether the wait is for another call's
 * end. `takeSlot` adds a member until a moment. `slotOf` returns a payment's member. `countSale` adds a settled sale.
 * `presentedAt` returns when a payment first came.
 *
 * A signature shows who made a payment, not who brings it: a payment that was sent once stands on the chain for everybody to
 * read, and on Solana nothing in it tells its age. So that nobody fills a payer's slots with payments that have run out, a
 * stranger's last slot in a group, and each that sales add, are for payments that are shown not to have. One that has run out
 * counts against no payer.
 */
const SLOTS = `
local function waitForSlot(slots, now, group, most, asset)
  redis.call('ZREMRANGEBYSCORE', slots, '-inf', now)
  local cooldown = redis.call('ZSCORE', slots, '${COOLDOWN}')
  if cooldown then return tonumber(cooldown) - now end
  local held, first, open = 0, now, 0
  local refusals, explained = {}, {}
  local members = redis.call('ZRANGE', slots, 0, -1, 'WITHSCORES')
  local sales = 0
  for i = 1, #members, 2 do
    local amount, of = string.match(members[i], '^[^ ]+ [^ ]+ (%d+) ([^ ]+)$')
    if of == asset then open = open + tonumber(amount) end
    if string.sub(members[i], 1, #group + 1) == group .. ' ' then
      if held == 0 then first = tonumber(members[i + 1]) end
      held = held + 1
    elseif most > 1 and string.sub(members[i], 1, 5) == 'sale ' then
      sales = sales + 1
    elseif string.sub(members[i], 1, 8) == 'refusal ' then
      refusals[#refusals + 1] = tonumber(members[i + 1])
    elseif string.sub(members[i], 1, 10) == 'explained ' then
      explained[#explained + 1] = tonumber(members[i + 1])
    end
  end
  if #refusals >= ${FREE_REFUSALS} then return refusals[#refusals - ${FREE_REFUSALS - 1}] - now end
  if #explained >= ${EXPLAINED} then return explained[#explained - ${EXPLAINED - 1}] - now end
  if held >= most + sales then return first - now, false, open, '1' end
  return nil, held >= most - 1, open
end
local function slotOf(group, payment, amount, asset)
  if amount == '' then return group .. ' ' .. payment end
  return table.concat({ group, payment, amount, asset }, ' ')
end
local function exceeds(open, amount, shown)
  local balance = tonumber(shown)
  return balance ~= nil and open + (tonumber(amount) or 0) > balance
end
local function takeSlot(slots, now, member, untilMs)
  redis.call('ZADD', slots, untilMs, member)
  if redis.call('PTTL', slots) < untilMs - now then redis.call('PEXPIRE', slots, untilMs - now) end
end
local function countSale(slots, now, untilMs)
  takeSlot(slots, now, 'paid', untilMs)
  for n = 1, ${GROWN} do
    if not redis.call('ZSCORE', slots, 'sale ' .. n) then return takeSlot(slots, now, 'sale ' .. n, untilMs) end
  end
end
local function presentedAt(slots, now, payment)
  local ends = redis.call('ZSCORE', slots, 'presented ' .. payment)
  return ends and math.min(now, tonumber(ends) - ${PRESENTED_MS}) or now
end
`;

/**
 * Looks a payment up and claims it, in one step. Returns
 * - `absent`: it has no record, and this caller may not claim it;
 * - `bound`, and the binding: its idempotency key bought with another payment;
 * - `busy`, how long until its payer has a slot (ms), '1' where the caller's network had its share of looks at the chain, and
 *   '1' where the wait is for another call of the payer;
 * - `unshown`: the newcomers' budgets are used up, and its payer's balance has to be shown first (`shown`);
 * - `doubted`: it may have run out, and gets a slot only once it is shown not to have;
 * - `claimed`, '1' where its payer has paid before, how long ago it first came (ms), and what the payer's other open claims
 *   would move of the same asset (base units). They never exceed a newcomer's balance where that is shown. A claim that this very owner holds
 *   is reported once more, in case the first reply was lost;
 * - `taken-over`, and the record: no worker was at a `settling` or `credited` payment, and this caller, who may resume and
 *   brought the same request and a proof of the payment, now is;
 * - `record`, and the record as it is.
 * A record comes with its answer once it is settled, and with how long it is kept for who proves its wallet (ms). Who does
 * prove it may bind a `credited` payment to another request, even within that time: nothing was served for it yet.
 * A store without an epoch was found empty: whatever was sold before is forgotten, which CREDIT must know.
 *
 * `slotGroup` is empty where no slot is taken, `request` where the caller may not bind the payment anew. `bindingToKeep` is
 * the key of the caller's idempotency binding, for the record.
 */
export const BEGIN = `${NOW}${SLOTS}${NEWCOMERS}
local ${PAYMENT_KEYS}, epochKey, vainKey, bindingKey = unpack(KEYS)
local mayClaim, owner, leaseMs, fingerprint, secret, idempotency, entry, payer, rail, mayResume, walletProved,
  paymentKey, slotGroup, mostSlots, request, bindingToKeep, network, household, mayBeOld, amount, asset, shown = unpack(ARGV)
local state = redis.call('HGET', recordKey, 'state')
if not state then
  redis.call('SET', epochKey, tostring(now), 'NX')
  if mayClaim ~= '1' then return {'absent'} end
  local bound = bindingKey and redis.call('GET', bindingKey)
  if bound and string.sub(bound, -#paymentKey - 1) ~= ' ' .. paymentKey then return {'bound', bound} end
  local slot = slotGroup ~= '' and slotOf(slotGroup, paymentKey, amount, asset) or ''
  local paid = redis.call('ZSCORE', slotsKey, 'paid')
  local open = 0
  if slot ~= '' then
    local wait, isLast, others, isHeld = waitForSlot(slotsKey, now, slotGroup, tonumber(mostSlots), asset)
    if wait then return {'busy', tostring(wait), paid and '' or looksAreOver(vainKey, network), isHeld or ''} end
    open = others
    local late, place
    if not paid then
      if exceeds(open, amount, shown) then return {'busy', leaseMs, looksAreOver(vainKey, network), '1'} end
      late, place = waitForNewcomer(vainKey, slotsKey, now, network, household, slotGroup, mostSlots, shown)
      if late then return {'busy', tostring(late), looksAreOver(vainKey, network)} end
      if place == 'unshown' then return {'unshown'} end
    end
    if mayBeOld == '1' and (isLast or bringsOld(vainKey, network)) then return {'doubted'} end
    if not paid then workFor(recordKey, vainKey, slotsKey, now, network, owner, place, leaseMs) end
    scanFrom(recordKey, vainKey, household, slotGroup)
    takeSlot(slotsKey, now, slot, now + tonumber(leaseMs))
  end
  local presented = presentedAt(slotsKey, now, paymentKey)
  redis.call('HSET', recordKey, 'state', 'claimed', 'owner', owner, 'fingerprint', fingerprint, 'secret', secret,
    'idempotency', idempotency, 'entry', entry, 'payer', payer, 'rail', rail, 'claimedAt', tostring(presented), 'slot', slot)
  redis.call('PEXPIRE', recordKey, leaseMs)
  return {'claimed', paid and '1' or '', tostring(now - presented), string.format('%.0f', open)}
end
if state == 'claimed' and redis.call('HGET', recordKey, 'owner') == owner then return {'claimed'} end
local r = redis.call('HMGET', recordKey, 'fingerprint', 'secret', 'idempotency', 'entry', 'evidence', 'receipt', 'lease', 'intentAt', 'trail', 'refund', 'owner')
local proved = (r[2] ~= '' and r[2] == secret) or (r[3] ~= '' and r[3] == idempotency) or walletProved == '1'
local kind = 'record'
if state == 'credited' and request ~= '' and (r[11] == '' or tonumber(r[7]) < now) and mayResume == '1' then
  redis.call('HSET', recordKey, 'fingerprint', fingerprint, 'secret', secret, 'idempotency', idempotency, 'entry', entry,
    'request', request, 'key', bindingToKeep)
  r[1], r[4], r[7] = fingerprint, entry, '0'
end
if (state == 'settling' or state == 'credited') and tonumber(r[7]) < now and r[1] == fingerprint and proved and mayResume == '1' then
  redis.call('HSET', recordKey, 'owner', owner, 'lease', tostring(now + tonumber(leaseMs)))
  kind = 'taken-over'
end
local wait = kind == 'record' and state == 'credited' and r[11] == '' and tonumber(r[7]) - now or 0
local answer = ''
if state == 'settled' then answer = redis.call('GET', answerKey) or '' end
return {kind, state, r[1], proved and '1' or '0', r[4], r[5] or '', r[6] or '', r[8] or '', answer, r[9] or '', r[10] or '',
  tostring(math.max(0, wait))}
`;

/**
 * Takes a slot under a claim that has none, for a payer whom only the verification could tell. `bound` and `busy` are
 * BEGIN's.
 */
export const TAKE_SLOT = `${NOW}${SLOTS}${NEWCOMERS}
local ${PAYMENT_KEYS}, vainKey, bindingKey = unpack(KEYS)
local owner, leaseMs, paymentKey, slotGroup, mostSlots, network, household, amount, asset, shown = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'owner', 'slot')
if r[1] ~= 'claimed' or r[2] ~= owner then return {'lost'} end
local slot = slotOf(slotGroup, paymentKey, amount, asset)
if r[3] == slot then return {'ok'} end
local bound = bindingKey and redis.call('GET', bindingKey)
if bound and string.sub(bound, -#paymentKey - 1) ~= ' ' .. paymentKey then return {'bound', bound} end
local wait, _, open, isHeld = waitForSlot(slotsKey, now, slotGroup, tonumber(mostSlots), asset)
if wait then return {'busy', tostring(wait), '', isHeld or ''} end
if not redis.call('ZSCORE', slotsKey, 'paid') then
  if exceeds(open, amount, shown) then return {'busy', leaseMs, '', '1'} end
  local late, place = waitForNewcomer(vainKey, slotsKey, now, network, household, slotGroup, mostSlots, shown)
  if late then return {'busy', tostring(late)} end
  workFor(recordKey, vainKey, slotsKey, now, network, owner, place, leaseMs)
end
scanFrom(recordKey, vainKey, household, slotGroup)
takeSlot(slotsKey, now, slot, now + tonumber(leaseMs))
redis.call('HSET', recordKey, 'slot', slot)
return {'ok'}
`;

/**
 * The intent: everything that a later worker needs to finish or to judge this payment, written before it is settled. Its
 * slot lasts as long as the lease from here. `unseen` is what unseen.ts tells of a sale that a facilitator is to settle, else
 * empty; its place is returned behind `ok`.
 */
export const INTENT = `${NOW}${SLOTS}${RESERVE}${UNSEEN}
local ${PAYMENT_KEYS}, bindingKey = unpack(KEYS)
local owner, leaseMs, evidence, effects, answer, binding, bindingTtlSec, paymentKey, facts, reserveText, unseen =
  unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'owner', 'slot')
if r[1] ~= 'claimed' or r[2] ~= owner then return {'lost'} end
local bound = bindingKey and redis.call('GET', bindingKey)
if bound and bound ~= binding then return {'bound'} end
local reserve = cjson.decode(reserveText)
local taken = firstTaken(reserve, paymentKey)
if taken then return {'taken', tostring(taken - 1)} end
local place = unseen ~= '' and placeUnseen(cjson.decode(unseen), recordKey, now) or ''
if place == 'used-up' then return {'used-up'} end
if bindingKey then
  redis.call('SET', bindingKey, binding, 'EX', bindingTtlSec)
  redis.call('HSET', recordKey, 'binding', bindingKey, 'boundTo', binding)
end
if #reserve > 0 then
  reservePending(reserve, paymentKey)
  redis.call('HSET', recordKey, 'reserve', reserveText)
end
redis.call('HSET', recordKey, 'state', 'settling', 'intentAt', tostring(now), 'evidence', evidence, 'effects', effects,
  'facts', facts, 'lease', tostring(now + tonumber(leaseMs)))
redis.call('PERSIST', recordKey)
redis.call('SET', answerKey, answer)
redis.call('ZADD', openKey, now, paymentKey)
if r[3] and r[3] ~= '' then takeSlot(slotsKey, now, r[3], now + tonumber(leaseMs)) end
return {'ok', place}
`;

/**
 * The payment moved: effects are applied, once, and the answer may be read from now on. Whoever knows that it moved may say
 * so, so the owner is not compared. The sale is listed, for its money to be looked for. Its idempotency key stays bound to it
 * for as long as its answer is kept, however long it was open.
 * `by` is the address of the facilitator whose word it is, `unseenKey` where its unseen sales are counted, and `resend` the
 * request by which another could settle it. `movedKey` is the transaction and what moved by it, which settles one sale: a word
 * that names what another sale has is `doubted`, and what the chain shows puts the other under doubt.
 */
export const SETTLED = `${NOW}${SLOTS}${NEWCOMERS}${APPLY}${RESERVE}${JOURNAL_SALE}${LIST_SALE}${UNSEEN}
local ${PAYMENT_KEYS}, toConfirmKey = unpack(KEYS)
local paymentKey, receipt, keyTtlSec, answerTtlSec, journalKey, by, resend, unseenKey, movedKey, amount = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'slot', 'effects', 'reserve', 'entry', 'vainIn', 'vain', 'binding', 'boundTo')
if r[1] == 'settled' then return 'already' end
if r[1] ~= 'settling' and r[1] ~= 'unknown' then return 'lost' end
local other = movedKey ~= '' and redis.call('GET', movedKey)
if other and other ~= paymentKey then
  if by ~= '' then return 'doubted' end
  redis.call('ZADD', toConfirmKey, 'XX', now, other)
end
if movedKey ~= '' then redis.call('SET', movedKey, paymentKey, 'EX', answerTtlSec) end
local applied = apply(withSale(cjson.decode(r[3]), journalKey, now, 'settled', r[5], receipt), now)
if r[4] then reserveForGood(cjson.decode(r[4]), paymentKey) end
redis.call('HSET', recordKey, 'state', 'settled', 'receipt', receipt, 'settledAt', tostring(now))
if by ~= '' then
  redis.call('HSET', recordKey, 'by', by, 'resend', resend)
  standUnseen(unseenKey, recordKey, amount)
else forgetUnseen(recordKey) end
listSale(toConfirmKey, now, paymentKey)
redis.call('HDEL', recordKey, 'owner', 'lease', 'effects', 'trail', 'slot', 'reserve', 'vain', 'vainIn', 'household')
redis.call('EXPIRE', recordKey, keyTtlSec)
redis.call('EXPIRE', answerKey, answerTtlSec)
if r[8] and redis.call('GET', r[8]) == r[9] then redis.call('EXPIRE', r[8], answerTtlSec) end
redis.call('ZREM', openKey, paymentKey)
redis.call('ZREM', slotsKey, r[2] or '')
workIsNotInVain(r[6], r[7], slotsKey)
countSale(slotsKey, now, now + tonumber(keyTtlSec) * 1000)
return applied
`;

/**
 * The payment moved before the ledger knew of it: its payer sent it, or somebody else did. It must be answered, once.
 * `spent`: it may have been served before, since it landed more than `maxAgeMs` before it first came here, or before the
 * ledger's epoch, which is when the store was last found empty. Who proved the wallet is believed that it was not, whatever
 * the epoch. Block times are whole seconds: one that lies up to a second before the epoch may still be after it.
 * `waits`, and for how long (ms): everything about a payment that has moved is public, so anybody may bring it. For `waitMs`
 * from when it first came, only who proves its wallet has it.
 */
export const CREDIT = `${NOW}${NEWCOMERS}
local ${PAYMENT_KEYS}, epochKey = unpack(KEYS)
local owner, leaseMs, evidence, facts, receipt, landed, maxAgeMs, keyTtlSec, walletProved, paymentKey, request,
  bindingToKeep, waitMs, resend = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'owner', 'slot', 'claimedAt', 'vainIn', 'vain')
if r[1] ~= 'claimed' or r[2] ~= owner then return {'lost'} end
local landedAt = tonumber(landed)
local epoch = tonumber(redis.call('GET', epochKey) or now)
if tonumber(r[4]) - landedAt > tonumber(maxAgeMs) then return {'spent'} end
if walletProved ~= '1' and landedAt + 1000 <= epoch then return {'spent'} end
local wait = tonumber(r[4]) + tonumber(waitMs) - now
local heldBy, lease = owner, now + tonumber(leaseMs)
if wait > 0 then heldBy, lease = '', now + wait end
redis.call('HSET', recordKey, 'state', 'credited', 'intentAt', tostring(now), 'evidence', evidence, 'facts', facts,
  'receipt', receipt, 'owner', heldBy, 'lease', tostring(lease), 'slot', '', 'request', request, 'key', bindingToKeep)
if resend ~= '' then redis.call('HSET', recordKey, 'resend', resend) end
redis.call('EXPIRE', recordKey, keyTtlSec)
redis.call('ZADD', openKey, now, paymentKey)
redis.call('ZREM', slotsKey, r[3] or '', 'presented ' .. paymentKey)
workIsNotInVain(r[5], r[6], slotsKey)
redis.call('HDEL', recordKey, 'vain', 'vainIn', 'household')
if wait > 0 then return {'waits', tostring(wait)} end
return {'ok'}
`;

/**
 * The answer of a credited payment: stored, its effects applied and the payment settled in one step. The chain has shown it,
 * in a block that may not be final yet.
 */
export const FULFIL = `${NOW}${SLOTS}${APPLY}${RESERVE}${JOURNAL_SALE}${LIST_SALE}
local ${PAYMENT_KEYS}, debtsKey, debtNotesKey, toConfirmKey, bindingKey = unpack(KEYS)
local owner, answer, effects, keyTtlSec, answerTtlSec, binding, bindingTtlSec, paymentKey, reserveText, journalKey =
  unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'owner', 'entry', 'receipt')
if r[1] ~= 'credited' or r[2] ~= owner then return {'lost'} end
local bound = bindingKey and redis.call('GET', bindingKey)
if bound and bound ~= binding then return {'bound'} end
local reserve = cjson.decode(reserveText)
if firstTaken(reserve, paymentKey) then return {'taken'} end
if bindingKey then redis.call('SET', bindingKey, binding, 'EX', bindingTtlSec) end
reserveForGood(reserve, paymentKey)
local applied = apply(withSale(cjson.decode(effects), journalKey, now, 'credited', r[3], r[4]), now)
redis.call('HSET', recordKey, 'state', 'settled', 'settledAt', tostring(now))
listSale(toConfirmKey, now, paymentKey)
redis.call('HDEL', recordKey, 'owner', 'lease', 'slot', 'request', 'key')
redis.call('EXPIRE', recordKey, keyTtlSec)
redis.call('SET', answerKey, answer, 'EX', answerTtlSec)
redis.call('ZREM', openKey, paymentKey)
redis.call('ZREM', debtsKey, paymentKey)
redis.call('HDEL', debtNotesKey, paymentKey)
countSale(slotsKey, now, now + tonumber(keyTtlSec) * 1000)
return {applied}
`;

/** The handler of a credited payment failed: it stays credited, for the next call. */
export const RELEASE_CREDIT = `
local recordKey = unpack(KEYS)
local owner = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'owner')
if r[1] ~= 'credited' or r[2] ~= owner then return 'lost' end
redis.call('HSET', recordKey, 'owner', '', 'lease', '0')
return 'ok'
`;

/**
 * A credited payment that could not be served for long is a debt: it leaves the open list, and is served still when its
 * payer comes. `note` is what is known of the debt.
 */
export const OWED = `
local ${PAYMENT_KEYS}, debtsKey, debtNotesKey = unpack(KEYS)
local paymentKey, landedAt, note, mostDebts = unpack(ARGV)
if redis.call('HGET', recordKey, 'state') ~= 'credited' then return 'lost' end
if not redis.call('ZSCORE', debtsKey, paymentKey) then
  if redis.call('ZCARD', debtsKey) >= tonumber(mostDebts) then return 'full' end
  redis.call('ZADD', debtsKey, landedAt, paymentKey)
  redis.call('HSET', debtNotesKey, paymentKey, note)
end
redis.call('ZREM', openKey, paymentKey)
return 'ok'
`;

/**
 * A settlement that may have been sent had no clear answer. From here only the chain decides, and until it has, the slot is
 * kept. `trail` says where to look for it, as far as that answer told; an empty one leaves what was known.
 */
export const UNKNOWN = `${NOW}${SLOTS}${UNSEEN}
local ${PAYMENT_KEYS} = unpack(KEYS)
local owner, trail, slotMs = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'owner', 'slot')
if r[1] ~= 'settling' or r[2] ~= owner then return 'lost' end
redis.call('HSET', recordKey, 'state', 'unknown')
redis.call('HDEL', recordKey, 'owner', 'lease')
forgetUnseen(recordKey)
if trail ~= '' then redis.call('HSET', recordKey, 'trail', trail) end
redis.call('ZREMRANGEBYSCORE', slotsKey, '-inf', now)
if r[3] and redis.call('ZSCORE', slotsKey, r[3]) then takeSlot(slotsKey, now, r[3], now + tonumber(slotMs)) end
return 'ok'
`;

/**
 * A search of the chain has come further than the record says. Anybody may look, so no owner is compared. The trail belongs
 * to one evidence, and goes on from `trailBefore`, where this look began: a slower look takes nothing back.
 */
export const SEARCHED = `
local recordKey = unpack(KEYS)
local evidence, trailBefore, trail = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'evidence', 'trail')
if r[1] ~= 'settling' and r[1] ~= 'unknown' then return 'lost' end
if r[2] ~= evidence or (r[3] or '') ~= trailBefore then return 'lost' end
redis.call('HSET', recordKey, 'trail', trail)
return 'ok'
`;

/**
 * Nothing moved, so nothing is kept: a payment that costs nothing must not cost the store anything either. The owner
 * releases its claim, and with `evenSettling` its intent too. A reconciler (owner '') releases what the chain proved unmoved
 * by this very evidence: meanwhile the record may have been released and made anew, for another authorization of the same
 * nonce. The idempotency key is freed unless it has run out and belongs to another payment by now.
 * - `mayHaveMoved`: it could not be looked up, so it is remembered when it first came;
 * - `isInVain`: its handler ran, and its payer's doing ended it unpaid, so the work for it stays counted;
 * - `cooldown`: how long (ms) its payer waits where the chain proved it unmoved, and at least `scanCooldownMs` after a scan. A
 *   shorter wait never ends a longer one;
 * - `isFreeRefusal`, `isExplained`: see SLOTS;
 * - `isOld`: it has run out, which counts against `network`.
 */
export const RELEASED = `${NOW}${SLOTS}${NEWCOMERS}${RESERVE}${UNSEEN}
local ${PAYMENT_KEYS}, vainKey = unpack(KEYS)
local paymentKey, owner, cooldown, evenSettling, evidence, mayHaveMoved, isInVain, isFreeRefusal, scanCooldownMs,
  isExplained, isOld, network = unpack(ARGV)
local r = redis.call('HMGET', recordKey, 'state', 'owner', 'binding', 'lease', 'boundTo', 'evidence', 'slot', 'reserve', 'claimedAt', 'vainIn', 'vain', 'household')
local held = (r[1] == 'claimed' or (r[1] == 'settling' and evenSettling == '1')) and r[2] == owner and owner ~= ''
local proved = owner == '' and r[6] == evidence and (r[1] == 'unknown' or (r[1] == 'settling' and tonumber(r[4]) < now))
if not held and not proved then return 'lost' end
if r[3] and redis.call('GET', r[3]) == r[5] then redis.call('DEL', r[3]) end
if r[8] then endReservations(cjson.decode(r[8]), paymentKey) end
forgetUnseen(recordKey)
redis.call('DEL', recordKey, answerKey)
redis.call('ZREM', openKey, paymentKey)
redis.call('ZREM', slotsKey, r[7] or '')
if isInVain ~= '1' then workIsNotInVain(r[10], r[11], slotsKey) end
if held and isFreeRefusal == '1' then takeSlot(slotsKey, now, 'refusal ' .. owner, now + ${REFUSAL_MS}) end
if held and isExplained == '1' and r[7] and r[7] ~= '' then
  takeSlot(slotsKey, now, 'explained ' .. owner, now + ${EXPLAINED_MS})
end
if held and isOld == '1' then countOld(vainKey, network) end
local cooldownMs = tonumber(cooldown)
if cooldownMs > 0 and string.sub(r[7] or '', 1, 6) == 'scans ' then
  cooldownMs = math.max(cooldownMs, tonumber(scanCooldownMs))
  if proved then scannedInVain(r[10], r[12], cooldownMs) end
end
if proved and cooldownMs > 0 then
  local cools = tonumber(redis.call('ZSCORE', slotsKey, '${COOLDOWN}') or '0')
  takeSlot(slotsKey, now, '${COOLDOWN}', math.max(cools, now + cooldownMs))
end
if held and mayHaveMoved == '1' then takeSlot(slotsKey, now, 'presented ' .. paymentKey, tonumber(r[9]) + ${PRESENTED_MS}) end
return 'ok'
`;

/** A payment in the index without a record can't be recovered. */
export const DROP_OPEN = `
local ${PAYMENT_KEYS} = unpack(KEYS)
local paymentKey = unpack(ARGV)
if redis.call('EXISTS', recordKey) == 1 then return 'lost' end
return redis.call('ZREM', openKey, paymentKey) == 1 and 'ok' or 'gone'
`;

/** The ledger's epoch is written by the first who finds none. */
export const NOTE_EPOCH = `${NOW}
local epochKey = unpack(KEYS)
redis.call('SET', epochKey, tostring(now), 'NX')
return 'ok'
`;
