import { ReplyError, Status } from "../engine";
import type { Arguments } from "./arguments";
import { bit, type Commands, ok, reads, writes } from "./command";
import { copyOf, type Database } from "./database";
import { syntaxError } from "./errors";
import { globMatcher } from "./glob";
import { scan } from "./scan";

const removeAll = (db: Database, args: Arguments): number =>
  args.rest().filter((key) => db.remove(key)).length;

const countExisting = (db: Database, args: Arguments): number =>
  args.rest().filter((key) => db.find(key) !== undefined).length;

/** Moves a value with its time to live. @returns false when `unlessExists` and the new name is taken */
function rename(db: Database, args: Arguments, unlessExists: boolean): boolean {
  const [from, to] = [args.bytes(), args.bytes()];
  const entry = db.find(from);
  if (entry === undefined) throw new ReplyError("ERR no such key");
  if (unlessExists && db.find(to) !== undefined) return false;
  db.remove(from);
  db.put(to, entry);
  return true;
}

function copy(db: Database, args: Arguments): 1 | 0 {
  const [from, to] = [args.bytes(), args.bytes()];
  let replace = false;
  while (args.left > 0) {
    if (args.word() !== "REPLACE") throw syntaxError();
    replace = true;
  }
  if (from === to) throw new ReplyError("ERR source and destination objects are the same");
  const entry = db.find(from);
  if (entry === undefined || (!replace && db.find(to) !== undefined)) return 0;
  db.put(to, copyOf(entry));
  return 1;
}

export const keyCommands: Commands = {
  del: writes(-2, removeAll),
  unlink: writes(-2, removeAll),
  exists: reads(-2, countExisting),
  touch: reads(-2, countExisting),
  type: reads(2, (db, args) => new Status(db.find(args.bytes())?.type ?? "none")),
  keys: reads(2, (db, args) => [...db.keys()].filter(globMatcher(args.bytes()))),
  scan: reads(-2, (db, args) =>
    scan(
      args,
      () => [...db.keys()],
      (keys, type) =>
        keys.filter((key) => type === undefined || db.find(key)?.type === type).map((key) => [key]),
    ),
  ),
  rename: writes(3, (db, args) => {
    rename(db, args, false);
    return ok;
  }),
  renamenx: writes(3, (db, args) => bit(rename(db, args, true))),
  copy: writes(-3, copy),
};
