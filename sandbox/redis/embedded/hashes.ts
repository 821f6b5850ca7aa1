import { type Arguments, int64 } from "./arguments";
import { type Commands, reads, writes } from "./command";
import type { Database } from "./database";
import { ReplyError } from "../engine";
import { type Bytes, integerReply, isInt64 } from "./numbers";

const none: ReadonlyMap<Bytes, Bytes> = new Map();

const hash = (db: Database, args: Arguments): ReadonlyMap<Bytes, Bytes> =>
  db.read(args.bytes(), "hash") ?? none;

/** Sets fields. @returns how many are new */
function setFields(db: Database, args: Arguments): number {
  const key = args.bytes();
  const pairs = args.pairs();
  return db.change(key, "hash", (fields) => {
    const before = fields.size;
    for (const [field, value] of pairs) fields.set(field, value);
    return fields.size - before;
  });
}

function increment(db: Database, args: Arguments): number | bigint {
  const [key, field, by] = [args.bytes(), args.bytes(), args.int64()];
  return db.change(key, "hash", (fields) => {
    const sum = int64(fields.get(field) ?? "0", "ERR hash value is not an integer") + by;
    if (!isInt64(sum)) throw new ReplyError("ERR increment or decrement would overflow");
    fields.set(field, sum.toString());
    return integerReply(sum);
  });
}

export const hashCommands: Commands = {
  hset: writes(-4, setFields),
  hsetnx: writes(4, (db, args) =>
    db.change(args.bytes(), "hash", (fields) => {
      const field = args.bytes();
      if (fields.has(field)) return 0;
      fields.set(field, args.bytes());
      return 1;
    }),
  ),
  hget: reads(3, (db, args) => hash(db, args).get(args.bytes()) ?? null),
  hmget: reads(-3, (db, args) => {
    const fields = hash(db, args);
    return args.rest().map((field) => fields.get(field) ?? null);
  }),
  hgetall: reads(2, (db, args) => [...hash(db, args)].flat()),
  hkeys: reads(2, (db, args) => [...hash(db, args).keys()]),
  hvals: reads(2, (db, args) => [...hash(db, args).values()]),
  hdel: writes(-3, (db, args) =>
    db.change(args.bytes(), "hash", (fields) => args.rest().filter((field) => fields.delete(field)).length),
  ),
  hincrby: writes(4, increment),
};
