/**
 * A journal line as the commands that write it, for the scripts that sell and those that correct. The key of the index
 * is followed by the day's number for the day's stream (keys.ts has the same). The line's time is its id, by Redis'
 * clock: the moment at which the store has it. lib/payments/journal/line.ts says what stands in a line.
 */
export const JOURNAL_LINE = `
local function journalled(index, now, words)
  local day = string.format('%d', math.floor(now / 86400000))
  return {
    { 'XADD', index .. ':' .. day, '*', 'line', table.concat(words, ' ') },
    { 'HINCRBY', index, day, '1' },
  }
end
`;

/**
 * A sale's line as two more of its effects: what the store refuses of them costs nobody the answer, and is reported as
 * theirs is; nor does a receipt that can't be read. `receipt` is the settlement's, as the record keeps it: it names what was
 * paid in where that is not USDC, and the beginning tells it.
 */
export const JOURNAL_SALE = `${JOURNAL_LINE}
local function withSale(effects, index, now, state, entry, receipt)
  local read, paid = pcall(cjson.decode, receipt)
  if not read or type(paid) ~= 'table' then paid = {} end
  local route = string.gsub(string.gsub(entry, '^/api/', ''), '^svc%-', '')
  local words = { state, route, string.sub(paid.network or '-', 1, 13), string.sub(paid.asset or 'USDC', 1, 4), paid.amount or '-', paid.payer or '-',
    paid.transaction or '-', paid.by or '-' }
  for _, command in ipairs(journalled(index, now, words)) do effects[#effects + 1] = command end
  return effects
end
`;
