/**
 * Work for newcomers that ended unpaid, or has not ended yet, at most within an hour: of one network, and in all. Looks at the
 * chain for payments without a slot, of one network at most within a minute: a wallet and a payment cost nothing to make.
 */
const MOST = { ofNetwork: 100, inAll: 1_000, looks: 30 } as const;

/**
 * Payments that can't be sent any more, of one network within a minute, until each of its payments that may be such a one has
 * to be shown to be none before anybody else is asked about it.
 */
export const MOST_OLD = 5;
export const NEWCOMERS_MOST = MOST.inAll;

/** How long work in vain, and looks, are counted, in milliseconds. */
const COUNTED_MS = 3_600_000;
const LOOKS_MS = 60_000;

/** How many payments newcomers may have under way, all together, while a budget is used up. */
const SHARED = 3;

/**
 * A wallet costs nothing to make, and one balance feeds a thousand of them in turn: a payer's own slots bound no work for
 * payers who have never paid. Their work is counted before it is done, and taken back where it is paid for or failed by no
 * doing of theirs: in one sorted set in all and one by network, whose key is the first's and the network (member: the claim's
 * owner; score: until when it counts). While a budget is used up newcomers share a few slots in a third one, each for as long as a
 * lease where nothing is paid.
 *
 * `waitForNewcomer` returns how long a newcomer must wait (ms), or nil, and whether it needs a shared slot; `workFor` counts the
 * work, and its record says where; `workIsNotInVain` takes it back. After a scan in vain, of which the payer's doing is the
 * cause, `scannedInVain` keeps newcomers of its address, or its /64, which `scanFrom` notes whoever pays, from scans for as long as the
 * payer: another wallet costs nothing. Before anybody hears `busy` the chain is asked whether the
 * payment has moved: `looksAreOver` counts that by network, and says when there were enough of it for this minute.
 * A payment that has run out may be read on the chain by anybody, whoever has paid with it: `countOld` counts those by
 * network, never by payer, and `bringsOld` says whether a network has brought many.
 */
export const NEWCOMERS = `
local function standing(set, now)
  redis.call('ZREMRANGEBYSCORE', set, '-inf', now)
  return redis.call('ZCARD', set)
end
local function waitForNewcomer(vain, now, network, household, group)
  local scanned = group == 'scans' and household ~= '' and redis.call('PTTL', vain .. ':scanned:' .. household) or 0
  if scanned > 0 then return scanned, false end
  if standing(vain .. ':' .. network, now) < ${MOST.ofNetwork} and standing(vain, now) < ${MOST.inAll} then return nil, false end
  if standing(vain .. ':shared', now) < ${SHARED} then return nil, true end
  return tonumber(redis.call('ZRANGE', vain .. ':shared', 0, 0, 'WITHSCORES')[2]) - now, true
end
local function countUntil(set, now, owner, ms)
  redis.call('ZADD', set, now + ms, owner)
  if redis.call('PTTL', set) < ms then redis.call('PEXPIRE', set, ms) end
end
local function workFor(record, vain, now, network, owner, sharedMs)
  countUntil(vain, now, owner, ${COUNTED_MS})
  countUntil(vain .. ':' .. network, now, owner, ${COUNTED_MS})
  if sharedMs then countUntil(vain .. ':shared', now, owner, sharedMs) end
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
local function workIsNotInVain(vain, work)
  if not vain or not work then return end
  local network, owner = string.match(work, '^(.*) ([^ ]+)$')
  for _, set in ipairs({ vain, vain .. ':' .. network, vain .. ':shared' }) do redis.call('ZREM', set, owner) end
end
`;
