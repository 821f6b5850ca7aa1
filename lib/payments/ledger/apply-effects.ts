import { APPLIED_AT } from "@/lib/handler";

/**
 * Applies effects, a list of commands, at the moment `now` (ms), which stands for APPLIED_AT in them. One that Redis refuses keeps neither the others from being applied nor the
 * payer from the answer: else each attempt to settle would fail there, and repeat those before it. It is reported.
 */
export const APPLY = `
local function apply(effects, now)
  local refused
  for _, effect in ipairs(effects) do
    for i, argument in ipairs(effect) do
      if string.find(argument, '${APPLIED_AT}', 1, true) then
        effect[i] = string.gsub(argument, '${APPLIED_AT}', tostring(now))
      end
    end
    local reply = redis.pcall(unpack(effect))
    if type(reply) == 'table' and reply.err then refused = reply.err end
  end
  return refused and 'refused: ' .. refused or 'ok'
end
`;
