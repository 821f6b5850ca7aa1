import { LuaType, type LuaWasm } from "wasmoon";
import { ReplyError, type Reply, Status } from "../../engine";
import { type Bytes, integerReply } from "../numbers";
import { directLua, type DirectLua } from "./direct";

/** Address of a Lua thread in the machine's memory. */
export type LuaThread = number;

/** Deeper than any sensible answer, and far from the end of either language's stack. */
const DEEPEST_REPLY = 200;

/** Strings up to this length are handed over in one place that is kept for them. */
const SHORT = 4_096;

/** Reads and writes a Lua stack byte by byte: the library's own functions take and give strings as UTF-8. */
export class LuaStack {
  readonly #direct: DirectLua;
  /** Where Lua writes the length of a string. */
  readonly #length: number;
  /** Where short strings wait until Lua has copied them. */
  readonly #short: number;
  #memory: Buffer;

  constructor(private readonly lua: LuaWasm) {
    this.#direct = directLua(lua);
    this.#length = lua.module._malloc(4);
    this.#short = lua.module._malloc(SHORT);
    this.#memory = Buffer.from(lua.module.HEAPU8.buffer);
  }

  /** The machine's memory, which is another object when it has grown. */
  get #bytes(): Buffer {
    const { buffer } = this.lua.module.HEAPU8;
    if (this.#memory.buffer !== buffer) this.#memory = Buffer.from(buffer);
    return this.#memory;
  }

  pushBytes(thread: LuaThread, bytes: Bytes): void {
    if (bytes.length > SHORT) return this.#pushLong(thread, bytes);
    this.#bytes.write(bytes, this.#short, "latin1");
    this.#direct.lua_pushlstring(thread, this.#short, bytes.length);
  }

  #pushLong(thread: LuaThread, bytes: Bytes): void {
    const { module } = this.lua;
    const at = module._malloc(bytes.length + 1);
    if (at === 0) throw new ReplyError("ERR no memory left for a script's string");
    this.#bytes.write(bytes, at, "latin1");
    try {
      this.#direct.lua_pushlstring(thread, at, bytes.length);
    } finally {
      module._free(at);
    }
  }

  /** The bytes of a string on the stack. It must be one: a number would be turned into text in its place. */
  readBytes(thread: LuaThread, index: number): Bytes {
    const at = this.#direct.lua_tolstring(thread, index, this.#length);
    const bytes = this.#bytes;
    return bytes.toString("latin1", at, at + bytes.readInt32LE(this.#length));
  }

  pushList<T>(thread: LuaThread, items: readonly T[], push: (item: T) => void): void {
    this.#direct.lua_createtable(thread, items.length, 0);
    items.forEach((item, index) => {
      push(item);
      this.#direct.lua_rawseti(thread, -2, BigInt(index + 1));
    });
  }

  pushBytesList(thread: LuaThread, items: readonly Bytes[]): void {
    this.pushList(thread, items, (item) => this.pushBytes(thread, item));
  }

  /** A table with one field: how a script sees a simple string (`ok`) and an error (`err`). */
  pushTagged(thread: LuaThread, tag: "ok" | "err", text: Bytes): void {
    this.#direct.lua_createtable(thread, 0, 1);
    this.pushBytes(thread, text);
    this.lua.lua_setfield(thread, -2, tag);
  }

  /** A reply as a script sees it: nil is false, integers are floating point. */
  pushReply(thread: LuaThread, reply: Reply<Bytes>): void {
    if (this.#direct.lua_checkstack(thread, 4) === 0) throw new ReplyError("ERR reached lua stack limit");
    if (reply === null) this.#direct.lua_pushboolean(thread, 0);
    else if (typeof reply === "string") this.pushBytes(thread, reply);
    else if (reply instanceof Status) this.pushTagged(thread, "ok", reply.text);
    else if (reply instanceof ReplyError) this.pushTagged(thread, "err", reply.message);
    else if (Array.isArray(reply)) this.pushList(thread, reply, (item) => this.pushReply(thread, item));
    else this.#direct.lua_pushnumber(thread, Number(reply));
  }

  /** What a script's result is as a reply: numbers lose their fraction, false is nil, a list ends at its first nil. */
  readReply(thread: LuaThread, index: number, depth = 0): Reply<Bytes> {
    switch (this.#direct.lua_type(thread, index)) {
      case LuaType.String:
        return this.readBytes(thread, index);
      case LuaType.Number:
        return truncated(this.#direct.lua_tonumberx(thread, index, null));
      case LuaType.Boolean:
        return this.#direct.lua_toboolean(thread, index) === 0 ? null : 1;
      case LuaType.Table:
        return this.#readTable(thread, this.#direct.lua_absindex(thread, index), depth);
      default:
        return null;
    }
  }

  #readTable(thread: LuaThread, index: number, depth: number): Reply<Bytes> {
    if (depth >= DEEPEST_REPLY || this.#direct.lua_checkstack(thread, 4) === 0)
      return new ReplyError("ERR reached lua stack limit");
    const failure = this.#readTag(thread, index, "err");
    if (failure !== undefined) return new ReplyError(oneLine(failure));
    const status = this.#readTag(thread, index, "ok");
    if (status !== undefined) return new Status(oneLine(status));
    const items: Reply<Bytes>[] = [];
    for (let at = 1n; this.#direct.lua_rawgeti(thread, index, at) !== LuaType.Nil; at++) {
      items.push(this.readReply(thread, -1, depth + 1));
      this.#direct.lua_settop(thread, -2);
    }
    this.#direct.lua_settop(thread, -2);
    return items;
  }

  #readTag(thread: LuaThread, index: number, tag: "ok" | "err"): Bytes | undefined {
    this.pushBytes(thread, tag);
    this.#direct.lua_rawget(thread, index);
    const isText = this.#direct.lua_type(thread, -1) === LuaType.String;
    const text = isText ? this.readBytes(thread, -1) : undefined;
    this.#direct.lua_settop(thread, -2);
    return text;
  }
}

/** Simple strings and errors end at a line's end on the wire, so they can't hold one. */
const oneLine = (text: Bytes): Bytes => text.replace(/[\r\n]/g, " ");

/** As C casts a double to a 64-bit integer on x86-64: what does not fit becomes the lowest. */
function truncated(n: number): number | bigint {
  const fits = Math.abs(n) < 2 ** 63;
  return integerReply(fits ? BigInt(Math.trunc(n)) : -(2n ** 63n));
}
