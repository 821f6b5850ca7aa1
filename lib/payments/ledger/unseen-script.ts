/**
 * The sales that stand by a facilitator's word alone, until our own node has seen their money: a lie costs no more of them, by
 * number and by value, than may stand unseen at once. What is proved to be a lie goes on counting.
 */

/** How the bounds grow with what our node has seen of a facilitator's sales, and how often they may be the first ones at most. */
const SEEN_A_SALE = 4;
const SEEN_SHARE = 10;
const MOST_TIMES = 40;

const HOUR_MS = 3_600_000;

/**
 * Each facilitator's unseen sales are a hash: keys of records and their values (USDC base units), `count` and `sum`, how many
 * those are and of what value, and `seen` and `seenSum`, the same of those that were confirmed.
 * - `placeUnseen(told, record, now)`: takes room for a sale at the first facilitator that has some. Returns its
 *   place (from 0) as text; `watched` where none has room; `used-up` where our node is silent and the hour's value is used up.
 * - `standUnseen`: the sale stands by that facilitator's word. `forgetUnseen`: it does not, or not any more.
 * - `haveSeen`: our node has seen its money. `areLied`: it is proved that it never moved: the history counts no more.
 */
export const UNSEEN = `
local function forgetUnseen(record)
  local hash = redis.call('HGET', record, 'unseenIn')
  local amount = hash and redis.call('HGET', hash, record)
  if hash then redis.call('HDEL', record, 'unseenIn') end
  if not amount then return nil end
  redis.call('HDEL', hash, record)
  redis.call('HINCRBY', hash, 'count', -1)
  redis.call('HINCRBY', hash, 'sum', -tonumber(amount))
  return hash, amount
end
local function standUnseen(hash, record, amount)
  if redis.call('HGET', record, 'unseenIn') == hash then return end
  forgetUnseen(record)
  if redis.call('HSETNX', hash, record, amount) == 1 then
    redis.call('HINCRBY', hash, 'count', 1)
    redis.call('HINCRBY', hash, 'sum', amount)
  end
  redis.call('HSET', record, 'unseenIn', hash)
end
local function haveSeen(record)
  local hash, amount = forgetUnseen(record)
  if not hash then return end
  redis.call('HINCRBY', hash, 'seen', 1)
  redis.call('HINCRBY', hash, 'seenSum', amount)
end
local function areLied(record)
  local hash = redis.call('HGET', record, 'unseenIn')
  if hash then redis.call('HDEL', hash, 'seen', 'seenSum') end
end
local function hasRoom(hash, told)
  local counts = redis.call('HMGET', hash, 'count', 'sum', 'seen', 'seenSum')
  local count, sum = tonumber(counts[1] or 0), tonumber(counts[2] or 0)
  local seen, seenSum = tonumber(counts[3] or 0), tonumber(counts[4] or 0)
  local sales = math.min(told.sales * ${MOST_TIMES}, told.sales + math.floor(seen / ${SEEN_A_SALE}))
  local value = math.min(told.value * ${MOST_TIMES}, told.value + math.floor(seenSum / ${SEEN_SHARE}))
  return count < sales and sum + told.amount <= value
end
local function takeOfHour(told, now)
  local hour = told.hourly .. ':' .. math.floor(now / ${HOUR_MS})
  if tonumber(redis.call('GET', hour) or '0') + told.amount > told.hourlyValue then return false end
  redis.call('INCRBY', hour, told.amount)
  redis.call('PEXPIRE', hour, ${HOUR_MS})
  return true
end
local function placeUnseen(told, record, now)
  if redis.call('EXISTS', told.silent) == 1 then
    if not takeOfHour(told, now) then return 'used-up' end
    standUnseen(told.hashes[1], record, told.amount)
    return '0'
  end
  for place, hash in ipairs(told.hashes) do
    if hasRoom(hash, told) then
      standUnseen(hash, record, told.amount)
      return tostring(place - 1)
    end
  end
  return 'watched'
end
`;
