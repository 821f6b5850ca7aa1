import { FORWARD } from "./compare";
import type { Random } from "./random";

type Maker = () => string[];
type Makers = [Maker, ...Maker[]];

/** The keys of a comparison, named after the type that most commands on them are for. */
export const KEYS: [string, ...string[]] = ["string", "hash", "list", "zset", "stream", "é✓"];

/** Arguments that commands share, right and wrong. */
function words({ below, pick }: Random, prefix: string) {
  return {
    /** Mostly the key of a type, else any. */
    key: (usual: string) => prefix + (below(10) < 8 ? usual : pick(KEYS)),
    any: () => prefix + pick(KEYS),
    value: () =>
      pick(["1", "2", "-7", "abc", "", "3.5", "OK", "é", "007", "1e3", "9223372036854775807", "x y"]),
    number: () => pick(["1", "2", "-7", "10", "0"]),
    int: () =>
      pick(["0", "1", "2", "-1", "-2", "5", "-9", "9223372036854775807", "x", "99999999999999999999", "+1"]),
    member: () => pick(["a", "b", "c", "d", "é", "10"]),
    score: () => pick(["1", "2", "-3", "2.5", "inf", "-inf", "0.1", "1e20", "-0", "3", "1e-7", "zz"]),
    bound: () => pick(["-inf", "+inf", "(1", "2", "3", "(2.5", "(inf", "-3", "0", "x"]),
    pattern: () =>
      prefix +
      pick(["*", "?*", "[g-s]*", "[^s]*", "*[st", "\\*", "*✓", "[s-g]*t", "**t", "[]*", "", "1\\", "h?s*"]),
    // Long, in milliduration too: a key must not end between one engine's turn and the other's.
    duration: () => pick(["100000", "200000", "1000000", "0", "-1", "9223372036854775807", "x"]),
    expiry: () => [pick(["EX", "px", "EXAT", "pxat"]), pick(["100000", "99999999999", "0", "x"])],
  };
}

function stringMakers(random: Random, prefix: string): Makers {
  const { pick, some } = random;
  const { key: keyOf, any, value, number, int, duration, expiry } = words(random, prefix);
  const key = () => keyOf("string");
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
  return [
    () => ["SET", key(), number()],
    () => ["SET", key(), value(), ...option()],
    () => ["SETEX", key(), duration(), value()],
    () => [pick(["GET", "INCR"]), key()],
    () => ["INCRBY", key(), int()],
    () => ["MGET", ...some(3, any)],
  ];
}

function keyMakers(random: Random, prefix: string): Makers {
  const { pick, some } = random;
  const { any, pattern, duration, value } = words(random, prefix);
  return [
    () => [pick(["TYPE", "TTL", "PTTL", "PERSIST", "PEXPIRETIME"]), any()],
    () => ["EXISTS", ...some(3, any)],
    () => ["DEL", any()],
    () => [pick(["EXPIRE", "PEXPIRE"]), any(), duration()],
    () => ["PEXPIREAT", any(), pick(["1", "99999999999", "9999999999999", "x"])],
    () => ["KEYS", pattern()],
    () => [
      "SCAN",
      pick(["0", "x"]),
      "MATCH",
      pattern(),
      "COUNT",
      pick(["100000", "0"]),
      ...pick([[], ["TYPE", "hash"], ["x"]]),
    ],
    () => [
      pick(["PING", "ECHO", "NOSUCH", "GET", "TYPE", "HGET"]),
      ...pick([[], [value()], [value(), value()]]),
    ],
  ];
}

function hashMakers(random: Random, prefix: string): Makers {
  const { pick, some } = random;
  const { key: keyOf, member, value, number, int } = words(random, prefix);
  const key = () => keyOf("hash");
  return [
    () => ["HSET", key(), ...some(3, () => [member(), number()]).flat(), ...pick([[], [], ["odd"]])],
    () => ["HSETNX", key(), member(), value()],
    () => ["HGET", key(), member()],
    () => [pick(["HMGET", "HDEL"]), key(), ...some(3, member)],
    () => [pick(["HGETALL", "HKEYS", "HVALS"]), key()],
    () => ["HINCRBY", key(), member(), int()],
  ];
}

function listMakers(random: Random, prefix: string): Makers {
  const { pick, some } = random;
  const { key: keyOf, value, int } = words(random, prefix);
  const key = () => keyOf("list");
  return [() => ["RPUSH", key(), ...some(3, value)], () => [pick(["LRANGE", "LTRIM"]), key(), int(), int()]];
}

function sortedSetMakers(random: Random, prefix: string): Makers {
  const { pick, some } = random;
  const { key: keyOf, member, score, bound, int } = words(random, prefix);
  const key = () => keyOf("zset");
  const options = () =>
    pick([
      [],
      ["WITHSCORES"],
      ["REV"],
      ["BYSCORE"],
      ["REV", "WITHSCORES"],
      ["LIMIT", "0", "1"],
      ["BYSCORE", "LIMIT", int(), int()],
      ["bad"],
    ]);
  return [
    () => ["ZADD", key(), ...some(2, () => [score(), member()]).flat()],
    () => [
      "ZADD",
      key(),
      ...some(2, () => pick(["NX", "xx", "GT", "lt", "CH", "INCR"])),
      score(),
      member(),
      ...pick([[], [], ["odd"]]),
    ],
    () => ["ZSCORE", key(), member()],
    () => ["ZREM", key(), ...some(3, member)],
    () => ["ZCARD", key()],
    () => ["ZRANGE", key(), bound(), bound(), "BYSCORE", ...options()],
    () => ["ZRANGE", key(), int(), int(), ...options()],
    () => ["ZREMRANGEBYSCORE", key(), bound(), bound()],
  ];
}

/** Ids are given: those that a clock makes differ between two engines. */
function streamMakers(random: Random, prefix: string): Makers {
  const { pick, some } = random;
  const { key: keyOf, member, value, int } = words(random, prefix);
  const key = () => keyOf("stream");
  const id = () =>
    pick(["1-1", "1", "2-0", "5-3", "5-*", "7-*", "9", "12-18446744073709551615", "0-0", "0-*"]);
  const wrong = () => pick(["x", "-1", "1-", "-*", "1-2-3", "18446744073709551616", "+", ""]);
  const added = () => pick([id, id, id, wrong])();
  const bound = () =>
    pick<() => string>([() => pick(["-", "+", "(1-1", "(5", "(-", "(0-0", "("]), id, wrong])();
  return [
    () => ["XADD", key(), added(), ...some(2, () => [member(), value()]).flat()],
    () => ["XADD", key(), added(), ...pick([["odd"], ["a", "1", "odd"], ["a", "1"]])],
    () => ["XLEN", key()],
    () => ["XRANGE", key(), "-", "+", ...pick([[], ["COUNT", int()]])],
    () => ["XREVRANGE", key(), "+", "-", ...pick([[], ["COUNT", int()]])],
    () => [
      "XRANGE",
      key(),
      bound(),
      bound(),
      ...pick([[], ["COUNT", "2"], ["count", "0"], ["COUNT"], ["bad", "1"]]),
    ],
  ];
}

/** Random commands, right and wrong, over a handful of keys; some of them from within a script. */
export function commandMaker(random: Random, prefix: string): () => string[] {
  const kinds: [Makers, ...Makers[]] = [
    stringMakers(random, prefix),
    keyMakers(random, prefix),
    hashMakers(random, prefix),
    listMakers(random, prefix),
    sortedSetMakers(random, prefix),
    streamMakers(random, prefix),
  ];
  const make = () => random.pick(random.pick(kinds))();
  return () => (random.below(8) === 0 ? ["EVAL", FORWARD, "1", prefix + "string", ...make()] : make());
}
