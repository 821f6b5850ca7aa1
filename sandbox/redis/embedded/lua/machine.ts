import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  LUA_REGISTRYINDEX,
  LuaEventMasks,
  LuaFactory,
  LuaGlobal,
  LuaReturn,
  LuaType,
  type LuaWasm,
} from "wasmoon";
import { ReplyError, type Reply } from "../../engine";
import { type Bytes, formatDouble } from "../numbers";
import { DialectError, toLua54 } from "./dialect";
import { directLua, type DirectLua } from "./direct";
import { LuaStack, type LuaThread } from "./stack";

/** What one script may use. One that takes more ends with an error; what it wrote until then stays. */
export interface Budget {
  /** Of Lua's virtual machine. */
  instructions: number;
  milliseconds: number;
  /** Of all scripts that the machine keeps and the one that it runs. */
  memoryBytes: number;
}

/** How often the budget is looked at. */
const INSTRUCTIONS_BETWEEN_LOOKS = 10_000;

const readLua = (file: string) => readFileSync(new URL(file, import.meta.url), "latin1");

/** A call into Redis from a script. */
export type CallFromScript = (words: Bytes[]) => Reply<Bytes>;

interface Request {
  sha1: Bytes;
  keys: readonly Bytes[];
  argv: readonly Bytes[];
  call: CallFromScript;
}

/** Runs Redis scripts on Lua 5.4 compiled to WebAssembly. Between runs only compiled scripts remain in it. */
export class LuaMachine {
  readonly #thread: LuaThread;
  readonly #stack: LuaStack;
  readonly #direct: DirectLua;
  readonly #hook: number;
  readonly #define: number;
  readonly #run: number;
  readonly #forget: number;
  #script = { sha1: "", source: "" };
  #request: Request = { sha1: "", keys: [], argv: [], call: () => null };
  #answer: Reply<Bytes> = null;
  #looksLeft = 0;
  #deadline = 0;

  static async start(budget: Budget): Promise<LuaMachine> {
    return new LuaMachine(await new LuaFactory().getLuaModule(), budget);
  }

  private constructor(
    private readonly lua: LuaWasm,
    private readonly budget: Budget,
  ) {
    const global = new LuaGlobal(lua, true);
    global.setMemoryMax(budget.memoryBytes);
    this.#thread = global.address;
    this.#stack = new LuaStack(lua);
    this.#direct = directLua(lua);
    this.#hook = lua.module.addFunction((thread: LuaThread) => this.#look(thread), "vii");
    lua.luaL_openlibs(this.#thread);
    global.loadString(readLua("environment.lua"), "=environment");
    this.#pushHost();
    global.assertOk(lua.lua_pcallk(this.#thread, 1, 3, 0, 0, null));
    const keep = () => lua.luaL_ref(this.#thread, LUA_REGISTRYINDEX);
    this.#forget = keep();
    this.#run = keep();
    this.#define = keep();
  }

  /** Compiles a script and keeps it. @returns what is wrong with it, if anything */
  define(sha1: string, source: Bytes): ReplyError | undefined {
    this.#script = { sha1, source };
    const answer = this.#protected(this.#define);
    return answer instanceof ReplyError ? answer : undefined;
  }

  /** Runs a script that was defined. */
  run(request: Request): Reply<Bytes> {
    this.#request = request;
    return this.#protected(this.#run);
  }

  /** Drops a script. */
  forget(sha1: string): void {
    this.#script = { sha1, source: "" };
    this.#protected(this.#forget);
  }

  #protected(entry: number): Reply<Bytes> {
    const { budget } = this;
    const lua = this.#direct;
    this.#answer = null;
    this.#looksLeft = Math.ceil(budget.instructions / INSTRUCTIONS_BETWEEN_LOOKS);
    this.#deadline = performance.now() + budget.milliseconds;
    lua.lua_settop(this.#thread, 0);
    lua.lua_rawgeti(this.#thread, LUA_REGISTRYINDEX, BigInt(entry));
    lua.lua_sethook(this.#thread, this.#hook, LuaEventMasks.Count, INSTRUCTIONS_BETWEEN_LOOKS);
    const status = lua.lua_pcallk(this.#thread, 0, 0, 0, 0, null);
    lua.lua_sethook(this.#thread, null, 0, 0);
    if (status === LuaReturn.Ok) return this.#answer;
    if (this.#isOver()) return this.#overBudget();
    const isText = lua.lua_type(this.#thread, -1) === LuaType.String;
    return new ReplyError(`ERR ${isText ? this.#stack.readBytes(this.#thread, -1) : "the script failed"}`);
  }

  #isOver(): boolean {
    return this.#looksLeft <= 0 || performance.now() > this.#deadline;
  }

  #overBudget(): ReplyError {
    const { instructions, milliseconds } = this.budget;
    return new ReplyError(
      `BUSY the script passed its budget of ${instructions} instructions or ${milliseconds} ms`,
    );
  }

  /** Raises an error in a script that is over its budget, from then on at each step, so that no pcall outlives it. */
  #look(thread: LuaThread): void {
    this.#looksLeft--;
    if (!this.#isOver()) return;
    this.#looksLeft = 0;
    this.lua.lua_sethook(thread, this.#hook, LuaEventMasks.Count, 1);
    this.#stack.pushTagged(thread, "err", this.#overBudget().message);
    this.lua.lua_error(thread);
  }

  /** The table through which the environment reaches this side. */
  #pushHost(): void {
    const thread = this.#thread;
    const { lua } = this;
    const stack = this.#stack;
    const field = (name: string, push: () => void) => {
      push();
      lua.lua_setfield(thread, -2, name);
    };
    const method = (name: string, body: (on: LuaThread) => number) =>
      field(name, () => lua.lua_pushcclosure(thread, this.#cFunction(body), 0));
    lua.lua_createtable(thread, 0, 10);
    field("null", () => lua.lua_pushlightuserdata(thread, null));
    field("libraries", () => stack.pushBytes(thread, readLua("libraries.lua")));
    field("cjson", () => stack.pushBytes(thread, readLua("cjson.lua")));
    method("script", (on) => {
      stack.pushBytes(on, this.#script.sha1);
      stack.pushBytes(on, this.#script.source);
      return 2;
    });
    method("request", (on) => {
      stack.pushBytes(on, this.#request.sha1);
      stack.pushBytesList(on, this.#request.keys);
      stack.pushBytesList(on, this.#request.argv);
      return 3;
    });
    method("pcall", (on) => {
      stack.pushReply(on, this.#ask(on));
      return 1;
    });
    // Raised here and not in Lua: a C function leaves its caller's line to be found, even from `return redis.call()`.
    method("call", (on) => {
      const reply = this.#ask(on);
      stack.pushReply(on, reply);
      return reply instanceof ReplyError ? lua.lua_error(on) : 1;
    });
    method("answer", (on) => {
      this.#answer = stack.readReply(on, 1);
      return 0;
    });
    method("failed", (on) => {
      const line = lua.lua_type(on, 2) === LuaType.Number ? lua.lua_tonumberx(on, 2, null) : undefined;
      const where = line === undefined ? "" : ` script: ${this.#request.sha1}, on @user_script:${line}.`;
      this.#answer = new ReplyError(stack.readBytes(on, 1).replace(/[\r\n]/g, " ") + where);
      return 0;
    });
    method("uncompiled", (on) => {
      this.#answer = new ReplyError(`ERR Error compiling script (new function): ${stack.readBytes(on, 1)}`);
      return 0;
    });
    method("sha1hex", (on) => {
      stack.pushBytes(on, createHash("sha1").update(stack.readBytes(on, 1), "latin1").digest("hex"));
      return 1;
    });
    method("translate", (on) => this.#translate(on));
  }

  /** Does what redis.call asks for with the arguments on the stack. */
  #ask(thread: LuaThread): Reply<Bytes> {
    if (this.#isOver()) return this.#overBudget();
    const words = this.#words(thread);
    return words instanceof ReplyError ? words : this.#request.call(words);
  }

  #words(thread: LuaThread): Bytes[] | ReplyError {
    const count = this.#direct.lua_gettop(thread);
    if (count === 0)
      return new ReplyError("ERR Please specify at least one argument for this redis lib call");
    const words: Bytes[] = [];
    for (let index = 1; index <= count; index++) {
      const type = this.#direct.lua_type(thread, index);
      if (type === LuaType.String) words.push(this.#stack.readBytes(thread, index));
      else if (type === LuaType.Number)
        words.push(formatDouble(this.#direct.lua_tonumberx(thread, index, null)));
      else return new ReplyError("ERR Lua redis lib command arguments must be strings or integers");
    }
    return words;
  }

  /** Answers the translated script, or nil and the reason why there is none. */
  #translate(thread: LuaThread): number {
    try {
      this.#stack.pushBytes(thread, toLua54(this.#stack.readBytes(thread, 1)));
      return 1;
    } catch (failure) {
      if (!(failure instanceof DialectError)) throw failure;
      this.lua.lua_pushnil(thread);
      this.#stack.pushBytes(thread, failure.message);
      return 2;
    }
  }

  /**
   * A function that Lua can call. What it throws may be Lua's own jump out of it, which must go on; only our own
   * errors become a script's.
   */
  #cFunction(body: (thread: LuaThread) => number): number {
    return this.lua.module.addFunction((thread: LuaThread) => {
      try {
        return body(thread);
      } catch (failure) {
        if (!(failure instanceof ReplyError)) throw failure;
        this.#stack.pushTagged(thread, "err", failure.message);
        return this.lua.lua_error(thread);
      }
    }, "ii");
  }
}
