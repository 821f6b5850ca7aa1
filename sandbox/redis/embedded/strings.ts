import { ReplyError, type Reply } from "../engine";
import { type Arguments, int64 } from "./arguments";
import { type Commands, ok, reads, writes } from "./command";
import type { Database } from "./database";
import { syntaxError } from "./errors";
import { EX, type ExpiryForm, expiryForms, laterMoment } from "./expiry";
import { type Bytes, integerReply, isInt64 } from "./numbers";

interface SetOptions {
  nx: boolean;
  xx: boolean;
  get: boolean;
  keepTtl: boolean;
  expiry: { form: ExpiryForm; amount: Bytes } | undefined;
}

function setOptions(args: Arguments): SetOptions {
  const options: SetOptions = { nx: false, xx: false, get: false, keepTtl: false, expiry: undefined };
  while (args.left > 0) {
    const word = args.word();
    const form = expiryForms.get(word);
    if (form !== undefined && options.expiry === undefined && !options.keepTtl)
      options.expiry = { form, amount: args.bytes() };
    else if (word === "KEEPTTL" && options.expiry === undefined) options.keepTtl = true;
    else if (word === "NX" && !options.xx) options.nx = true;
    else if (word === "XX" && !options.nx) options.xx = true;
    else if (word === "GET") options.get = true;
    else throw syntaxError();
  }
  return options;
}

function set(db: Database, args: Arguments): Reply<Bytes> {
  const key = args.bytes();
  const value = args.bytes();
  const { nx, xx, get, keepTtl, expiry } = setOptions(args);
  const expiresAt =
    expiry === undefined ? undefined : laterMoment(int64(expiry.amount), expiry.form, db.now(), args.command);
  const before = get ? (db.read(key, "string") ?? null) : null;
  const current = db.find(key);
  if ((nx && current !== undefined) || (xx && current === undefined)) return before;
  db.putString(key, value, keepTtl ? current?.expiresAt : expiresAt);
  return get ? before : ok;
}

/** Adds to a whole number and lets its time to live be. */
function add(db: Database, key: Bytes, by: bigint): number | bigint {
  const sum = int64(db.read(key, "string") ?? "0") + by;
  if (!isInt64(sum)) throw new ReplyError("ERR increment or decrement would overflow");
  db.putString(key, sum.toString(), db.find(key)?.expiresAt);
  return integerReply(sum);
}

export const stringCommands: Commands = {
  get: reads(2, (db, args) => db.read(args.bytes(), "string") ?? null),
  set: writes(-3, set),
  setex: writes(4, (db, args) => {
    const key = args.bytes();
    const expiresAt = laterMoment(args.int64(), EX, db.now(), args.command);
    db.putString(key, args.bytes(), expiresAt);
    return ok;
  }),
  mget: reads(-2, (db, args) =>
    args.rest().map((key) => {
      const entry = db.find(key);
      return entry?.type === "string" ? entry.value : null;
    }),
  ),
  incr: writes(2, (db, args) => add(db, args.bytes(), 1n)),
  incrby: writes(3, (db, args) => {
    const key = args.bytes();
    return add(db, key, args.int64());
  }),
};
