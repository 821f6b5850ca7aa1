import type { LuaWasm } from "wasmoon";

/** Functions of Lua that take and give numbers only. */
const NUMERIC = [
  "lua_absindex",
  "lua_checkstack",
  "lua_createtable",
  "lua_gettop",
  "lua_pcallk",
  "lua_pushboolean",
  "lua_pushnumber",
  "lua_rawget",
  "lua_rawgeti",
  "lua_rawseti",
  "lua_sethook",
  "lua_settop",
  "lua_toboolean",
  "lua_tonumberx",
  "lua_type",
] as const;

/** Lua as it was compiled, without the library's look at each argument: that costs more than what Lua does. */
export interface DirectLua extends Pick<LuaWasm, (typeof NUMERIC)[number]> {
  /** Strings by their place in memory: the library's own functions take and give them as UTF-8. */
  lua_pushlstring(thread: number, at: number, length: number): number;
  lua_tolstring(thread: number, index: number, lengthAt: number): number;
}

export function directLua({ module }: LuaWasm): DirectLua {
  const names = [...NUMERIC, "lua_pushlstring", "lua_tolstring"];
  // The module has each function of Lua's under its C name.
  return Object.fromEntries(
    names.map((name) => [name, Reflect.get(module, `_${name}`)]),
  ) as unknown as DirectLua;
}
