import { type Commands, reads, writes } from "./command";
import type { Database } from "./database";
import { type Bytes, formatDouble } from "./numbers";
import { SortedSet } from "./sorted-set";
import { addScores } from "./sorted-set-add";
import { byScore, range } from "./sorted-set-ranges";

const none = new SortedSet();

const zset = (db: Database, key: Bytes): Pick<SortedSet, "score" | "size"> => db.read(key, "zset") ?? none;

export const sortedSetCommands: Commands = {
  zadd: writes(-4, addScores),
  zscore: reads(3, (db, args) => {
    const score = zset(db, args.bytes()).score(args.bytes());
    return score === undefined ? null : formatDouble(score);
  }),
  zcard: reads(2, (db, args) => zset(db, args.bytes()).size),
  zrem: writes(-3, (db, args) =>
    db.change(args.bytes(), "zset", (set) => args.rest().filter((member) => set.delete(member)).length),
  ),
  zrange: reads(-4, range),
  zremrangebyscore: writes(4, (db, args) => {
    const key = args.bytes();
    const chosen = byScore(args, false);
    return db.change(key, "zset", (set) => {
      const doomed = chosen(set.ordered());
      for (const { member } of doomed) set.delete(member);
      return doomed.length;
    });
  }),
};
