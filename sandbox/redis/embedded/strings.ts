import { ReplyError, type Reply } from "../engine";
import { type Arguments, int64 } from "./arguments";
import { type Command, type Commands, ok, reads, writes } from "./command";
import type { Database } from "./database";
import { syntaxError } from "./errors";
import { type ExpiryForm, expiryForms, laterMoment, persist } from "./expiry";
import { addFloats } from "./float-addition";
import { type Bytes, integerReply, isInt64 } from "./numbers";

/** Redis' proto-max-bulk-len. */
const LONGEST_STRING = 512 * 1024 * 1024;

const tooLong = () => new ReplyError("ERR string exceeds maximum allowed size (proto-max-bulk-len)");

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

const setWithEnd = (form: ExpiryForm): Command =>
  writes(4, (db, args) => {
    const key = args.bytes();
    const expiresAt = laterMoment(args.int64(), form, db.now(), args.command);
    db.putString(key, args.bytes(), expiresAt);
    return ok;
  });

function getAndExpire(db: Database, args: Arguments): Reply<Bytes> {
  const key = args.bytes();
  const option = args.left > 0 ? args.word() : undefined;
  const form = option === undefined ? undefined : expiryForms.get(option);
  const amount = form === undefined ? undefined : args.bytes();
  if (option !== undefined && option !== "PERSIST" && form === undefined) throw syntaxError();
  args.end();
  const value = db.read(key, "string");
  const entry = db.find(key);
  if (value === undefined || entry === undefined) return null;
  if (form !== undefined && amount !== undefined)
    entry.expiresAt = laterMoment(int64(amount), form, db.now(), args.command);
  else if (option === "PERSIST") persist(entry);
  return value;
}

/** Writes a string and lets its time to live be. */
function rewrite(db: Database, key: Bytes, value: Bytes): void {
  db.putString(key, value, db.find(key)?.expiresAt);
}

function add(db: Database, key: Bytes, by: bigint): number | bigint {
  const sum = int64(db.read(key, "string") ?? "0") + by;
  if (!isInt64(sum)) throw new ReplyError("ERR increment or decrement would overflow");
  rewrite(db, key, sum.toString());
  return integerReply(sum);
}

function setRange(db: Database, args: Arguments): number {
  const key = args.bytes();
  const offset = args.integer();
  const patch = args.bytes();
  if (offset < 0) throw new ReplyError("ERR offset is out of range");
  const value = db.read(key, "string") ?? "";
  if (patch === "") return value.length;
  if (offset + patch.length > LONGEST_STRING) throw tooLong();
  const patched = value.slice(0, offset).padEnd(offset, "\0") + patch + value.slice(offset + patch.length);
  rewrite(db, key, patched);
  return patched.length;
}

/** The part between two indices, both included; negative ones count from the end. */
function getRange(db: Database, args: Arguments): Bytes {
  const key = args.bytes();
  const [start, end] = [args.integer(), args.integer()];
  const value = db.read(key, "string") ?? "";
  const from = (index: number) => Math.max(index < 0 ? value.length + index : index, 0);
  if (start < 0 && end < 0 && start > end) return "";
  return value.slice(from(start), from(end) + 1);
}

function append(db: Database, args: Arguments): number {
  const key = args.bytes();
  const value = db.read(key, "string") ?? "";
  const tail = args.bytes();
  if (value.length + tail.length > LONGEST_STRING) throw tooLong();
  rewrite(db, key, value + tail);
  return value.length + tail.length;
}

export const stringCommands: Commands = {
  get: reads(2, (db, args) => db.read(args.bytes(), "string") ?? null),
  set: writes(-3, set),
  setnx: writes(3, (db, args) => {
    const key = args.bytes();
    if (db.find(key) !== undefined) return 0;
    db.putString(key, args.bytes(), undefined);
    return 1;
  }),
  setex: setWithEnd({ seconds: true, absolute: false }),
  psetex: setWithEnd({ seconds: false, absolute: false }),
  getset: writes(3, (db, args) => {
    const key = args.bytes();
    const before = db.read(key, "string") ?? null;
    db.putString(key, args.bytes(), undefined);
    return before;
  }),
  getdel: writes(2, (db, args) => {
    const key = args.bytes();
    const value = db.read(key, "string") ?? null;
    db.remove(key);
    return value;
  }),
  getex: writes(-2, getAndExpire),
  append: writes(3, append),
  strlen: reads(2, (db, args) => (db.read(args.bytes(), "string") ?? "").length),
  getrange: reads(4, getRange),
  setrange: writes(4, setRange),
  mget: reads(-2, (db, args) =>
    args.rest().map((key) => {
      const entry = db.find(key);
      return entry?.type === "string" ? entry.value : null;
    }),
  ),
  mset: writes(-3, (db, args) => {
    for (const [key, value] of args.pairs()) db.putString(key, value, undefined);
    return ok;
  }),
  msetnx: writes(-3, (db, args) => {
    const pairs = args.pairs();
    if (pairs.some(([key]) => db.find(key) !== undefined)) return 0;
    for (const [key, value] of pairs) db.putString(key, value, undefined);
    return 1;
  }),
  incr: writes(2, (db, args) => add(db, args.bytes(), 1n)),
  decr: writes(2, (db, args) => add(db, args.bytes(), -1n)),
  incrby: writes(3, (db, args) => {
    const key = args.bytes();
    return add(db, key, args.int64());
  }),
  decrby: writes(3, (db, args) => {
    const key = args.bytes();
    const by = args.int64();
    if (!isInt64(-by)) throw new ReplyError("ERR decrement would overflow");
    return add(db, key, -by);
  }),
  incrbyfloat: writes(3, (db, args) => {
    const key = args.bytes();
    const sum = addFloats(db.read(key, "string") ?? "0", args.bytes(), "ERR value is not a valid float");
    rewrite(db, key, sum);
    return sum;
  }),
};
