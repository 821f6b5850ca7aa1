import { APPLIED_AT, FIRST_REPLY } from "@/lib/handler";

/**
 * Applies effects, a list of commands, at the moment `now` (ms), which stands for APPLIED_AT in them, as the first one's
 * reply does for FIRST_REPLY. One that Redis refuses keeps neither the others from being applied nor the
 * payer from the answer: else each attempt to settle would fail there, and repeat those before it. It is reported, with its command.
 */
export const APPLY = `
local function apply(effects, now)
  local refused, first
  for i, effect in ipairs(effects) do
    for j, argument in ipairs(effect) do
      if string.find(argument, '${APPLIED_AT}', 1, true) then
        argument = string.gsub(argument, '${APPLIED_AT}', tostring(now))
      end
      if first and string.find(argument, '${FIRST_REPLY}', 1, true) then
        argument = string.gsub(argument, '${FIRST_REPLY}', first)
      end
      effect[j] = argument
    end
    local reply = redis.pcall(unpack(effect))
    if type(reply) == 'table' and reply.err then refused = reply.err .. ' (' .. effect[1] .. ')' end
    if i == 1 and type(reply) == 'number' then first = string.format('%d', reply) end
  end
  return refused and 'refused: ' .. refused or 'ok'
end
`;
