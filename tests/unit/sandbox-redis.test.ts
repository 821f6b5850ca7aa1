import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
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
  describe.skipIf(engine === undefined)(`the official client on ${name}`, () => {
    let rest: RedisRest;
    let redis: Redis;
    /** Keys of this run alone: a Redis that others use stays as it was. */
    const prefix = `test:${randomUUID()}:`;
    const k = (key: string) => prefix + key;

    beforeAll(async () => {
      if (engine === undefined) throw new Error("no engine");
      rest = await startRedisRest({ port: 0, token: TOKEN, engine });
      redis = new Redis({ url: rest.url, token: TOKEN, retry: false, enableTelemetry: false });
    });

    afterAll(async () => {
      const keys = await redis.keys(`${prefix}*`);
      if (keys.length > 0) await redis.del(...keys);
      await rest.close();
    });

    it("gives back text and JSON as they were set, the text OK too", async () => {
      expect(await redis.set(k("text"), "héllo ✓")).toBe("OK");
      expect(await redis.get(k("text"))).toBe("héllo ✓");
      await redis.set(k("json"), { x: 1, y: ["é", null] });
      expect(await redis.get(k("json"))).toEqual({ x: 1, y: ["é", null] });
      await redis.set(k("ok"), "OK");
      expect(await redis.get(k("ok"))).toBe("OK");
      expect(await redis.mget(k("ok"), k("none"), k("text"))).toEqual(["OK", null, "héllo ✓"]);
      expect(await redis.ping()).toBe("PONG");
    });

    it("keeps every byte of a value that is not UTF-8", async () => {
      const setBits = 'return redis.call("SET", KEYS[1], "\\255\\0\\195(")';
      await redis.eval(setBits, [k("bytes")], []);
      const response = await fetch(rest.url, {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}`, "upstash-encoding": "base64" },
        body: JSON.stringify(["GET", k("bytes")]),
      });
      expect(await response.json()).toEqual({ result: Buffer.from([255, 0, 195, 40]).toString("base64") });
    });

    it("honours options in the lower case that the client sends", async () => {
      expect(await redis.set(k("claim"), "first", { nx: true, ex: 60 })).toBe("OK");
      expect(await redis.set(k("claim"), "second", { nx: true, ex: 60 })).toBeNull();
      expect(await redis.get(k("claim"))).toBe("first");
      expect(await redis.ttl(k("claim"))).toBe(60);
      expect(await redis.set(k("absent"), "x", { xx: true })).toBeNull();
      expect(await redis.set(k("claim"), "third", { get: true, keepTtl: true })).toBe("first");
      expect(await redis.ttl(k("claim"))).toBe(60);
    });

    it("lets one of 50 claims made at once win", async () => {
      const claims = Array.from({ length: 50 }, (_, index) =>
        redis.set(k("race"), `claim ${index}`, { nx: true, ex: 60 }),
      );
      const won = (await Promise.all(claims)).flatMap((answer, index) => (answer === "OK" ? [index] : []));
      expect(won).toHaveLength(1);
      expect(await redis.get(k("race"))).toBe(`claim ${won[0]}`);
    });

    it("ends keys when they are due and not before", async () => {
      // Long enough for the next two trips on a machine that is busy with other files.
      await redis.set(k("brief"), "x", { px: 1_000 });
      await redis.set(k("kept"), "x", { px: 1_000 });
      expect(await redis.get(k("brief"))).toBe("x");
      expect(await redis.persist(k("kept"))).toBe(1);
      await sleep(1_050);
      expect(await redis.get(k("brief"))).toBeNull();
      expect(await redis.exists(k("brief"))).toBe(0);
      expect(await redis.ttl(k("kept"))).toBe(-1);
      expect(await redis.ttl(k("brief"))).toBe(-2);
      expect(await redis.expire(k("kept"), -1)).toBe(1);
      expect(await redis.get(k("kept"))).toBeNull();
    });

    it("keeps a time to live through a change and drops it at a new value", async () => {
      await redis.set(k("n"), 5, { ex: 100 });
      await redis.incrby(k("n"), 2);
      expect(await redis.get(k("n"))).toBe(7);
      expect(await redis.ttl(k("n"))).toBe(100);
      await redis.set(k("n"), 1);
      expect(await redis.ttl(k("n"))).toBe(-1);
      expect(await redis.setex(k("n"), 10, 2)).toBe("OK");
      expect(await redis.ttl(k("n"))).toBe(10);
    });

    it("counts without rounding to 64 bits", async () => {
      await redis.eval("return redis.call('SET', KEYS[1], '9223372036854775806')", [k("big")], []);
      await redis.incr(k("big"));
      expect(await redis.eval("return redis.call('GET', KEYS[1]) .. '!'", [k("big")], [])).toBe(
        "9223372036854775807!",
      );
      await expect(redis.incr(k("big"))).rejects.toThrow("would overflow");
      expect(await redis.incrby(k("d"), -3)).toBe(-3);
    });

    it("does what hashes do", async () => {
      expect(await redis.hset(k("h"), { a: 1, b: { z: 2 } })).toBe(2);
      expect(await redis.hgetall(k("h"))).toEqual({ a: 1, b: { z: 2 } });
      expect(await redis.hincrby(k("h"), "a", 4)).toBe(5);
      expect(await redis.hmget(k("h"), "a", "q")).toEqual({ a: 5, q: null });
      expect(await redis.hsetnx(k("h"), "b", "x")).toBe(0);
      expect(await redis.hdel(k("h"), "a", "b")).toBe(2);
      expect(await redis.exists(k("h"))).toBe(0);
    });

    it("does what lists do", async () => {
      await redis.rpush(k("l"), 1, 2, 3, 4);
      expect(await redis.lrange(k("l"), -3, -1)).toEqual([2, 3, 4]);
      expect(await redis.rpush(k("l"), "x")).toBe(5);
      expect(await redis.ltrim(k("l"), -2, -1)).toBe("OK");
      expect(await redis.lrange(k("l"), 0, -1)).toEqual([4, "x"]);
      expect(await redis.ltrim(k("l"), 2, -1)).toBe("OK");
      expect(await redis.exists(k("l"))).toBe(0);
    });

    it("gives members of one score by their bytes, from and to any of them", async () => {
      const members = ["b", "a", "d", "c", "B"].map((member) => ({ score: 0, member }));
      await redis.zadd(k("lex"), members[0] ?? never(), ...members.slice(1));
      const range = (from: "-" | "+" | `[${string}` | `(${string}`, to: typeof from, more: object = {}) =>
        redis.zrange(k("lex"), from, to, { byLex: true, ...more });
      expect(await range("-", "+")).toEqual(["B", "a", "b", "c", "d"]);
      expect(await range("[b", "(d")).toEqual(["b", "c"]);
      expect(await range("(b", "[d")).toEqual(["c", "d"]);
      expect(await range("(bb", "+")).toEqual(["c", "d"]);
      expect(await range("+", "-")).toEqual([]);
      expect(await range("(d", "-", { rev: true, offset: 0, count: 2 })).toEqual(["c", "b"]);
      expect(await range("+", "-", { rev: true, offset: 1, count: 1 })).toEqual(["c"]);
      await expect(redis.zrange(k("lex"), "b" as "-", "+", { byLex: true })).rejects.toThrow(
        "not valid string range",
      );
    });

    it("does what sorted sets do", async () => {
      const members = ["a", "b", "c", "d"].map((member, index) => ({ score: index + 1, member }));
      expect(await redis.zadd(k("z"), members[0] ?? never(), ...members.slice(1))).toBe(4);
      expect(await redis.zrange(k("z"), 0, 1, { withScores: true })).toEqual(["a", 1, "b", 2]);
      expect(await redis.zrange(k("z"), "(1", "+inf", { byScore: true, offset: 1, count: 2 })).toEqual([
        "c",
        "d",
      ]);
      expect(await redis.zrange(k("z"), 0, 0, { rev: true })).toEqual(["d"]);
      expect(await redis.zadd(k("z"), { gt: true, ch: true }, { score: 0, member: "d" })).toBe(0);
      expect(await redis.zadd(k("z"), { gt: true, ch: true }, { score: 7.5, member: "b" })).toBe(1);
      expect(await redis.zscore(k("z"), "b")).toBe(7.5);
      expect(await redis.zremrangebyscore(k("z"), "-inf", 1)).toBe(1);
      expect(await redis.zrem(k("z"), "b", "q")).toBe(1);
      expect(await redis.zscore(k("z"), "b")).toBeNull();
      expect(await redis.zcard(k("z"))).toBe(2);
    });

    it("finds keys by pattern and by type", async () => {
      await redis.set(k("find:1"), 1);
      await redis.set(k("find:2"), 2);
      await redis.rpush(k("find:3"), "x");
      expect((await redis.keys(k("find:[12]"))).sort()).toEqual([k("find:1"), k("find:2")]);
      const [cursor, keys] = await redis.scan(0, { match: k("find:*"), count: 10_000, type: "list" });
      expect([cursor, keys]).toEqual(["0", [k("find:3")]]);
    });

    it("answers a pipeline item by item, errors in their places", async () => {
      const pipeline = redis.pipeline().set(k("p"), "x").incr(k("p")).get(k("p"));
      const results = await pipeline.exec({ keepErrors: true });
      expect(results.map(({ result, error }) => error?.split(" ")[0] ?? result)).toEqual(["OK", "ERR", "x"]);
    });

    it("sends calls made together as one pipeline", async () => {
      const answers = await Promise.all([redis.set(k("a1"), 1), redis.incr(k("a1")), redis.get(k("a1"))]);
      expect(answers).toEqual(["OK", 2, 2]);
    });

    it("runs a transaction as a whole, failures of single commands included", async () => {
      expect(await redis.multi().set(k("t"), 1).incr(k("t")).hset(k("th"), { a: 1 }).exec()).toEqual([
        "OK",
        2,
        1,
      ]);
      await expect(redis.multi().incr(k("t")).rpush(k("t"), 1).incr(k("t")).exec()).rejects.toThrow(
        "WRONGTYPE",
      );
      expect(await redis.get(k("t"))).toBe(4);
    });

    it("gives no one a look between the commands of a transaction", async () => {
      const bump = () => redis.multi().incr(k("x")).incr(k("y")).exec();
      const look = () => redis.mget(k("x"), k("y"));
      const seen = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? bump() : look())));
      const looks = seen.filter((_, n) => n % 2 === 1);
      expect(looks.every((pair) => pair[0] === pair[1])).toBe(true);
      expect(await look()).toEqual([30, 30]);
    });

    it("says what is wrong in Redis' words", async () => {
      await redis.set(k("str"), "x");
      await expect(redis.incr(k("str"))).rejects.toThrow("ERR value is not an integer or out of range");
      await expect(redis.rpush(k("str"), 1)).rejects.toThrow("WRONGTYPE Operation against a key");
      await expect(redis.expire(k("str"), 1.5)).rejects.toThrow("ERR value is not an integer");
    });
  });

function never(): never {
  throw new Error("unreachable");
}
