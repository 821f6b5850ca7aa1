import type { Reply } from "../engine";
import type { Arguments } from "./arguments";
import { type Command, type Commands, reads, writes } from "./command";
import type { Database } from "./database";
import { syntaxError } from "./errors";
import { type Bytes, formatDouble } from "./numbers";
import { scan } from "./scan";
import { type Scored, SortedSet } from "./sorted-set";
import { addScores, incrementScore } from "./sorted-set-add";
import { byIndex, byScore, rangeCommand, type Select } from "./sorted-set-ranges";

const none = new SortedSet();

const scoreReply = (score: number | undefined): Bytes | null =>
  score === undefined ? null : formatDouble(score);

const zset = (db: Database, key: Bytes): Pick<SortedSet, "score" | "rank" | "size" | "ordered"> =>
  db.read(key, "zset") ?? none;

/** Removes what a range selects. @returns how many */
const removeRange = (select: (args: Arguments) => Select): Command =>
  writes(4, (db, args) => {
    const key = args.bytes();
    const chosen = select(args);
    return db.change(key, "zset", (set) => {
      const doomed = chosen(set.ordered());
      for (const { member } of doomed) set.delete(member);
      return doomed.length;
    });
  });

const pop = (end: "lowest" | "highest"): Command =>
  writes(-2, (db, args): Reply<Bytes> => {
    const key = args.bytes();
    if (args.left > 1) throw syntaxError();
    const count = args.left > 0 ? args.count() : 1;
    return db.change(key, "zset", (set) => {
      const all = set.ordered();
      const taken: Scored[] =
        end === "lowest" ? all.slice(0, count) : all.slice(Math.max(all.length - count, 0)).reverse();
      for (const { member } of taken) set.delete(member);
      return taken.flatMap(({ member, score }) => [member, formatDouble(score)]);
    });
  });

export const sortedSetCommands: Commands = {
  zadd: writes(-4, addScores),
  zincrby: writes(4, incrementScore),
  zscore: reads(3, (db, args) => scoreReply(zset(db, args.bytes()).score(args.bytes()))),
  zmscore: reads(-3, (db, args) => {
    const set = zset(db, args.bytes());
    return args.rest().map((member) => scoreReply(set.score(member)));
  }),
  zcard: reads(2, (db, args) => zset(db, args.bytes()).size),
  zcount: reads(4, (db, args) => {
    const key = args.bytes();
    const within = byScore(args, false);
    return within(zset(db, key).ordered()).length;
  }),
  zrank: reads(3, (db, args) => zset(db, args.bytes()).rank(args.bytes()) ?? null),
  zrevrank: reads(3, (db, args) => {
    const set = zset(db, args.bytes());
    const rank = set.rank(args.bytes());
    return rank === undefined ? null : set.size - 1 - rank;
  }),
  zrem: writes(-3, (db, args) =>
    db.change(args.bytes(), "zset", (set) => args.rest().filter((member) => set.delete(member)).length),
  ),
  zrange: rangeCommand({}),
  zrevrange: rangeCommand({ by: "index", reversed: true }),
  zrangebyscore: rangeCommand({ by: "score", reversed: false }),
  zrevrangebyscore: rangeCommand({ by: "score", reversed: true }),
  zremrangebyrank: removeRange((args) => byIndex(args, false)),
  zremrangebyscore: removeRange((args) => byScore(args, false)),
  zpopmin: pop("lowest"),
  zpopmax: pop("highest"),
  zscan: reads(-3, (db, args) => {
    const key = args.bytes();
    return scan(
      args,
      () => db.read(key, "zset"),
      (set) => set.ordered().map(({ member, score }) => [member, formatDouble(score)]),
    );
  }),
};
