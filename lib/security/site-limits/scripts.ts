import { NOW } from "@/lib/store/redis-time";

/**
 * The limits of one registrable domain, each step on one primary. KEYS: the domain's starts (sorted set: scan ids by time),
 * its lease (string: the scan under way), its visit (hash: `by` whom, a field for each kind of audit that it has had), and
 * the refused starts (sorted sets likewise) of the site first, then of the caller. Times are Redis' own, in milliseconds.
 */

/** A further kind of audit in a visit that is open is no start of its own. `over`: whose visit the caller may take over. */
const GOES_ON = `
local function goesOn(visit, by, over, kind, any)
  if kind == '' then return false end
  local visitor = redis.call('HGET', visit, 'by')
  if not visitor then return false end
  if visitor ~= by and visitor ~= over and not any then return false end
  return not redis.call('HGET', visit, kind)
end
`;

/**
 * ARGV: scan id, reserve (1) or only look (0), leaseMs, spacingMs, windowMs, starts within the window, refused starts of a site
 * within the spacing and within the window, refused starts of a caller within the window, whose visit (empty for a look:
 * anybody's), whose visit to take over, kind of audit (empty: none that a visit has).
 * Returns the longest wait in milliseconds, why, and of which key; 0 when there is room. Then the lease is taken, and the
 * start stands among the refused ones until BEGIN moves it: one that a dead worker leaves counts as refused.
 */
export const ADMIT = `${NOW}${GOES_ON}
local id, take = ARGV[1], ARGV[2] == '1'
local lease, spacing, window = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local by, over, kind = ARGV[10], ARGV[11], ARGV[12]
local longest, why, whose = 0, '', 0
local function wait(ms, reason, key)
  if ms > longest then longest, why, whose = ms, reason, key end
end
local function most(key, number, limit, span, reason)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  if redis.call('ZSCORE', key, id) then return end
  local nth = redis.call('ZRANGE', key, -limit, -limit, 'WITHSCORES')
  if nth[2] then wait(tonumber(nth[2]) + span - now, reason, number) end
end
local holder = redis.call('GET', KEYS[2])
if take and holder and holder ~= id then
  wait(math.max(1, redis.call('PTTL', KEYS[2])), 'in_flight', 1)
end
if not goesOn(KEYS[3], by, over, kind, by == '' and not take) then
  most(KEYS[1], 1, 1, spacing, 'too_soon')
  most(KEYS[1], 1, tonumber(ARGV[6]), window, 'too_many')
end
most(KEYS[4], 4, tonumber(ARGV[7]), spacing, 'refused')
most(KEYS[4], 4, tonumber(ARGV[8]), window, 'refused')
for number = 5, #KEYS do
  most(KEYS[number], number, tonumber(ARGV[9]), window, 'refused')
end
if longest > 0 or not take then return {longest, why, whose} end
redis.call('SET', KEYS[2], id, 'PX', lease)
for number = 4, #KEYS do
  redis.call('ZADD', KEYS[number], now, id)
  redis.call('PEXPIRE', KEYS[number], window)
end
return {0, '', 0}
`;

/**
 * Counts a reserved scan as started. ARGV: scan id, spacingMs, windowMs, whose visit (empty: nobody's), whose visit to take
 * over, kind of audit, the key of its payment. Returns 1, or 0 where the lease has run out meanwhile. Asked again, it changes
 * nothing.
 */
export const BEGIN = `${NOW}${GOES_ON}
local id, spacing, window = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local by, over, kind, mark = ARGV[4], ARGV[5], ARGV[6], ARGV[1] .. ' ' .. ARGV[7]
if redis.call('GET', KEYS[2]) ~= id then return 0 end
for number = 4, #KEYS do
  redis.call('ZREM', KEYS[number], id)
end
if by ~= '' and redis.call('HGET', KEYS[3], kind) == mark then return 1 end
if not goesOn(KEYS[3], by, over, kind, false) then
  redis.call('ZADD', KEYS[1], now, id)
  redis.call('PEXPIRE', KEYS[1], window)
  redis.call('DEL', KEYS[3])
end
if by ~= '' then
  redis.call('HSET', KEYS[3], 'by', by, kind, mark)
  if redis.call('PTTL', KEYS[3]) < 0 then redis.call('PEXPIRE', KEYS[3], math.max(1, spacing)) end
end
return 1
`;

/**
 * Ends a scan's lease, and nobody else's. ARGV: scan id, how many of the refused starts are none after all: 0, 1 (the site's) or
 * all of them.
 */
export const RELEASE = `
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
for number = 4, math.min(#KEYS, 3 + tonumber(ARGV[2])) do
  redis.call('ZREM', KEYS[number], ARGV[1])
end
return 'ok'
`;
