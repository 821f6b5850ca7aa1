-- JSON as lua-cjson 2.1 reads and writes it, with the messages it gives.
local null, text = ...

-- Methods of strings are the script's: in here only functions are used.
local byte, find, format, gsub, lower, match, sub =
  string.byte, string.find, string.format, string.gsub, string.lower, string.match, string.sub

local DEEPEST = 1000

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["/"] = "\\/", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n",
  ["\r"] = "\\r", ["\t"] = "\\t", ["\127"] = "\\u007f" }

local function quote(value)
  return '"' .. gsub(value, '[%c"\\/\127]', function(character)
    return escapes[character] or format("\\u%04x", byte(character))
  end) .. '"'
end

local function refuse(what, why) error("Cannot serialise " .. what .. ": " .. why, 0) end

-- The length of a table that is a list: all keys are whole numbers from 1. Others answer nil; a list with too many
-- holes is refused.
local function list_length(value)
  local highest, count = 0, 0
  for key in next, value do
    if type(key) ~= "number" or key <= 0 or key ~= math.floor(key) then return nil end
    if key > highest then highest = key end
    count = count + 1
  end
  if highest > count * 2 and highest > 10 then refuse("table", "excessively sparse array") end
  return count > 0 and math.tointeger(highest) or nil
end

local append

local function append_list(out, value, length, depth)
  out[#out + 1] = "["
  for i = 1, length do
    if i > 1 then out[#out + 1] = "," end
    append(out, value[i], depth)
  end
  out[#out + 1] = "]"
end

local function append_object(out, value, depth)
  out[#out + 1] = "{"
  local first = true
  for key, item in next, value do
    if type(key) ~= "number" and type(key) ~= "string" then
      refuse("table", "table key must be a number or string")
    end
    if not first then out[#out + 1] = "," end
    first = false
    out[#out + 1] = (type(key) == "number" and '"' .. text(key) .. '"' or quote(key)) .. ":"
    append(out, item, depth)
  end
  out[#out + 1] = "}"
end

function append(out, value, depth)
  local kind = type(value)
  if value == nil or value == null then out[#out + 1] = "null"
  elseif kind == "string" then out[#out + 1] = quote(value)
  elseif kind == "boolean" then out[#out + 1] = value and "true" or "false"
  elseif kind == "number" then
    if value ~= value or value == math.huge or value == -math.huge then
      refuse("number", "must not be NaN or Inf")
    end
    out[#out + 1] = text(value)
  elseif kind == "table" then
    if depth >= DEEPEST then
      error(format("Cannot serialise, excessive depth (%d)", depth + 1), 0)
    end
    local length = list_length(value)
    if length then append_list(out, value, length, depth + 1) else append_object(out, value, depth + 1) end
  else
    refuse(kind, "type not supported")
  end
end

local function encode(value)
  local out = {}
  append(out, value, 0)
  return table.concat(out)
end

-- Reading. A token is a kind, its value, and where it starts; a value that can't be is T_ERROR with the reason.
local punctuation = { ["{"] = "T_OBJ_BEGIN", ["}"] = "T_OBJ_END", ["["] = "T_ARR_BEGIN", ["]"] = "T_ARR_END",
  [","] = "T_COMMA", [":"] = "T_COLON" }
local unescapes = { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local literals = { { "true", "T_BOOLEAN", true }, { "false", "T_BOOLEAN", false }, { "null", "T_NULL", null } }
local numerals = { "^[+-]?0[xX]%x+%.?%x*[pP][+-]?%d+", "^[+-]?0[xX]%x+%.?%x*",
  "^[+-]?%d+%.?%d*[eE][+-]?%d+", "^[+-]?%.%d+[eE][+-]?%d+", "^[+-]?%d+%.?%d*", "^[+-]?%.%d+" }

-- The character at an escape \uXXXX, as UTF-8, and where it ends; two escapes when they are a surrogate pair.
local function unicode(source, at)
  local code = tonumber(match(source, "^\\u(%x%x%x%x)", at) or "", 16)
  if not code then return nil end
  if code < 0xD800 or code > 0xDFFF then return utf8.char(code), at + 6 end
  local low = tonumber(match(source, "^\\u(%x%x%x%x)", at + 6) or "", 16)
  if code > 0xDBFF or not low or low < 0xDC00 or low > 0xDFFF then return nil end
  return utf8.char(0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)), at + 12
end

local function read_string(source, start)
  local out, at = {}, start + 1
  while true do
    local stop = find(source, '["\\%z]', at)
    if not stop or sub(source, stop, stop) == "\0" then
      return "T_ERROR", "unexpected end of string", stop or #source + 1
    end
    out[#out + 1] = sub(source, at, stop - 1)
    if sub(source, stop, stop) == '"' then return "T_STRING", table.concat(out), stop + 1 end
    local letter = sub(source, stop + 1, stop + 1)
    if letter == "u" then
      local character, after = unicode(source, stop)
      if not character then return "T_ERROR", "invalid unicode escape code", stop end
      out[#out + 1], at = character, after
    else
      if not unescapes[letter] then return "T_ERROR", "invalid escape code", stop end
      out[#out + 1], at = unescapes[letter], stop + 2
    end
  end
end

local function read_number(source, at)
  for _, pattern in ipairs(numerals) do
    local found = match(source, pattern, at)
    if found then return "T_NUMBER", tonumber(found) + 0.0, at + #found end
  end
  local sign, word = match(source, "^([+-]?)(%a+)", at)
  word = word and lower(word)
  if word == "nan" then return "T_NUMBER", 0 / 0, at + #sign + 3 end
  if word == "inf" or word == "infinity" then
    return "T_NUMBER", sign == "-" and -math.huge or math.huge, at + #sign + #word
  end
  return "T_ERROR", "invalid token", at
end

-- The kind, value, start and end of the token at or after a place.
local function next_token(source, from)
  local at = find(source, "[^ \t\n\r]", from) or #source + 1
  local first = sub(source, at, at)
  if first == "" then return "T_END", nil, at, at end
  if punctuation[first] then return punctuation[first], nil, at, at + 1 end
  if first == '"' then
    local kind, value, after = read_string(source, at)
    return kind, value, kind == "T_ERROR" and after or at, after
  end
  for _, literal in ipairs(literals) do
    if sub(source, at, at + #literal[1] - 1) == literal[1] then
      return literal[2], literal[3], at, at + #literal[1]
    end
  end
  local kind, value, after = "T_ERROR", "invalid token", at
  if find(first, "[-%diInN]") then kind, value, after = read_number(source, at) end
  return kind, value, at, after
end

local function decode(source)
  if type(source) == "number" then source = format("%.14g", source) end
  if type(source) ~= "string" then
    error("bad argument #1 to 'decode' (string expected, got " .. type(source) .. ")", 0)
  end
  local place, depth = 1, 0
  local kind, value, start

  local function advance() kind, value, start, place = next_token(source, place) end
  local function expected(what)
    error(format("Expected %s but found %s at character %d", what,
      kind == "T_ERROR" and value or kind, start), 0)
  end
  local function descend()
    depth = depth + 1
    if depth > DEEPEST then
      error(format("Found too many nested data structures (%d)", depth), 0)
    end
  end

  local read_value

  local function read_object()
    descend()
    local object = {}
    advance()
    if kind ~= "T_OBJ_END" then
      while true do
        if kind ~= "T_STRING" then expected("object key string") end
        local key = value
        advance()
        if kind ~= "T_COLON" then expected("colon") end
        advance()
        object[key] = read_value()
        advance()
        if kind == "T_OBJ_END" then break end
        if kind ~= "T_COMMA" then expected("comma or object end") end
        advance()
      end
    end
    depth = depth - 1
    return object
  end

  local function read_list()
    descend()
    local list, count = {}, 0
    advance()
    if kind ~= "T_ARR_END" then
      while true do
        count = count + 1
        list[count] = read_value()
        advance()
        if kind == "T_ARR_END" then break end
        if kind ~= "T_COMMA" then expected("comma or array end") end
        advance()
      end
    end
    depth = depth - 1
    return list
  end

  function read_value()
    if kind == "T_OBJ_BEGIN" then return read_object() end
    if kind == "T_ARR_BEGIN" then return read_list() end
    if kind == "T_STRING" or kind == "T_NUMBER" or kind == "T_BOOLEAN" or kind == "T_NULL" then return value end
    expected("value")
  end

  advance()
  local result = read_value()
  advance()
  if kind ~= "T_END" then expected("the end") end
  return result
end

-- A function of one argument whose errors name the caller's place.
local function entry(fn)
  return function(...)
    if select("#", ...) ~= 1 then error("bad argument #1 (expected 1 argument)", 2) end
    local done, value = pcall(fn, (...))
    if not done then error(value, 2) end
    return value
  end
end

return { encode = entry(encode), decode = entry(decode), null = null }
