import { type Arguments, int64, notAFloat } from "./arguments";
import { addFloats } from "./float-addition";
import { bit, type Commands, ok, reads, writes } from "./command";
import type { Database } from "./database";
import { ReplyError } from "../engine";
import { type Bytes, integerReply, isInt64, parseDouble } from "./numbers";
import { scan } from "./scan";

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

function incrementFloat(db: Database, args: Arguments): Bytes {
  const [key, field, by] = [args.bytes(), args.bytes(), args.bytes()];
  const given = parseDouble(by);
  if (given === undefined) throw notAFloat();
  if (!Number.isFinite(given)) throw new ReplyError("ERR value is NaN or Infinity");
  return db.change(key, "hash", (fields) => {
    const sum = addFloats(fields.get(field) ?? "0", by, "ERR hash value is not a float");
    fields.set(field, sum);
    return sum;
  });
}

export const hashCommands: Commands = {
  hset: writes(-4, setFields),
  hmset: writes(-4, (db, args) => {
    setFields(db, args);
    return ok;
  }),
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
  hlen: reads(2, (db, args) => hash(db, args).size),
  hexists: reads(3, (db, args) => bit(hash(db, args).has(args.bytes()))),
  hstrlen: reads(3, (db, args) => (hash(db, args).get(args.bytes()) ?? "").length),
  hdel: writes(-3, (db, args) =>
    db.change(args.bytes(), "hash", (fields) => args.rest().filter((field) => fields.delete(field)).length),
  ),
  hincrby: writes(4, increment),
  hincrbyfloat: writes(4, incrementFloat),
  hscan: reads(-3, (db, args) => {
    const key = args.bytes();
    return scan(
      args,
      () => db.read(key, "hash"),
      (fields) => [...fields],
    );
  }),
};
