-- The libraries of Lua 5.1 on Lua 5.4. Scripts are rewritten so that their numbers are floating point. Three places
-- would still show the difference and are closed here: a number that becomes text, a number given where a library
-- wants text or a whole number, and what came or went between the versions.

-- Methods of strings are the script's: in here only functions are used.
local find, format, gmatch, gsub, lower, match, sub =
  string.find, string.format, string.gmatch, string.gsub, string.lower, string.match, string.sub
local floor, pack, unpack = math.floor, table.pack, table.unpack

local function text(value)
  if type(value) == "number" then return format("%.14g", value) end
  return value
end

local function whole(value)
  local number = tonumber(value)
  if number == nil or number ~= number then return value end
  return math.tointeger(number >= 0 and floor(number) or -floor(-number)) or value
end

-- A place in a string or list: beyond these bounds it is past any end, and the library would cut it to 32 bits.
local function place(value)
  local number = whole(value)
  if math.type(number) ~= "integer" then return value end
  return math.max(-2147483647, math.min(2147483647, number))
end

local function metamethod(value, event)
  local meta = debug.getmetatable(value)
  return type(meta) == "table" and meta[event] or nil
end

-- `a .. b` runs as `a .. joint .. b` and `a % b` as `a % joint % b`: one half waits in a table until the other is
-- known, and then the operator is applied here. (A table with a __concat or __mod of its own must be the second.)
local joint, waiting = {}, {}
local function wait(value) return setmetatable({ value }, waiting) end

local function concatenate(left, right)
  local first, second = text(left), text(right)
  if type(first) == "string" and type(second) == "string" then return first .. second end
  local handler = metamethod(left, "__concat") or metamethod(right, "__concat")
  if handler then return handler(left, right) end
  local culprit = type(first) == "string" and type(right) or type(left)
  error("attempt to concatenate a " .. culprit .. " value", 3)
end

-- Lua 5.1 defines the remainder by a division, which rounds; 5.4 computes it exactly.
local function remainder(left, right)
  local first, second = tonumber(left), tonumber(right)
  if first and second then
    first, second = first + 0.0, second + 0.0
    return first - floor(first / second) * second
  end
  local handler = metamethod(left, "__mod") or metamethod(right, "__mod")
  if handler then return handler(left, right) end
  error("attempt to perform arithmetic on a " .. type(first and right or left) .. " value", 3)
end

local function join(left, right)
  if rawequal(left, joint) then return wait(right) end
  local value = concatenate(left, right[1])
  return value
end

local function divide(left, right)
  if rawequal(right, joint) then return wait(left) end
  local value = remainder(left[1], right)
  return value
end

setmetatable(joint, { __concat = join, __mod = divide })
waiting.__concat, waiting.__mod = join, divide

local readers = {
  t = text,
  w = whole,
  p = place,
  n = function(value) return (tonumber(value) or error("number expected, got " .. type(value), 3)) + 0.0 end,
  ["-"] = function(value) return value end,
}

-- Wraps a library function so that its arguments are taken as 5.1 takes them: t as text, w as a whole number, p as
-- a place, n as a number, - as they are; those after the last letter like that one.
local function taking(kinds, fn)
  local takes = {}
  for kind in gmatch(kinds, ".") do takes[#takes + 1] = readers[kind] end
  return function(...)
    local arguments = pack(...)
    for i = 1, arguments.n do arguments[i] = (takes[i] or takes[#takes])(arguments[i]) end
    return fn(unpack(arguments, 1, arguments.n))
  end
end

local function only(library, names)
  local chosen = {}
  for name in gmatch(names, "%S+") do chosen[name] = library[name] end
  return chosen
end

local strings = only(string, "byte char find format gmatch gsub len lower match rep reverse sub upper")
for name, kinds in pairs({
  byte = "tpp", char = "w", find = "ttp-", gmatch = "tt", len = "t", lower = "t", match = "ttp", rep = "tp-",
  reverse = "t", sub = "tpp", upper = "t",
}) do
  strings[name] = taking(kinds, string[name])
end

function strings.gsub(subject, pattern, replacement, limit)
  local given = replacement
  if type(given) == "function" then
    replacement = function(...) return text(given(...)) end
  elseif type(given) == "table" then
    replacement = function(key) return text(given[key]) end
  end
  return gsub(text(subject), text(pattern), text(replacement), place(limit))
end

function strings.format(template, ...)
  local arguments, at = pack(...), 0
  template = gsub(text(template), "%%([-+ #0]*%d*%.?%d*)(.)", function(flags, kind)
    if kind == "%" then return nil end
    at = at + 1
    local value = arguments[at]
    if find("cdiouxX", kind, 1, true) then
      arguments[at] = whole(value)
      if tonumber(value) and math.type(arguments[at]) ~= "integer" then arguments[at] = math.mininteger end
      if kind == "u" then return "%" .. flags .. "d" end
    elseif kind == "s" or kind == "q" then
      if type(value) ~= "string" and type(value) ~= "number" then
        error(format("bad argument #%d to 'format' (string expected, got %s)", at + 1,
          at > arguments.n and "no value" or type(value)), 3)
      end
      arguments[at] = text(value)
    end
  end)
  return format(template, unpack(arguments, 1, arguments.n))
end

local tables = only(table, "sort remove")
tables.insert = function(list, ...)
  if select("#", ...) == 1 then return table.insert(list, (...)) end
  local at, value = ...
  return table.insert(list, place(at), value)
end
tables.concat = function(list, separator, first, last)
  local pieces = {}
  for i = place(first) or 1, place(last) or #list do pieces[#pieces + 1] = text(list[i]) or false end
  return table.concat(pieces, text(separator))
end
tables.getn = function(list) return #list end
tables.maxn = function(list)
  local highest = 0
  for key in pairs(list) do
    if type(key) == "number" and key > highest then highest = key end
  end
  return highest
end

local maths = only(math, "abs acos asin atan cos deg exp huge log max min modf pi rad random " ..
  "randomseed sin sqrt tan")
maths.max, maths.min, maths.fmod = taking("n", math.max), taking("n", math.min), taking("n", math.fmod)
maths.floor = function(a) return floor(a) + 0.0 end
maths.ceil = function(a) return -floor(-a) + 0.0 end
maths.pow = function(a, b) return a ^ b end
maths.log10 = function(a) return math.log(a, 10) end
maths.mod = maths.fmod
maths.random = taking("w", math.random)

local base = only(_G, "assert error ipairs next pairs rawequal rawget type")
base._VERSION = "Lua 5.1"
base.select = taking("p-", select)
base.unpack = function(list, first, last) return unpack(list, place(first), place(last)) end
base.tostring = function(value) return type(value) == "number" and text(value) or tostring(value) end

-- As C's strtoul reads it: too much becomes the most, and a minus counts down from 2^64.
local function in_base(value, radix)
  if type(radix) ~= "number" or radix < 2 or radix > 36 then error("base out of range", 3) end
  local sign, digits = match(lower(text(value)), "^%s*(%-?)(%w+)%s*$")
  if radix == 16 then digits = digits and gsub(digits, "^0x(%x)", "%1") end
  if not digits then return nil end
  local number = 0.0
  for digit in gmatch(digits, ".") do
    digit = tonumber(digit, 36)
    if digit >= radix then return nil end
    number = number * radix + digit
  end
  number = math.min(number, 2.0 ^ 64)
  return sign == "-" and number > 0 and 2.0 ^ 64 - number or number
end

local named = { inf = math.huge, infinity = math.huge, nan = 0 / 0 }
function base.tonumber(...)
  local value, radix = ...
  if select("#", ...) == 0 then error("bad argument #1 to 'tonumber' (value expected)", 2) end
  if radix ~= nil and whole(radix) ~= 10 then return in_base(value, whole(radix)) end
  local number = tonumber(value)
  if number then return number + 0.0 end
  if type(value) ~= "string" then return nil end
  local sign, word = match(lower(value), "^%s*([+-]?)(%a+)%s*$")
  number = named[word]
  return number and (sign == "-" and -number or number) or nil
end

return {
  text = text, joint = joint, base = base, string = strings, table = tables, math = maths,
  coroutine = only(coroutine, "create resume running status wrap yield"), os = only(os, "clock"),
}
