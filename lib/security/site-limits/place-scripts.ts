import { NOW } from "@/lib/store/redis-time";

/**
 * The limits of the places that a scan's requests go to. KEYS come in threes, one place's: the scans under way in its network
 * and the requests under way to its address (sorted sets, by when their lease ends), and the scans that its address had
 * (sorted set, by time: scan id, how many requests it sent, the key of its payment). A request's member is the scan's id and a
 * number from 1.
 */

/**
 * Takes room for a scan with one request under way in all its places, or in none. ARGV: scan id, leaseMs, windowMs, and for
 * each place the most scans of its network, the most requests of its address, the scans and the requests of its address
 * within the window (0: any number). Returns the longest wait in milliseconds, and why.
 */
export const ENTER = `${NOW}
local id, lease, window = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local longest, why = 0, ''
local function wait(ms, reason)
  if ms > longest then longest, why = ms, reason end
end
local function full(key, member, most)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZSCORE', key, member) or redis.call('ZCARD', key) < most then return end
  wait(math.max(1, tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]) - now), 'network_busy')
end
for place = 1, #KEYS / 3 do
  local hour, rule = KEYS[place * 3], place * 4
  full(KEYS[place * 3 - 2], id, tonumber(ARGV[rule]))
  full(KEYS[place * 3 - 1], id .. '/1', tonumber(ARGV[rule + 1]))
  local mostScans, mostRequests = tonumber(ARGV[rule + 2]), tonumber(ARGV[rule + 3])
  if mostScans > 0 then
    redis.call('ZREMRANGEBYSCORE', hour, '-inf', now - window)
    local had = redis.call('ZRANGE', hour, 0, -1, 'WITHSCORES')
    local scans, requests = 0, 0
    for at = #had - 1, 1, -2 do
      scans = scans + 1
      requests = requests + tonumber(string.match(had[at], '^%S+ (%d+)'))
      if scans == mostScans or requests >= mostRequests then
        wait(math.max(1, tonumber(had[at + 1]) + window - now), 'network_used_up')
        break
      end
    end
  end
end
if longest > 0 then return {longest, why} end
for place = 1, #KEYS / 3 do
  redis.call('ZADD', KEYS[place * 3 - 2], now + lease, id)
  redis.call('ZADD', KEYS[place * 3 - 1], now + lease, id .. '/1')
  redis.call('PEXPIRE', KEYS[place * 3 - 2], lease)
  redis.call('PEXPIRE', KEYS[place * 3 - 1], lease)
end
return {0, ''}
`;

/**
 * Counts the scan at its addresses and lets it have more requests under way: one, and half of those that are free. ARGV: as
 * ENTER's, then the most for one scan, the key of its payment, and how many requests it may send. Returns how many may be
 * under way.
 */
export const GROW = `${NOW}
local id, lease, window = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local own, counted = tonumber(ARGV[#ARGV - 2]), id .. ' ' .. ARGV[#ARGV] .. ' ' .. ARGV[#ARGV - 1]
for place = 1, #KEYS / 3 do
  local requests = KEYS[place * 3 - 1]
  redis.call('ZREMRANGEBYSCORE', requests, '-inf', now)
  local others = redis.call('ZCARD', requests)
  for number = 1, own do
    if redis.call('ZSCORE', requests, id .. '/' .. number) then others = others - 1 end
  end
  local free = math.max(0, tonumber(ARGV[place * 4 + 1]) - others - 1)
  own = math.min(own, 1 + math.ceil(free / 2))
end
for place = 1, #KEYS / 3 do
  local requests, hour = KEYS[place * 3 - 1], KEYS[place * 3]
  for number = 1, own do redis.call('ZADD', requests, now + lease, id .. '/' .. number) end
  redis.call('PEXPIRE', requests, lease)
  if tonumber(ARGV[place * 4 + 2]) > 0 then
    redis.call('ZADD', hour, now, counted)
    redis.call('PEXPIRE', hour, window)
  end
end
return own
`;

/**
 * Gives a scan's room back. ARGV: scan id, the most for one scan, and as GROW counted it: the key of its payment and how many
 * requests it might send; then how many it sent.
 */
export const LEAVE = `
local id = ARGV[1]
for place = 1, #KEYS / 3 do
  local requests, hour = KEYS[place * 3 - 1], KEYS[place * 3]
  redis.call('ZREM', KEYS[place * 3 - 2], id)
  for number = 1, tonumber(ARGV[2]) do redis.call('ZREM', requests, id .. '/' .. number) end
  local counted = id .. ' ' .. ARGV[4] .. ' ' .. ARGV[3]
  local at = redis.call('ZSCORE', hour, counted)
  if at and ARGV[4] ~= ARGV[5] then
    redis.call('ZREM', hour, counted)
    redis.call('ZADD', hour, at, id .. ' ' .. ARGV[5] .. ' ' .. ARGV[3])
  end
end
return 'ok'
`;
