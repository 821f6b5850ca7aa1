-- What a script finds around it: Redis' environment for Lua 5.1, on Lua 5.4.
-- Numbers are floating point throughout (the scripts are rewritten so), which leaves three places that show the
-- difference and are closed here (a length, `#t`, is still an integer: modulo it when it is 0 is an error): a number turned into text, a number given where a library wants text or a whole
-- number, and libraries that came or went between the versions.
local host = ...
local cjson = load(host.cjson, "=cjson")(host.null)

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

-- `a .. b` runs as `a .. joint .. b`: the right half waits in a table until the left half is known.
-- (A table with a __concat of its own must stand on the right.)
local joint, waiting = {}, {}
local function join(left, right)
  if left == joint then return setmetatable({ right }, waiting) end
  right = right[1]
  local first, second = text(left), text(right)
  if type(first) == "string" and type(second) == "string" then return first .. second end
  local meta = debug.getmetatable(right)
  if type(meta) == "table" and meta.__concat then return meta.__concat(left, right) end
  local culprit = type(first) == "string" and type(right) or type(left)
  error("attempt to concatenate a " .. culprit .. " value", 2)
end
joint = setmetatable(joint, { __concat = join })
waiting.__concat = join

local readers = {
  t = text,
  w = whole,
  p = place,
  n = function(value) return tonumber(value) or error("number expected, got " .. type(value), 3) end,
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

local maths = only(math, "abs acos asin atan cos deg exp fmod huge log max min modf pi rad random " ..
  "randomseed sin sqrt tan")
maths.max, maths.min = taking("n", math.max), taking("n", math.min)
maths.floor = function(a) return floor(a) + 0.0 end
maths.ceil = function(a) return -floor(-a) + 0.0 end
maths.pow = function(a, b) return a ^ b end
maths.log10 = function(a) return math.log(a, 10) end
maths.mod = math.fmod
maths.random = taking("w", math.random)

-- Tables that a script may read but not change.
local kept = {}
local READONLY = "Attempt to modify a readonly table"
local function refuse() error(READONLY, 2) end
local function readonly(contents, index)
  local view = setmetatable({}, { __index = index or contents, __newindex = refuse, __metatable = false })
  kept[view] = true
  return view
end

getmetatable("").__index = strings
getmetatable("").__metatable = false

local globals = only(_G, "assert error ipairs next pairs rawequal select type xpcall _VERSION")
globals._VERSION = "Lua 5.1"
globals.__concat = joint
globals.string, globals.table, globals.math = readonly(strings), readonly(tables), readonly(maths)
globals.coroutine = readonly(only(coroutine, "create resume running status wrap yield"))
globals.os = readonly(only(os, "clock"))
globals.cjson = readonly(cjson(text))
globals.select = taking("p-", select)
globals.unpack = function(list, first, last) return unpack(list, place(first), place(last)) end
globals.tostring = function(value) return type(value) == "number" and text(value) or tostring(value) end
globals.collectgarbage = function() return 0 end

-- As C's strtoul reads it: too much becomes the most, and a minus counts down from 2^64.
local function in_base(value, base)
  if type(base) ~= "number" or base < 2 or base > 36 then error("base out of range", 3) end
  local sign, digits = match(lower(text(value)), "^%s*(%-?)(%w+)%s*$")
  if base == 16 then digits = digits and gsub(digits, "^0x(%x)", "%1") end
  if not digits then return nil end
  local number = 0.0
  for digit in gmatch(digits, ".") do
    digit = tonumber(digit, 36)
    if digit >= base then return nil end
    number = number * base + digit
  end
  number = math.min(number, 2.0 ^ 64)
  return sign == "-" and number > 0 and 2.0 ^ 64 - number or number
end

local named = { inf = math.huge, infinity = math.huge, nan = 0 / 0 }
function globals.tonumber(value, base)
  if base ~= nil and whole(base) ~= 10 then return in_base(value, whole(base)) end
  local number = tonumber(value)
  if number then return number + 0.0 end
  local sign, word = match(lower(tostring(value)), "^%s*([+-]?)(%a+)%s*$")
  number = type(value) == "string" and named[word]
  return number and (sign == "-" and -number or number) or nil
end

function globals.getmetatable(value)
  if kept[value] then return false end
  return getmetatable(value)
end

-- As in Redis, an error that was raised as a table arrives as its text.
local function settled(done, failure, ...)
  if not done and type(failure) == "table" and type(failure.err) == "string" then return false, failure.err end
  return done, failure, ...
end
globals.pcall = function(...) return settled(pcall(...)) end

-- A finalizer would run outside of the script's budget.
function globals.setmetatable(value, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then error("__gc is not available", 2) end
  return setmetatable(value, meta)
end

function globals.rawset(target, key, value)
  if kept[target] then error(READONLY, 2) end
  return rawset(target, key, value)
end

globals.rawget = rawget

local environment = readonly(globals, function(_, name)
  local value = globals[name]
  if value == nil then
    error("Script attempted to access nonexistent global variable '" .. tostring(name) .. "'", 2)
  end
  return value
end)
globals._G = environment

-- Compiles a script. Answers the function, or nothing and the reason.
local function compile(source, name)
  local translated, reason = host.translate(source)
  if not translated then return nil, reason end
  return load(translated, name, "t", environment)
end

function globals.loadstring(source, name) return compile(text(source), name or "=(load)") end
function globals.load(pieces, name)
  local all = {}
  for piece in pieces do
    if piece == "" then break end
    all[#all + 1] = piece
  end
  return compile(table.concat(all), name or "=(load)")
end

local redis = {
  LOG_DEBUG = 0.0, LOG_VERBOSE = 1.0, LOG_NOTICE = 2.0, LOG_WARNING = 3.0,
  REPL_NONE = 0.0, REPL_AOF = 1.0, REPL_SLAVE = 2.0, REPL_REPLICA = 2.0, REPL_ALL = 3.0,
  call = host.call, pcall = host.pcall,
}

local function one_string(value, ...)
  return type(value) == "string" and select("#", ...) == 0
end

function redis.error_reply(...)
  if not one_string(...) then return { err = "ERR wrong number or type of arguments" } end
  local message = gsub(gsub((...), "^-", ""), "[\r\n]+$", "")
  return { err = find(message, " ", 1, true) and message or "ERR " .. message }
end

function redis.status_reply(...)
  if not one_string(...) then return { err = "ERR wrong number or type of arguments" } end
  return { ok = (...) }
end

function redis.sha1hex(...)
  if select("#", ...) ~= 1 then error("wrong number of arguments", 2) end
  return host.sha1hex(text((...)))
end

function redis.log() end
function redis.set_repl() end
function redis.replicate_commands() return true end
function redis.setresp(version)
  if version ~= 2 then error("RESP version must be 2.", 2) end
end

globals.redis = readonly(redis)

-- The line of the script that runs, as seen from the handler of its error.
local function line_of_script()
  local level = 3
  local info = debug.getinfo(level, "Sl")
  while info do
    if info.source == "@user_script" then return info.currentline end
    level = level + 1
    info = debug.getinfo(level, "Sl")
  end
end

-- Gives an error a code in front and the place in the script that it came from.
local function explain(failure)
  local line = line_of_script()
  if type(failure) ~= "table" then
    local place = line and "user_script:" .. line .. ": " or ""
    failure = { err = "ERR " .. gsub(tostring(failure), "^environment:%d+: ", place) }
  end
  failure.line = line
  return failure
end

local compiled = {}

-- Compiles the script that the host has ready and keeps it under its sha1.
local function define()
  local sha1, source = host.script()
  local script, reason = compile(source, "@user_script")
  if script then compiled[sha1] = script else host.uncompiled(reason) end
end

-- Runs the script that the host asks for.
local function run()
  local sha1, keys, argv = host.request()
  globals.KEYS, globals.ARGV = keys, argv
  local done, value = xpcall(compiled[sha1], explain)
  if done then return host.answer(value) end
  if type(value) ~= "table" then value = { err = "ERR " .. tostring(value) } end
  host.failed(type(value.err) == "string" and value.err or "ERR unknown error", value.line)
end

local function forget() compiled = {} end

return define, run, forget
