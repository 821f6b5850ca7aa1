import { Status } from "../engine";
import { type Commands, ok, reads, writes } from "./command";
import { wrongArity } from "./errors";

export const serverCommands: Commands = {
  ping: reads(-1, (_db, args) => {
    if (args.left > 1) throw wrongArity(args.command);
    return args.left === 0 ? new Status("PONG") : args.bytes();
  }),
  echo: reads(2, (_db, args) => args.bytes()),
  /** Seconds and microseconds; the clock counts milliseconds. */
  time: reads(1, (db) => [String(Math.floor(db.now() / 1000)), String((db.now() % 1000) * 1000)]),
  /** Of the memory section what a reader of the product looks at; the bytes are those of the texts alone. */
  info: reads(-1, (db) => `# Memory\r\nused_memory:${db.bytes}\r\n`),
  dbsize: reads(1, (db) => db.size),
  flushdb: writes(-1, (db) => {
    db.clear();
    return ok;
  }),
  flushall: writes(-1, (db) => {
    db.clear();
    return ok;
  }),
};
