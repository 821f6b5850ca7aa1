/**
 * Applies effects, a list of commands. One that Redis refuses keeps neither the others from being applied nor the
 * payer from the answer: else each attempt to settle would fail there, and repeat those before it. It is reported.
 */
export const APPLY = `
local function apply(effects)
  local refused
  for _, effect in ipairs(effects) do
    local reply = redis.pcall(unpack(effect))
    if type(reply) == 'table' and reply.err then refused = reply.err end
  end
  return refused and 'refused: ' .. refused or 'ok'
end
`;
