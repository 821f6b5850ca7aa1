/** The moment of a script as `now`, by Redis' own clock, in milliseconds: instances' clocks don't matter. */
export const NOW = `
local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
`;
