import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { type Engine, type Reply, ReplyError, Status } from "@/sandbox/redis/engine";
import { type RealRedis, realRedis } from "@/sandbox/redis/real-redis";

const real: RealRedis | undefined = await realRedis(process.env);
const COMMANDS = Number(process.env.REDIS_FUZZ_COMMANDS ?? 60_000);
const SCRIPTS = Number(process.env.REDIS_FUZZ_SCRIPTS ?? 20_000);
const SEED = Number(process.env.REDIS_FUZZ_SEED ?? 1);
const BATCH = 100;

/** A small generator of numbers that a seed repeats (mulberry32). */
function seeded(seed: number) {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
  const pick = <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0];
  return {
    below,
    pick,
    some: <T>(most: number, make: () => T) => Array.from({ length: 1 + below(most) }, make),
  };
}

type Random = ReturnType<typeof seeded>;

/** The keys of one run: their own prefix keeps a Redis that others use as it was. */
const prefix = `fuzz:${randomUUID()}:`;

/** Random commands, right and wrong, over a handful of keys. */
function commandMaker({ below, pick, some }: Random): () => string[] {
  const key = () => prefix + pick(["1", "2", "3", "4", "é✓"]);
  const value = () =>
    pick(["1", "2", "-7", "abc", "", "3.5", "OK", "é", "007", "1e3", "9223372036854775807", "x y"]);
  const int = () =>
    pick(["0", "1", "2", "-1", "-2", "5", "x", "99999999999999999999", "9223372036854775807", "+1"]);
  const float = () => pick(["1.5", "2", "x", "-0.25", "0.1", "1e3", "3e-5", ".5", "1e19", "inf", "", " 1"]);
  const member = () => pick(["a", "b", "c", "d", "é", "10"]);
  const score = () => pick(["1", "2", "-3", "2.5", "inf", "-inf", "zz", "0.1", "1e20", "-0", "3", "1e-7"]);
  const bound = () => pick(["-inf", "+inf", "(1", "2", "3", "(2.5", "x", "(inf", "-3"]);
  const pattern = () =>
    prefix + pick(["*", "?", "[1-3]", "[^1]", "[12", "\\*", "*✓", "[3-1]", "**1", "[]", "", "1\\"]);
  const seconds = () => pick(["100", "1000", "100000", "0", "-1", "x", "9223372036854775807"]);
  const expiry = () => [pick(["EX", "px", "EXAT", "pxat"]), pick(["100000", "0", "x", "99999999999999"])];
  const option = () =>
    pick([
      [],
      ["NX"],
      ["xx"],
      ["GET"],
      ["KEEPTTL"],
      ["NX", "GET"],
      ["bad"],
      expiry(),
      ["nx", ...expiry()],
      ["XX", "NX"],
    ]);
  const zrangeOption = () =>
    pick([
      [],
      ["WITHSCORES"],
      ["REV"],
      ["BYSCORE"],
      ["BYSCORE", "REV"],
      ["LIMIT", "0", "1"],
      ["BYSCORE", "LIMIT", int(), int()],
      ["bad"],
    ]);
  const makers: [() => string[], ...(() => string[])[]] = [
    () => ["SET", key(), value()],
    () => ["SET", key(), value(), ...option()],
    () => ["SETNX", key(), value()],
    () => [pick(["SETEX", "PSETEX"]), key(), seconds(), value()],
    () => ["GETSET", key(), value()],
    () => ["GETEX", key(), ...pick([[], ["PERSIST"], expiry(), ["bad"], ["EX"]])],
    () => [
      pick(["GET", "GETDEL", "STRLEN", "INCR", "DECR", "TYPE", "TTL", "PTTL", "PERSIST", "EXPIRETIME"]),
      key(),
    ],
    () => [pick(["INCRBY", "DECRBY"]), key(), int()],
    () => ["INCRBYFLOAT", key(), float()],
    () => [pick(["APPEND", "GETSET", "RENAME", "RENAMENX"]), key(), pick([key(), value()])],
    () => ["SETRANGE", key(), pick(["0", "2", "5", "-1", "x"]), value()],
    () => ["GETRANGE", key(), int(), int()],
    () => [pick(["MGET", "EXISTS", "TOUCH"]), ...some(3, key)],
    () => [pick(["MSET", "MSETNX"]), ...some(2, () => [key(), value()]).flat(), ...pick([[], [], ["odd"]])],
    () => [pick(["DEL", "UNLINK"]), ...some(2, key)],
    () => ["COPY", key(), key(), ...pick([[], ["REPLACE"], ["bad"]])],
    () => [
      pick(["EXPIRE", "PEXPIRE"]),
      key(),
      seconds(),
      ...pick([[], ["NX"], ["xx"], ["GT"], ["LT"], ["GT", "LT"], ["bad"]]),
    ],
    () => [pick(["EXPIREAT", "PEXPIREAT"]), key(), pick(["1", "99999999999", "x", "99999999999999"])],
    () => ["KEYS", pattern()],
    () => [
      pick(["SCAN", "HSCAN", "SSCAN", "ZSCAN"]),
      ...pick([["0"], [key(), "0"]]),
      ...pick([[], ["COUNT", "0"], ["bad", "x"]]),
    ],
    () => [
      pick(["HSCAN", "SSCAN", "ZSCAN"]),
      key(),
      pick(["0", "x"]),
      "COUNT",
      "1000",
      ...pick([[], ["MATCH", "[a-c]"]]),
    ],
    () => [
      pick(["HSET", "HMSET"]),
      key(),
      ...some(3, () => [member(), value()]).flat(),
      ...pick([[], [], ["odd"]]),
    ],
    () => ["HSETNX", key(), member(), value()],
    () => [pick(["HGET", "HEXISTS", "HSTRLEN", "SISMEMBER", "ZSCORE", "ZRANK", "ZREVRANK"]), key(), member()],
    () => [
      pick(["HMGET", "HDEL", "SMISMEMBER", "SADD", "SREM", "ZREM", "ZMSCORE"]),
      key(),
      ...some(3, member),
    ],
    () => [pick(["HGETALL", "HKEYS", "HVALS", "HLEN", "LLEN", "SMEMBERS", "SCARD", "ZCARD"]), key()],
    () => ["HINCRBY", key(), member(), int()],
    () => ["HINCRBYFLOAT", key(), member(), float()],
    () => [pick(["LPUSH", "RPUSH", "LPUSHX", "RPUSHX"]), key(), ...some(3, value)],
    () => [
      pick(["LPOP", "RPOP", "ZPOPMIN", "ZPOPMAX"]),
      key(),
      ...pick([[], ["0"], ["1"], ["2"], ["-1"], ["x"], ["1", "2"]]),
    ],
    () => [pick(["LRANGE", "LTRIM", "ZRANGE", "ZREVRANGE", "ZREMRANGEBYRANK"]), key(), int(), int()],
    () => ["LREM", key(), int(), value()],
    () => ["LINDEX", key(), int()],
    () => ["LSET", key(), int(), value()],
    () => ["LINSERT", key(), pick(["BEFORE", "after", "bad"]), value(), value()],
    () => ["LMOVE", key(), key(), pick(["LEFT", "right"]), pick(["LEFT", "right", "bad"])],
    () => ["RPOPLPUSH", key(), key()],
    () => ["SMOVE", key(), key(), member()],
    () => [pick(["SINTER", "SUNION", "SDIFF"]), ...some(3, key)],
    () => [pick(["SINTERSTORE", "SUNIONSTORE", "SDIFFSTORE"]), key(), ...some(3, key)],
    () => ["ZADD", key(), ...some(2, () => [score(), member()]).flat()],
    () => [
      "ZADD",
      key(),
      ...some(2, () => pick(["NX", "xx", "GT", "lt", "CH", "INCR"])),
      score(),
      member(),
      ...pick([[], ["odd"]]),
    ],
    () => ["ZINCRBY", key(), score(), member()],
    () => ["ZRANGE", key(), bound(), bound(), ...zrangeOption()],
    () => [
      pick(["ZRANGEBYSCORE", "ZREVRANGEBYSCORE"]),
      key(),
      bound(),
      bound(),
      ...pick([[], ["WITHSCORES", "LIMIT", "1", "2"], ["LIMIT", "1"]]),
    ],
    () => [pick(["ZCOUNT", "ZREMRANGEBYSCORE"]), key(), bound(), bound()],
    () => [pick(["PING", "ECHO", "NOSUCH", "GET", "TYPE", "HGET"]), ...pick([[], [value()]])],
    () => ["EVAL", "return redis.call(unpack(ARGV))", "1", key(), ...(makers[below(45)]?.() ?? [])],
  ];
  return () => pick(makers)();
}
