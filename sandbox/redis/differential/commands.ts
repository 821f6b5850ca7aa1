import { FORWARD } from "./compare";
import type { Random } from "./random";

type Maker = () => string[];
type Makers = [Maker, ...Maker[]];

/** The keys of a comparison, named after the type that most commands on them are for. */
export const KEYS: [string, ...string[]] = ["string", "hash", "list", "set", "zset", "é✓"];

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
    float: () => pick(["1.5", "2", "-0.25", "0.1", "1e3", "3e-5", ".5", "1e19", "0.7", "x", "inf", "", " 1"]),
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
  const { key: keyOf, any, value, number, int, float, duration, expiry } = words(random, prefix);
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
    () => ["SETNX", any(), value()],
    () => [pick(["SETEX", "PSETEX"]), key(), duration(), value()],
    () => ["GETEX", key(), ...pick([[], ["PERSIST"], expiry(), ["bad"], ["EX"]])],
    () => [pick(["GET", "GETDEL", "STRLEN", "INCR", "DECR"]), key()],
    () => [pick(["INCRBY", "DECRBY"]), key(), int()],
    () => ["INCRBYFLOAT", key(), float()],
    () => [pick(["APPEND", "GETSET"]), key(), value()],
    () => ["SETRANGE", key(), pick(["0", "2", "5", "-1", "x"]), value()],
    () => ["GETRANGE", key(), int(), int()],
    () => ["MGET", ...some(3, any)],
    () => [pick(["MSET", "MSETNX"]), key(), value(), ...pick([[], [key(), value()], ["odd"]])],
  ];
}

function keyMakers(random: Random, prefix: string): Makers {
  const { pick, some } = random;
  const { any, pattern, duration, value } = words(random, prefix);
  const conditions = () => pick([[], ["NX"], ["xx"], ["GT"], ["LT"], ["GT", "LT"], ["NX", "XX"], ["bad"]]);
  return [
    () => [pick(["TYPE", "TTL", "PTTL", "PERSIST", "EXPIRETIME", "PEXPIRETIME"]), any()],
    () => [pick(["EXISTS", "TOUCH"]), ...some(3, any)],
    () => [pick(["DEL", "UNLINK"]), any()],
    () => [pick(["RENAME", "RENAMENX"]), any(), any()],
    () => ["COPY", any(), any(), ...pick([[], ["REPLACE"], ["bad"]])],
    () => [pick(["EXPIRE", "PEXPIRE"]), any(), duration(), ...conditions()],
    () => [
      pick(["EXPIREAT", "PEXPIREAT"]),
      any(),
      pick(["1", "99999999999", "9999999999999", "x"]),
      ...conditions(),
    ],
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
  const { key: keyOf, member, value, number, int, float } = words(random, prefix);
  const key = () => keyOf("hash");
  return [
    () => [
      pick(["HSET", "HMSET"]),
      key(),
      ...some(3, () => [member(), number()]).flat(),
      ...pick([[], [], ["odd"]]),
    ],
    () => ["HSETNX", key(), member(), value()],
    () => [pick(["HGET", "HEXISTS", "HSTRLEN"]), key(), member()],
    () => [pick(["HMGET", "HDEL"]), key(), ...some(3, member)],
    () => [pick(["HGETALL", "HKEYS", "HVALS", "HLEN"]), key()],
    () => ["HINCRBY", key(), member(), int()],
    () => ["HINCRBYFLOAT", key(), member(), float()],
    () => [
      "HSCAN",
      key(),
      pick(["0", "x"]),
      "COUNT",
      pick(["1000", "0", "x"]),
      ...pick([[], ["MATCH", "[a-c]"], ["bad", "x"]]),
    ],
  ];
}

function listMakers(random: Random, prefix: string): Makers {
  const { pick, some } = random;
  const { key: keyOf, value, int } = words(random, prefix);
  const key = () => keyOf("list");
  return [
    () => [pick(["LPUSH", "RPUSH", "LPUSHX", "RPUSHX"]), key(), ...some(3, value)],
    () => [pick(["LPOP", "RPOP"]), key(), ...pick([[], ["0"], ["1"], ["2"], ["-1"], ["x"], ["1", "2"]])],
    () => [pick(["LRANGE", "LTRIM"]), key(), int(), int()],
    () => ["LREM", key(), int(), value()],
    () => ["LINDEX", key(), int()],
    () => ["LLEN", key()],
    () => ["LSET", key(), int(), value()],
    () => ["LINSERT", key(), pick(["BEFORE", "after", "bad"]), value(), value()],
    () => ["LMOVE", key(), key(), pick(["LEFT", "right"]), pick(["LEFT", "right", "bad"])],
    () => ["RPOPLPUSH", key(), key()],
  ];
}

function setMakers(random: Random, prefix: string): Makers {
  const { pick, some } = random;
  const { key: keyOf, member } = words(random, prefix);
  const key = () => keyOf("set");
  return [
    () => [pick(["SADD", "SREM", "SMISMEMBER"]), key(), ...some(3, member)],
    () => ["SADD", keyOf("é✓"), ...some(3, member)],
    () => ["SISMEMBER", key(), member()],
    () => [pick(["SMEMBERS", "SCARD"]), key()],
    () => ["SMOVE", key(), keyOf("é✓"), member()],
    () => [pick(["SINTER", "SUNION", "SDIFF"]), ...some(3, () => pick([key(), keyOf("é✓")]))],
    () => [
      pick(["SINTERSTORE", "SUNIONSTORE", "SDIFFSTORE"]),
      key(),
      ...some(3, () => pick([key(), keyOf("é✓")])),
    ],
    () => ["SSCAN", key(), "0", "COUNT", pick(["1000", "0"]), ...pick([[], ["MATCH", "[^a-c]"]])],
  ];
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
    () => ["ZINCRBY", key(), score(), member()],
    () => [pick(["ZSCORE", "ZRANK", "ZREVRANK"]), key(), member()],
    () => [pick(["ZREM", "ZMSCORE"]), key(), ...some(3, member)],
    () => ["ZCARD", key()],
    () => [pick(["ZPOPMIN", "ZPOPMAX"]), key(), ...pick([[], ["0"], ["1"], ["2"], ["-1"], ["1", "2"]])],
    () => [pick(["ZRANGE", "ZREVRANGE", "ZREMRANGEBYRANK"]), key(), int(), int()],
    () => ["ZRANGE", key(), bound(), bound(), "BYSCORE", ...options()],
    () => ["ZRANGE", key(), int(), int(), ...options()],
    () => [
      pick(["ZRANGEBYSCORE", "ZREVRANGEBYSCORE"]),
      key(),
      bound(),
      bound(),
      ...pick([[], ["WITHSCORES", "LIMIT", "1", "2"], ["LIMIT", "1"]]),
    ],
    () => [pick(["ZCOUNT", "ZREMRANGEBYSCORE"]), key(), bound(), bound()],
    () => ["ZSCAN", key(), "0", "COUNT", "1000", ...pick([[], ["MATCH", "[a-c]"]])],
  ];
}

/** Random commands, right and wrong, over a handful of keys; some of them from within a script. */
export function commandMaker(random: Random, prefix: string): () => string[] {
  const kinds: [Makers, ...Makers[]] = [
    stringMakers(random, prefix),
    keyMakers(random, prefix),
    hashMakers(random, prefix),
    listMakers(random, prefix),
    setMakers(random, prefix),
    sortedSetMakers(random, prefix),
  ];
  const make = () => random.pick(random.pick(kinds))();
  return () => (random.below(8) === 0 ? ["EVAL", FORWARD, "1", prefix + "string", ...make()] : make());
}
