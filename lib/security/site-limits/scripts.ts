import { NOW } from "@/lib/store/redis-time";

/**
 * A scan is admitted to all of its subjects or to none, in one step on one primary. KEYS come in threes, a subject's
 * starts (sorted set: scan ids by start), its lease (string: the scan under way) and its visit (hash: `by` whom, a field
 * for each kind of audit that it has had, `moved` once one was given back). Times are Redis' own, in milliseconds.
 */

/**
 * ARGV: scan id, take (1) or only look (0), leaseMs, spacingMs, windowMs, perWindow, whose visit (empty: anybody's, for a
 * look, and nobody's when it is taken), kind of audit (empty: none that a visit has).
 * Returns the longest wait of all subjects in milliseconds, why, and whose; 0 when there is room, which is taken.
 * A scan that holds a lease already is not counted again, in case its first reply was lost. A further kind of audit in a
 * visit that is open is no start of its own.
 */
export const ADMIT = `${NOW}
local id, take = ARGV[1], ARGV[2] == '1'
local lease, spacing, window, most = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local by, kind = ARGV[7], ARGV[8]
local longest, why, whose = 0, '', 0
local function wait(ms, reason, subject)
  if ms > longest then longest, why, whose = ms, reason, subject end
end
local function goesOn(visit)
  if kind == '' then return false end
  local visitor = redis.call('HGET', visit, 'by')
  if not visitor or (by ~= visitor and (by ~= '' or take)) then return false end
  return not redis.call('HGET', visit, kind)
end
for subject = 1, #KEYS / 3 do
  local starts, held, visit = KEYS[subject * 3 - 2], KEYS[subject * 3 - 1], KEYS[subject * 3]
  local holder = redis.call('GET', held)
  if holder ~= id then
    if holder then wait(math.max(1, redis.call('PTTL', held)), 'in_flight', subject) end
    if not goesOn(visit) then
      redis.call('ZREMRANGEBYSCORE', starts, '-inf', now - window)
      local last = redis.call('ZRANGE', starts, -1, -1, 'WITHSCORES')
      if last[2] then wait(tonumber(last[2]) + spacing - now, 'too_soon', subject) end
      local count = redis.call('ZCARD', starts)
      if count >= most then
        local oldest = redis.call('ZRANGE', starts, count - most, count - most, 'WITHSCORES')
        wait(tonumber(oldest[2]) + window - now, 'too_many', subject)
      end
    end
  end
end
if longest > 0 or not take then return {longest, why, whose} end
for subject = 1, #KEYS / 3 do
  local starts, held, visit = KEYS[subject * 3 - 2], KEYS[subject * 3 - 1], KEYS[subject * 3]
  if redis.call('GET', held) ~= id then
    if not goesOn(visit) then
      redis.call('ZADD', starts, now, id)
      redis.call('PEXPIRE', starts, window)
      redis.call('DEL', visit)
      if by ~= '' then redis.call('HSET', visit, 'by', by) end
    end
    if by ~= '' then
      redis.call('HSET', visit, kind, '1')
      if redis.call('PTTL', visit) < 0 then redis.call('PEXPIRE', visit, math.max(1, spacing)) end
    end
    redis.call('SET', held, id, 'PX', lease)
  end
end
return {0, '', 0}
`;

/**
 * Ends a scan's leases, and nobody else's. ARGV: scan id, the kind of audit to give back to the visit (empty: none), which
 * a visit gets once.
 */
export const RELEASE = `
for subject = 1, #KEYS / 3 do
  local held, visit = KEYS[subject * 3 - 1], KEYS[subject * 3]
  if redis.call('GET', held) == ARGV[1] then
    redis.call('DEL', held)
    if ARGV[2] ~= '' and redis.call('HGET', visit, 'by') and not redis.call('HGET', visit, 'moved') then
      redis.call('HDEL', visit, ARGV[2])
      redis.call('HSET', visit, 'moved', '1')
    end
  end
end
return 'ok'
`;
