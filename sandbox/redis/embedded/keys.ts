import { type Reply, ReplyError, Status } from "../engine";
import type { Arguments } from "./arguments";
import { type Commands, reads, writes } from "./command";
import type { Database } from "./database";
import { syntaxError } from "./errors";
import { globMatcher } from "./glob";
import type { Bytes } from "./numbers";

/**
 * All is told at once with the cursor "0": COUNT is a hint, and one thread with everything in memory has no reason to
 * stop halfway.
 */
function scan(db: Database, args: Arguments): Reply<Bytes> {
  if (!/^[0-9]{1,20}$/.test(args.bytes())) throw new ReplyError("ERR invalid cursor");
  let matches = (_key: Bytes) => true;
  let type: Bytes | undefined;
  while (args.left > 0) {
    const option = args.word();
    if (args.left === 0) throw syntaxError();
    if (option === "MATCH") matches = globMatcher(args.bytes());
    else if (option === "TYPE") type = args.bytes().toLowerCase();
    else if (option !== "COUNT" || args.integer() < 1) throw syntaxError();
  }
  const isMeant = (key: Bytes) => matches(key) && (type === undefined || db.find(key)?.type === type);
  return ["0", [...db.keys()].filter(isMeant)];
}

export const keyCommands: Commands = {
  del: writes(-2, (db, args) => args.rest().filter((key) => db.remove(key)).length),
  exists: reads(-2, (db, args) => args.rest().filter((key) => db.find(key) !== undefined).length),
  type: reads(2, (db, args) => new Status(db.find(args.bytes())?.type ?? "none")),
  keys: reads(2, (db, args) => [...db.keys()].filter(globMatcher(args.bytes()))),
  scan: reads(-2, scan),
};
