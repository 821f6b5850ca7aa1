import type { Arguments } from "./arguments";
import { type Commands, ok, reads, writes } from "./command";
import type { Database } from "./database";
import { sliceBounds } from "./ranges";

function trim(db: Database, args: Arguments): void {
  const [key, start, end] = [args.bytes(), args.integer(), args.integer()];
  db.change(key, "list", (items) => {
    const [from, to] = sliceBounds(items.length, start, end);
    items.length = to;
    items.splice(0, from);
  });
}

export const listCommands: Commands = {
  rpush: writes(-3, (db, args) =>
    db.change(args.bytes(), "list", (items) => {
      for (const item of args.rest()) items.push(item);
      return items.length;
    }),
  ),
  lrange: reads(4, (db, args) => {
    const [key, start, end] = [args.bytes(), args.integer(), args.integer()];
    const items = db.read(key, "list") ?? [];
    return items.slice(...sliceBounds(items.length, start, end));
  }),
  ltrim: writes(4, (db, args) => {
    trim(db, args);
    return ok;
  }),
};
