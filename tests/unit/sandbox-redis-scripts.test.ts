import { createHash, randomUUID } from "node:crypto";
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Engine } from "@/sandbox/redis/engine";
import { realRedis } from "@/sandbox/redis/real-redis";
import { type RedisRest, startRedisRest } from "@/sandbox/redis/rest-server";

const TOKEN = "a token for tests";
const real = await realRedis(process.env);
const engines: [string, Engine | undefined][] = [
  ["the embedded engine", await embeddedEngine()],
  [real ? "a real Redis" : "a real Redis (skipped: none on the PATH, no REDIS_URL)", real?.engine],
];

afterAll(() => real?.stop());

for (const [name, engine] of engines)
  describe.skipIf(engine === undefined)(`scripts on ${name}`, () => {
    let rest: RedisRest;
    let redis: Redis;
    const prefix = `test:${randomUUID()}:`;
    const k = (key: string) => prefix + key;
    const run = (script: string, keys: string[] = [], args: unknown[] = []) => redis.eval(script, keys, args);

    beforeAll(async () => {
      if (engine === undefined) throw new Error("no engine");
      rest = await startRedisRest({ port: 0, token: TOKEN, engine });
      // Values as they were written: what a script returns is looked at to the letter.
      redis = new Redis({ url: rest.url, token: TOKEN, retry: false, automaticDeserialization: false });
    });

    afterAll(async () => {
      const keys = await redis.keys(`${prefix}*`);
      if (keys.length > 0) await redis.del(...keys);
      await rest.close();
    });

    it("see their keys and arguments and answer with lists of all kinds", async () => {
      const script = `
        local count = redis.call("INCR", KEYS[1])
        if count == 1 then redis.call("PEXPIRE", KEYS[1], ARGV[1]) end
        return { count, ARGV[2], redis.call("PTTL", KEYS[1]) > 0, { 1, "x" }, "after" }`;
      expect(await run(script, [k("count")], [5000, "é"])).toEqual([1, "é", 1, [1, "x"], "after"]);
    });

    it("cut lists at the first nil and fractions off numbers", async () => {
      expect(await run("return {1, 2, nil, 4}")).toEqual([1, 2]);
      expect(await run("return {3.99, -3.99, 1795255280626}")).toEqual([3, -3, 1795255280626]);
      expect(await run("return {true, false, 1}")).toEqual([1, null, 1]);
      expect(await run("return nil")).toBeNull();
    });

    it("see nil as false and a status as a table", async () => {
      expect(await run("return redis.call('GET', KEYS[1]) == false", [k("none")])).toBe(1);
      expect(await run("return redis.call('SET', KEYS[1], 'x').ok", [k("status")])).toBe("OK");
      expect(await run("return redis.call('TYPE', KEYS[1])", [k("status")])).toBe("string");
      expect(await run("return redis.status_reply('FINE')")).toBe("FINE");
      expect(await run("return redis.call('SET', KEYS[1], '1', 'NX')", [k("status")])).toBeNull();
    });

    it("have numbers as in Lua 5.1: floating point, printed without a fraction when there is none", async () => {
      const script = `return { tostring(10 / 2), 7 .. "", 6 / 2 .. ":" .. 0.5, tostring(2 ^ 53), tostring(1e15),
        tostring(tonumber("10") / 4), 3 % -2 .. "", -3 % 2 .. "", string.format("%d %s %5.1f", 3.9, 4, 2.25),
        #KEYS .. "", table.concat({ 1, 2.5 }, ","), ("x"):rep(3 / 1), tostring(9007199254740993) }`;
      expect(await run(script)).toEqual([
        ...["5", "7", "3:0.5", "9.007199254741e+15", "1e+15"],
        ...["2.5", "-1", "1", "3 4   2.2"],
        ...["0", "1,2.5", "xxx", "9.007199254741e+15"],
      ]);
    });

    it("give numbers to commands with all their digits", async () => {
      await run("return redis.call('SET', KEYS[1], tonumber(ARGV[1]) * 1000 + 1)", [k("num")], [1795255280]);
      expect(await redis.get(k("num"))).toBe("1795255280001");
      await run("return redis.call('SET', KEYS[1], 1 / 4)", [k("num")]);
      expect(await redis.get(k("num"))).toBe("0.25");
    });

    it("keep every byte of what they handle", async () => {
      const script = `redis.call("SET", KEYS[1], "\\255\\0\\1" .. ARGV[1])
        return { #redis.call("GET", KEYS[1]), redis.call("GET", KEYS[1]):byte(1, -1) }`;
      expect(await run(script, [k("bytes")], ["é"])).toEqual([5, 255, 0, 1, 0xc3, 0xa9]);
    });

    it("fail with the error of the command, or catch it", async () => {
      await redis.set(k("text"), "x");
      await expect(run("redis.call('INCR', KEYS[1])", [k("text")])).rejects.toThrow(
        "ERR value is not an integer",
      );
      expect(await run("return redis.pcall('INCR', KEYS[1]).err", [k("text")])).toMatch(/^ERR value is not/);
      const caught =
        "local ok, failure = pcall(redis.call, 'RPUSH', KEYS[1], 1) return { tostring(ok), failure }";
      expect(await run(caught, [k("text")])).toEqual(["false", expect.stringMatching(/^WRONGTYPE /)]);
      await expect(run("return redis.error_reply('MY own')")).rejects.toThrow(/: MY own/);
      await expect(run("return redis.call('NOSUCH')")).rejects.toThrow(
        "Unknown Redis command called from script",
      );
      await expect(run("return redis.call('GET')")).rejects.toThrow("Wrong number of args calling Redis");
      await expect(run("return redis.call('EVAL', 'return 1', 0)")).rejects.toThrow(
        "not allowed from script",
      );
    });

    it("say where they failed", async () => {
      const script = "local a = 1\n\nerror('no luck')";
      const sha = createHash("sha1").update(script).digest("hex");
      await expect(run(script)).rejects.toThrow(
        `ERR user_script:3: no luck script: ${sha}, on @user_script:3.`,
      );
      await expect(run("return +")).rejects.toThrow(
        /ERR Error compiling script \(new function\): user_script:1:/,
      );
    });

    it("keep what they wrote before they failed, and the next one runs as if nothing had been", async () => {
      await expect(run("redis.call('SET', KEYS[1], 'kept') error('x')", [k("before")])).rejects.toThrow();
      expect(await redis.get(k("before"))).toBe("kept");
      expect(await run("return 1")).toBe(1);
    });

    it("can't leave anything behind for each other", async () => {
      await expect(run("leftover = 1")).rejects.toThrow("Attempt to modify a readonly table");
      await expect(run("return leftover")).rejects.toThrow("nonexistent global variable 'leftover'");
      await expect(run("string.rep = nil")).rejects.toThrow("readonly");
      await expect(run("rawset(redis, 'call', 1)")).rejects.toThrow("readonly");
      await expect(run("getmetatable('').__index = {}")).rejects.toThrow();
      expect(await run("return ('x'):rep(2)")).toBe("xx");
    });

    it("read and write JSON as Redis' cjson does", async () => {
      const script = `
        local data = cjson.decode(ARGV[1])
        return { cjson.encode({ 1, "a/b\\"\\n", 1.5, true, cjson.null, {} }), data.list[2], tostring(data.none == cjson.null),
          data.text, cjson.encode({ x = data.n }), cjson.encode({ [3] = 1 }) }`;
      const json = '{"list":[1,2.5e1],"none":null,"text":"\\u00e9\\ud83d\\ude00 é","n":10}';
      expect(await run(script, [], [json])).toEqual([
        String.raw`[1,"a\/b\"\n",1.5,true,null,{}]`,
        ...[25, "true", "é😀 é", '{"x":10}', "[null,null,1]"],
      ]);
      await expect(run("return cjson.decode('[1')")).rejects.toThrow("Expected comma or array end");
      await expect(run("return cjson.decode('nul')")).rejects.toThrow(
        "Expected value but found invalid token",
      );
      await expect(run("return cjson.encode({ [50] = 1 })")).rejects.toThrow("excessively sparse array");
    });

    it("are found by their sha1, or else sent again by the client", async () => {
      const source = `return { KEYS[1], ARGV[1], "${randomUUID()}" }`;
      const sha = createHash("sha1").update(source).digest("hex");
      await expect(redis.evalsha(sha, [], [])).rejects.toThrow(/NOSCRIPT/);
      expect(await redis.scriptExists(sha)).toEqual([0]);
      const script = redis.createScript<string[]>(source);
      const [key, argument] = await script.exec(["key"], ["argument"]);
      expect([key, argument]).toEqual(["key", "argument"]);
      expect(await redis.scriptExists(sha)).toEqual([1]);
      expect(await redis.evalsha(sha, ["a"], ["b"])).toContain("a");
      expect(await redis.scriptLoad("return 42")).toBe(createHash("sha1").update("return 42").digest("hex"));
    });

    it("write nothing when they are run as read-only", async () => {
      await expect(redis.evalRo("return redis.call('SET', KEYS[1], 1)", [k("ro")], [])).rejects.toThrow(
        "Write commands are not allowed from read-only scripts",
      );
      expect(await redis.evalRo("return redis.call('EXISTS', KEYS[1])", [k("ro")], [])).toBe(0);
    });

    it("run alone: 50 at once count to 50", async () => {
      const script = `local n = tonumber(redis.call("GET", KEYS[1]) or "0")
        for i = 1, 100 do redis.call("ECHO", i) end
        return redis.call("SET", KEYS[1], n + 1)`;
      await Promise.all(Array.from({ length: 50 }, () => run(script, [k("alone")])));
      expect(await redis.get(k("alone"))).toBe("50");
    });
  });
