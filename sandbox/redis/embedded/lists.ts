import { ReplyError, type Reply } from "../engine";
import { type Arguments, int64 } from "./arguments";
import { type Command, type Commands, ok, reads, writes } from "./command";
import type { Database } from "./database";
import { syntaxError, wrongArity } from "./errors";
import type { Bytes } from "./numbers";
import { sliceBounds } from "./ranges";

type End = "left" | "right";

const list = (db: Database, key: Bytes): readonly Bytes[] => db.read(key, "list") ?? [];

const insertAt = (items: Bytes[], end: End, item: Bytes) =>
  end === "left" ? items.unshift(item) : items.push(item);

const takeFrom = (items: Bytes[], end: End) => (end === "left" ? items.shift() : items.pop());

const push = (end: End, onlyExisting: boolean): Command =>
  writes(-3, (db, args) => {
    const key = args.bytes();
    if (onlyExisting && db.read(key, "list") === undefined) return 0;
    return db.change(key, "list", (items) => {
      for (const item of args.rest()) insertAt(items, end, item);
      return items.length;
    });
  });

const pop = (end: End): Command =>
  writes(-2, (db, args): Reply<Bytes> => {
    const key = args.bytes();
    if (args.left > 1) throw wrongArity(args.command);
    const count = args.left > 0 ? args.count() : undefined;
    if (db.read(key, "list") === undefined) return null;
    return db.change(key, "list", (items) => {
      if (count === undefined) return takeFrom(items, end) ?? null;
      if (end === "left") return items.splice(0, count);
      return items.splice(Math.max(items.length - count, 0)).reverse();
    });
  });

function readEnd(args: Arguments): End {
  const word = args.word();
  if (word !== "LEFT" && word !== "RIGHT") throw syntaxError();
  return word === "LEFT" ? "left" : "right";
}

function move(db: Database, from: Bytes, to: Bytes, take: End, give: End): Bytes | null {
  if (db.read(from, "list") === undefined) return null;
  const item = list(db, from).at(take === "left" ? 0 : -1) ?? null;
  if (item === null) return null;
  // Given before it is taken: the key of a list that turns on itself must not be gone in between.
  db.change(to, "list", (items) => insertAt(items, give, item));
  db.change(from, "list", (items) => takeFrom(items, take));
  return item;
}

function remove(db: Database, args: Arguments): number {
  const [key, count, item] = [args.bytes(), args.integer(), args.bytes()];
  return db.change(key, "list", (items) => {
    const found = items.flatMap((each, index) => (each === item ? [index] : []));
    const doomed = new Set(count > 0 ? found.slice(0, count) : count < 0 ? found.slice(count) : found);
    const kept = items.filter((_, index) => !doomed.has(index));
    items.length = 0;
    for (const each of kept) items.push(each);
    return doomed.size;
  });
}

function trim(db: Database, args: Arguments): void {
  const [key, start, end] = [args.bytes(), args.integer(), args.integer()];
  db.change(key, "list", (items) => {
    const [from, to] = sliceBounds(items.length, start, end);
    items.length = to;
    items.splice(0, from);
  });
}

function setAt(db: Database, args: Arguments): void {
  const [key, index, item] = [args.bytes(), args.bytes(), args.bytes()];
  const items = db.read(key, "list");
  if (items === undefined) throw new ReplyError("ERR no such key");
  const given = Number(int64(index));
  const at = given < 0 ? items.length + given : given;
  if (at < 0 || at >= items.length) throw new ReplyError("ERR index out of range");
  items[at] = item;
}

function insert(db: Database, args: Arguments): number {
  const [key, where, pivot, item] = [args.bytes(), args.word(), args.bytes(), args.bytes()];
  if (where !== "BEFORE" && where !== "AFTER") throw syntaxError();
  const items = db.read(key, "list");
  if (items === undefined) return 0;
  const at = items.indexOf(pivot);
  if (at < 0) return -1;
  items.splice(where === "BEFORE" ? at : at + 1, 0, item);
  return items.length;
}

export const listCommands: Commands = {
  lpush: push("left", false),
  rpush: push("right", false),
  lpushx: push("left", true),
  rpushx: push("right", true),
  lpop: pop("left"),
  rpop: pop("right"),
  llen: reads(2, (db, args) => list(db, args.bytes()).length),
  lindex: reads(3, (db, args) => db.read(args.bytes(), "list")?.at(args.integer()) ?? null),
  lrange: reads(4, (db, args) => {
    const [key, start, end] = [args.bytes(), args.integer(), args.integer()];
    const items = list(db, key);
    return items.slice(...sliceBounds(items.length, start, end));
  }),
  ltrim: writes(4, (db, args) => {
    trim(db, args);
    return ok;
  }),
  lrem: writes(4, remove),
  lset: writes(4, (db, args) => {
    setAt(db, args);
    return ok;
  }),
  linsert: writes(5, insert),
  lmove: writes(5, (db, args) => {
    const [from, to] = [args.bytes(), args.bytes()];
    return move(db, from, to, readEnd(args), readEnd(args));
  }),
  rpoplpush: writes(3, (db, args) => move(db, args.bytes(), args.bytes(), "right", "left")),
};
