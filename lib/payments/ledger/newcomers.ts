/**
 * The budgets of newcomers, who are payers without a settled sale. `ofNetwork`, `inAll`: calls within an hour whose
 * handler ran and that ended unpaid, or that have not ended yet, of one network and of all together. `looks`: looks at the chain within a minute for payments without
 * a slot, of one network: a wallet and a payment cost nothing to make.
 */
const MOST = { ofNetwork: 100, inAll: 1_000, looks: 30 } as const;

/**
 * So many payments that have run out may come from one network within a minute. Beyond them, each of its payments that may
 * have run out has to be shown not to have before a facilitator is asked about it.
 */
export const MOST_OLD = 5;
export const NEWCOMERS_MOST = MOST.inAll;

/** How long work in vain, and looks, are counted, in milliseconds. */
const COUNTED_MS = 3_600_000;
const LOOKS_MS = 60_000;

/**
 * While a budget is used up: payments that newcomers may have under way in all, on routes with hard budgets or while no balance
 * can be read; and payments of one network whose payers' balances our node has just shown, each of which counts for `SHOWN_MS`.
 */
const SHARED = 3;
const SHOWN = 5;
const SHOWN_MS = 30_000;

/**
 * A wallet costs nothing to make, and one balance feeds a thousand of them in turn: slots of their own bound no work for
 * payers who have never paid. Their work is counted before it is done. It is taken back if no handler ran, if it is paid for,
 * or if it failed by no doing of theirs. Two sorted sets count it, one for all and one for the network, whose key is the
 * first's with the network behind it (member: the claim's owner; score: until when it counts). While a budget is used up, a
 * payer with a shown balance gets one of its network's few places in a third set. Routes with hard budgets, which are those
 * with one slot a payer, share the slots of a fourth set, and so do all routes while no balance can be read.
 *
 * - `waitForNewcomer` returns how long a newcomer must wait (ms), or nil; and which place it needs: `shown`, `shared` or nil.
 *   It returns `unshown` as the place if the payer's balance has to be shown first. `shown` is that balance, '' before any
 *   look, and 'unread' if our node can't be asked.
 * - `workFor` counts the work, and notes in the record where; `workIsNotInVain` takes it back.
 * - `scanFrom` notes from which address (or /64) a scan came, whoever pays. `scannedInVain` keeps newcomers of that address from
 *   scans for as long as the payer whose doing it was that the scan came to nothing: another wallet costs nothing.
 * - `looksAreOver` counts, by network, how often the chain is asked whether a payment has moved before its bearer hears
 *   `busy`, and says when there were enough of it for this minute.
 * - `countOld` counts payments that have run out by network, never by payer: anybody may read them on the chain, whoever has
 *   paid with them. `bringsOld` says whether a network has brought many.
 */
export const NEWCOMERS = `
local function standing(set, now)
  redis.call('ZREMRANGEBYSCORE', set, '-inf', now)
  return redis.call('ZCARD', set)
end
local function firstEnd(set, now)
  return tonumber(redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')[2]) - now
end
local function waitForNewcomer(vain, slots, now, network, household, group, mostSlots, shown)
  local scanned = group == 'scans' and household ~= '' and redis.call('PTTL', vain .. ':scanned:' .. household) or 0
  if scanned > 0 then return scanned end
  if standing(vain .. ':' .. network, now) < ${MOST.ofNetwork} and standing(vain, now) < ${MOST.inAll} then return nil end
  if tonumber(mostSlots) == 1 or shown == 'unread' then
    if standing(vain .. ':shared', now) < ${SHARED} then return nil, 'shared' end
    return firstEnd(vain .. ':shared', now)
  end
  if shown == '' then return nil, 'unshown' end
  local own = redis.call('ZSCORE', slots, 'shown')
  if own and tonumber(own) > now then return tonumber(own) - now end
  local places = vain .. ':shown:' .. network
  if standing(places, now) < ${SHOWN} then return nil, 'shown' end
  return firstEnd(places, now)
end
local function countUntil(set, now, owner, ms)
  redis.call('ZADD', set, now + ms, owner)
  if redis.call('PTTL', set) < ms then redis.call('PEXPIRE', set, ms) end
end
local function workFor(record, vain, slots, now, network, owner, place, leaseMs)
  countUntil(vain, now, owner, ${COUNTED_MS})
  countUntil(vain .. ':' .. network, now, owner, ${COUNTED_MS})
  if place == 'shared' then countUntil(vain .. ':shared', now, owner, tonumber(leaseMs)) end
  if place == 'shown' then
    countUntil(vain .. ':shown:' .. network, now, owner, ${SHOWN_MS})
    countUntil(slots, now, 'shown', ${SHOWN_MS})
  end
  redis.call('HSET', record, 'vain', network .. ' ' .. owner, 'vainIn', vain)
end
local function scanFrom(record, vain, household, group)
  if group == 'scans' then redis.call('HSET', record, 'vainIn', vain, 'household', household) end
end
local function scannedInVain(vain, household, ms)
  if vain and household and household ~= '' then redis.call('SET', vain .. ':scanned:' .. household, '1', 'PX', ms) end
end
local function looksAreOver(vain, network)
  local looks = redis.call('INCR', vain .. ':looks:' .. network)
  if looks == 1 then redis.call('PEXPIRE', vain .. ':looks:' .. network, ${LOOKS_MS}) end
  return looks > ${MOST.looks} and '1' or ''
end
local function countOld(vain, network)
  local old = redis.call('INCR', vain .. ':old:' .. network)
  if old == 1 then redis.call('PEXPIRE', vain .. ':old:' .. network, ${LOOKS_MS}) end
end
local function bringsOld(vain, network)
  return tonumber(redis.call('GET', vain .. ':old:' .. network) or '0') >= ${MOST_OLD}
end
local function workIsNotInVain(vain, work, slots)
  if not vain or not work then return end
  local network, owner = string.match(work, '^(.*) ([^ ]+)$')
  local places = vain .. ':shown:' .. network
  if redis.call('ZREM', places, owner) == 1 then redis.call('ZREM', slots, 'shown') end
  for _, set in ipairs({ vain, vain .. ':' .. network, vain .. ':shared' }) do redis.call('ZREM', set, owner) end
end
`;
