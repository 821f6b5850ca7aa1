-- What a script finds around it: Redis' environment, of which it may change nothing.
local host = ...
local libraries = load(host.libraries, "=environment")()
local cjson = load(host.cjson, "=environment")(host.null, libraries.text)
local gsub, find, sub = string.gsub, string.find, string.sub

-- Tables that a script may read but not change.
local kept = {}
local READONLY = "Attempt to modify a readonly table"
local function refuse() error(READONLY, 2) end
local function readonly(contents, index)
  local view = setmetatable({}, { __index = index or contents, __newindex = refuse, __metatable = false })
  kept[view] = true
  return view
end

getmetatable("").__index = libraries.string
getmetatable("").__metatable = false

local globals = libraries.base
globals.__joint = libraries.joint
for _, name in ipairs({ "string", "table", "math", "coroutine", "os" }) do
  globals[name] = readonly(libraries[name])
end
globals.cjson = readonly(cjson)
globals.collectgarbage = function() return 0 end

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

-- The handler runs when the error has unwound: Lua would run it where the error was raised, and when that was the end
-- of the budget, nothing would stop it there.
local function handled(handler, done, ...)
  if done then return done, ... end
  return false, handler(...)
end
function globals.xpcall(body, handler) return handled(handler, pcall(body)) end

-- A finalizer would run outside of the script's budget.
function globals.setmetatable(value, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then error("__gc is not available", 2) end
  return setmetatable(value, meta)
end

function globals.rawset(target, key, value)
  if kept[target] then error(READONLY, 2) end
  return rawset(target, key, value)
end

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

function globals.loadstring(source, name) return compile(libraries.text(source), name or "=(load)") end
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
  return host.sha1hex(libraries.text((...)))
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

-- Drops the script that the host names.
local function forget()
  compiled[(host.script())] = nil
end

return define, run, forget
