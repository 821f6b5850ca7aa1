/**
 * A scan is admitted to all of its subjects or to none, in one step on one primary. KEYS come in pairs, a subject's
 * starts (sorted set: scan ids by start) and its lease (string: the scan under way). Times are Redis' own, in
 * milliseconds.
 */

const NOW = `
local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
`;

/**
 * ARGV: scan id, take (1) or only look (0), leaseMs, spacingMs, windowMs, perWindow.
 * Returns the longest wait of all subjects in milliseconds, why, and whose; 0 when there is room, which is taken.
 * A scan that holds a lease already is not counted again, in case its first reply was lost.
 */
export const ADMIT = `${NOW}
local id, take = ARGV[1], ARGV[2] == '1'
local lease, spacing, window, most = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local longest, why, whose = 0, '', 0
local function wait(ms, reason, pair)
  if ms > longest then longest, why, whose = ms, reason, pair end
end
for pair = 1, #KEYS / 2 do
  local starts, held = KEYS[pair * 2 - 1], KEYS[pair * 2]
  local holder = redis.call('GET', held)
  if holder ~= id then
    if holder then wait(math.max(1, redis.call('PTTL', held)), 'in_flight', pair) end
    redis.call('ZREMRANGEBYSCORE', starts, '-inf', now - window)
    local last = redis.call('ZRANGE', starts, -1, -1, 'WITHSCORES')
    if last[2] then wait(tonumber(last[2]) + spacing - now, 'too_soon', pair) end
    local count = redis.call('ZCARD', starts)
    if count >= most then
      local oldest = redis.call('ZRANGE', starts, count - most, count - most, 'WITHSCORES')
      wait(tonumber(oldest[2]) + window - now, 'too_many', pair)
    end
  end
end
if longest > 0 or not take then return {longest, why, whose} end
for pair = 1, #KEYS / 2 do
  local starts, held = KEYS[pair * 2 - 1], KEYS[pair * 2]
  if redis.call('GET', held) ~= id then
    redis.call('ZADD', starts, now, id)
    redis.call('PEXPIRE', starts, window)
    redis.call('SET', held, id, 'PX', lease)
  end
end
return {0, '', 0}
`;

/** Ends a scan's leases, and nobody else's. ARGV: scan id. */
export const RELEASE = `
for pair = 1, #KEYS / 2 do
  if redis.call('GET', KEYS[pair * 2]) == ARGV[1] then redis.call('DEL', KEYS[pair * 2]) end
end
return 'ok'
`;
